import { defineAdminOperation } from '#platform/admin/records/operations/operation.ts';
import { choice, moment } from '#platform/forms/kinds.ts';
import { formatMoment } from '#platform/texts/formats.ts';
import { schedule } from '../entries/publish-job.ts';
import { findRevision, listRevisions } from '../entries/revisions.ts';
import { addRevision, changeSlug, findEntry } from '../entries/save-entry.ts';
import { findMenuProblem } from '../menus/find-menu-problem.ts';
import { Differences, findDifferences } from './compare.tsx';
import { slugField } from './entry-form.ts';
import { contentTexts as texts } from './texts.ts';

const shared = { subject: 'content', requires: 'content.write' } as const;

export const scheduleEntry = defineAdminOperation({
  ...{ ...shared, name: 'content.schedule', text: texts.schedule },
  description: 'Publishes the draft of a page at a time.',
  load: (_shop, db, id) => findEntry(db, id),
  label: (_shop, { title }) => title,
  fields: ({ t }) => ({ at: moment({ label: t(texts.scheduleAt), required: true }) }),
  values: (_shop, { scheduledAt }) => ({ at: scheduledAt?.toISOString() ?? null }),
  lead: ({ t }) => t(texts.scheduleLead),
  run: async (shop, tx, id, { at }) => {
    const entry = await findEntry(tx, id, true);
    if (!entry) return { ok: false, code: 'CONTENT_UNKNOWN', message: shop.t(texts.gone) };
    const time = new Date(at ?? 0);
    if (time <= shop.clock.now())
      return { ok: false, code: 'CONTENT_TIME_PAST', message: shop.t(texts.schedulePast), field: 'at' };
    const problem = await findMenuProblem(shop, tx, entry, entry.tree.blocks);
    if (problem !== null) return { ok: false, code: 'BLOCK_MISPLACED', message: problem };
    await schedule(shop, tx, id, entry.draftId, time);
    const before = { at: entry.scheduledAt?.toISOString() ?? null };
    return { ok: true, change: { label: entry.title, before, after: { at: time.toISOString() } } };
  },
  outcomes: { done: texts.scheduledDone },
});

export const changeEntryAddress = defineAdminOperation({
  ...{ ...shared, name: 'content.change-address', text: texts.changeAddress },
  description: 'Changes the address of a page.',
  // Only pages and posts have a slug to change.
  load: async (_shop, db, id) => {
    const entry = await findEntry(db, id);
    return entry?.kind === 'page' || entry?.kind === 'post' ? entry : null;
  },
  label: (_shop, { title }) => title,
  fields: (shop) => ({ slug: slugField(shop, true) }),
  values: (_shop, { slug }) => ({ slug }),
  lead: ({ t }) => t(texts.changeAddressLead),
  run: async (shop, tx, id, { slug }) => {
    const entry = await findEntry(tx, id, true);
    if (entry?.kind !== 'page' && entry?.kind !== 'post')
      return { ok: false, code: 'CONTENT_UNKNOWN', message: shop.t(texts.gone) };
    if (!(await changeSlug(shop, tx, id, slug)))
      return { ok: false, code: 'CONTENT_SLUG_TAKEN', message: shop.t(texts.addressTaken), field: 'slug' };
    return { ok: true, change: { label: entry.title, before: { slug: entry.slug }, after: { slug } } };
  },
  outcomes: { done: texts.addressChanged },
});

/** Makes an earlier revision the draft. The published revision stays. */
export const restoreRevision = defineAdminOperation({
  ...{ ...shared, name: 'content.restore', description: 'Makes a revision of a page its draft.', text: texts.restore },
  load: async (_shop, db, id) => {
    const [entry, revisions] = [await findEntry(db, id), await listRevisions(db, { entryId: id })];
    return entry && { ...entry, revisions: revisions.filter((revision) => revision.id !== entry.draftId) };
  },
  label: (_shop, { title }) => title,
  fields: ({ t, choices: { locale } }, { revisions }) => ({
    revision: choice({
      ...{ label: t(texts.revision), required: true },
      options: revisions.map(({ id, createdAt, by }) => ({
        value: String(id),
        label: t(texts.by, { date: formatMoment(createdAt, locale), by }),
      })),
    }),
  }),
  values: () => ({ revision: '' }),
  lead: ({ t }) => t(texts.restoreLead),
  preview: async (shop, db, id, { revision }, { subject }) => {
    const found = await findRevision(db, { entryId: id, id: Number(revision) });
    if (!found) return { ok: false, code: 'CONTENT_UNKNOWN', message: shop.t(texts.gone), field: 'revision' };
    const differences = findDifferences(shop, subject, found, subject.kind);
    return { ok: true, what: <Differences shop={shop} differences={differences} /> };
  },
  run: async (shop, tx, id, { revision }, { actor }) => {
    const [entry, found] = [
      await findEntry(tx, id, true),
      await findRevision(tx, { entryId: id, id: Number(revision) }),
    ];
    if (!entry || !found) return { ok: false, code: 'CONTENT_UNKNOWN', message: shop.t(texts.gone) };
    const draft = await addRevision(shop, tx, id, found, actor);
    const [before, after] = [{ draft: entry.draftId }, { draft, from: found.id }];
    return { ok: true, change: { label: found.title, before, after } };
  },
  outcomes: { done: texts.restored },
});
