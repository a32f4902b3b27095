import { mediaFileLimits } from '#features/media-library/index.ts';
import { defineAdminForm } from '#platform/admin/forms/form.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { ValuesOf } from '#platform/forms/field.ts';
import { choice, flag, group, line } from '#platform/forms/kinds.ts';
import { slugify } from '#platform/texts/slugs.ts';
import type { Block } from '../blocks/block.ts';
import { maxBlockFileBytes } from '../blocks/files/file-types.ts';
import { pictures } from '../blocks/kinds/fields.ts';
import { checkTree } from '../blocks/tree.ts';
import { findEntryDetails, readDetails } from '../entries/entry-details.ts';
import { type Content, footerPlaces } from '../entries/find-published.ts';
import { listNewestTrees } from '../entries/revisions.ts';
import { addRevision, createEntry, type Entry, type EntryKind, entryKinds, findEntry } from '../entries/save-entry.ts';
import { findMenuProblem } from '../menus/find-menu-problem.ts';
import { blocks } from './blocks-field.tsx';
import { sortKeys, sortValues } from './edit-tree.ts';
import { mergeTrees } from './merge-trees.ts';
import { contentPath, entryPath } from './paths.ts';
import { contentTexts as texts } from './texts.ts';

const maxSlug = 100;
/** Bytes of a form with the tree and the fields of the open block. */
const maxFormBytes = 1_000_000;
const isSlug = (slug: string): boolean => /^[\p{Ll}\p{Lo}\p{N}]+(?:-[\p{Ll}\p{Lo}\p{N}]+)*$/u.test(slug);

export const slugField = ({ t }: Shop, required = false) =>
  line({
    ...{ label: t(texts.address), hint: required ? undefined : t(texts.addressHint), required, max: maxSlug },
    ...{ isValid: isSlug, invalid: t(texts.addressInvalid) },
  });

const placeTexts = { help: texts.placeHelp, legal: texts.placeLegal, none: texts.placeNone } as const;

function createFields(shop: Shop, entry: Entry | null) {
  const { t } = shop;
  const details = entry && findEntryDetails(shop, entry.kind);
  const isPost = entry?.kind === 'post';
  // A menu has no page of its own, and both menus always exist.
  const isMenu = entry?.kind === 'menu';
  return {
    title: line({ label: t(texts.entryTitle), required: true, max: 200 }),
    kind: entry
      ? null
      : choice({
          ...{ label: t(texts.kind), required: true, width: 'half' },
          options: entryKinds.map((value) => ({ value, label: t(texts[value]) })),
        }),
    slug: entry ? null : slugField(shop),
    lead: isMenu
      ? null
      : line({
          ...{ label: t(isPost ? texts.excerpt : texts.entryLead), max: 300 },
          hint: t(isPost ? texts.excerptHint : texts.leadHint),
        }),
    details: details ? group({ label: t(details.text), isUnlabelled: true, fields: details.fields(shop) }) : null,
    blocks: blocks({ label: t(texts.blocks), shop, ...(isMenu && { root: 'menu' }) }),
    description: isMenu ? null : line({ label: t(texts.description), hint: t(texts.descriptionHint), max: 300 }),
    pictures: isMenu ? null : { ...pictures(shop), label: t(isPost ? texts.postPicture : texts.shareImage) },
    place:
      isMenu || isPost
        ? null
        : choice({
            ...{ label: t(texts.place), required: true },
            options: footerPlaces.map((value) => ({ value, label: t(placeTexts[value]) })),
          }),
    isListed: isMenu ? null : flag({ label: t(texts.isListed) }),
  };
}

type EntryValues = ValuesOf<ReturnType<typeof createFields>>;

const emptyValues: EntryValues = {
  ...{ title: '', kind: 'page', slug: '', lead: '', details: undefined, blocks: [] },
  ...{ description: '', pictures: [], place: 'none', isListed: true },
};

const toValues = (
  shop: Shop,
  { kind, title, lead, description, imageId, place, isListed, tree, details }: Entry,
): EntryValues => ({
  ...{ title, lead, description, isListed, kind: undefined, slug: undefined },
  place: kind === 'post' ? undefined : place,
  details: findEntryDetails(shop, kind) ? readDetails(shop, kind, details) : undefined,
  ...{ blocks: tree.blocks, pictures: imageId === null ? [] : [imageId] },
});

const toContent = ({
  title,
  lead = '',
  description = '',
  pictures: [imageId] = [],
  place = 'none',
  isListed = true,
  details,
  blocks: own,
}: EntryValues): Content => ({
  ...{ title, lead, description, isListed, imageId: imageId ?? null, place: place || 'none' },
  tree: { version: 1, blocks: own },
  details: (details ?? {}) as NonNullable<Content['details']>,
});

/** Returns content as JSON to compare, with sorted keys: the database sorts keys in another order. */
const toComparable = (content: Content): string => JSON.stringify(sortKeys({ details: {}, ...content }));

/** A save with changes adds a revision, which remains a draft until it is published. */
export const entryForm = defineAdminForm({
  name: 'content.save-entry',
  description: 'Saves a draft of a page, a reusable block or the home page.',
  path: entryPath,
  requires: 'content.write',
  subject: 'content',
  create: texts.create,
  back: { path: contentPath, text: texts.entries },
  // Allows pictures and the files of blocks. Multipart forms may be larger, and send letters of other scripts in a
  // third of the bytes of URL encoding.
  files: () => ({ ...mediaFileLimits(), maxBytes: maxBlockFileBytes, maxFieldBytes: maxFormBytes }),
  fields: createFields,
  load: async (shop, db, id, { isLocking }) => {
    if (id === null) return { values: emptyValues, subject: null, label: '' };
    const entry = await findEntry(db, id, isLocking);
    return entry && { values: toValues(shop, entry), subject: entry, label: entry.title };
  },
  save: async (shop, tx, values, { id, subject }, actor) => {
    const content = toContent(values);
    const misplaced = subject && (await findMenuProblem(shop, tx, subject, content.tree.blocks));
    if (misplaced) return { ok: false, problems: [{ field: 'blocks', message: misplaced }] };
    if (id !== null) {
      if (!subject || toComparable(content) !== toComparable(toContent(toValues(shop, subject))))
        await addRevision(shop, tx, id, content, actor);
      return { ok: true, id };
    }
    const kind: EntryKind = values.kind || 'page';
    const slug = kind === 'home' ? 'home' : values.slug || slugify(values.title).slice(0, maxSlug);
    const created = await createEntry(shop, tx, { kind, slug }, content, actor);
    if (created) return { ok: true, id: created.id };
    const message = shop.t(kind === 'home' ? texts.homeExists : texts.addressTaken);
    return { ok: false, problems: [{ field: kind === 'home' ? 'kind' : 'slug', message }] };
  },
  // Revisions never change, so the one that the form was opened with still exists.
  mergeField: async (shop, tx, { id, key, mine, theirs, isBase }) => {
    if (key !== 'blocks') return undefined;
    const trees = await listNewestTrees(tx, id);
    const base = trees.find((tree) => isBase(tree.blocks.map(sortValues)));
    const merged = base && mergeTrees(base.blocks, mine as readonly Block[], theirs as readonly Block[]);
    const root = (await findEntry(tx, id))?.kind === 'menu' ? 'menu' : 'blocks';
    return merged && checkTree(shop, merged, root).ok ? merged.map(sortValues) : undefined;
  },
  layout: [
    { title: texts.entryOne, fields: ['title', 'kind', 'slug', 'lead'] },
    { title: texts.details, fields: ['details'] },
    { title: texts.blocks, fields: ['blocks'] },
    { title: texts.more, fields: ['place', 'isListed', 'description', 'pictures'], isFolded: true },
  ],
});
