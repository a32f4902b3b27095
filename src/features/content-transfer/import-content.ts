import {
  addRevision,
  checkTree,
  contentParts,
  createEntry,
  type Difference,
  type Entry,
  type EntryContent,
  findDifferences,
  findEntry,
  findEntryDetails,
  findMenuProblem,
  isMenuName,
  publish,
  readDetails,
  readTree,
  sortValues,
} from '#features/content/index.ts';
import { recordAudit, toAuditActor } from '#platform/admin/audit/record-audit.ts';
import { inTransaction, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { listFields } from '#platform/forms/field.ts';
import { type Actor, isPermitted } from '#platform/sessions/actor.ts';
import { type ContentFile, type FileEntry, fileKinds } from './content-file.ts';
import { fetchPictures } from './fetch-pictures.ts';
import { findPictures, toBlocksWithIds } from './references.ts';

export interface TransferRow {
  /** Kind of the entry, or name of the part. */
  readonly kind: string;
  readonly slug: string;
  readonly outcome: 'created' | 'updated' | 'unchanged' | 'refused';
  readonly problem?: string;
  readonly differences?: readonly Difference[];
  /** Undefined when the entry does not exist after the import. */
  readonly entryId?: number;
}

export interface TransferReport {
  readonly rows: readonly TransferRow[];
  /** Number of pictures that were fetched, or in a dry run would be. */
  readonly fetched: number;
  /** URLs of pictures that a dry run did not fetch; the import fetches them. */
  readonly unfetched: readonly string[];
}

export interface ImportOptions {
  readonly actor: Actor;
  readonly dryRun: boolean;
  /** Ids by URL of pictures that were fetched before. If set, no pictures are fetched. */
  readonly pictures?: ReadonlyMap<string, number> | undefined;
  /** Called after each entry, before the transaction is committed. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

interface ContentOptions extends ImportOptions {
  /** Whether entries with an existing import key are skipped, even if staff have changed them. */
  readonly skipsKnownEntries?: boolean;
  /** Whether missing pictures and blocks are left out, instead of refusing entries that contain them. */
  readonly leavesOutMissing?: boolean;
  /** Runs in the transaction after the entries were saved, also in a dry run before it is rolled back. */
  readonly afterEntries?: (tx: Tx, rows: readonly TransferRow[]) => Promise<void>;
}

class DryRunRollback extends Error {}
class EntryRefused extends Error {}

/**
 * The greatest number of missing references named per entry: enough for all links of a menu, which are many and
 * short.
 */
const maxMissing = 60;

/**
 * Imports all valid entries of a content file, and reports a reason for each refused entry. An entry with an existing
 * slug becomes a new revision, so that staff can restore the previous one. Pictures are fetched before the
 * transaction.
 */
export async function importContent(
  shop: Shop,
  file: ContentFile,
  {
    actor,
    dryRun,
    pictures,
    onProgress,
    skipsKnownEntries = false,
    leavesOutMissing = false,
    afterEntries,
  }: ContentOptions,
): Promise<TransferReport> {
  if (!isPermitted(actor, 'content.write')) throw new Error('the actor may not change content');
  const known = skipsKnownEntries ? await findKnownKeys(shop, file) : new Set<string>();
  const wanted = file.entries.filter(({ importKey = '' }) => !known.has(importKey));
  const fetched = pictures
    ? { ids: pictures, unfetched: new Set<string>(), count: 0 }
    : await fetchPictures(shop, wanted, dryRun);
  let rows: TransferRow[] = [];
  await inTransaction(shop.db, async (tx) => {
    rows = [...(await importParts(shop, tx, file))];
    const sorted = file.entries.toSorted((a, b) => fileKinds.indexOf(a.kind) - fileKinds.indexOf(b.kind));
    for (const [index, entry] of sorted.entries()) {
      const { kind, slug, importKey = '' } = entry;
      rows.push(
        known.has(importKey)
          ? { kind, slug, outcome: 'unchanged' }
          : await importEntry(shop, tx, entry, {
              actor,
              leavesOutMissing,
              pictures: fetched.ids,
              unfetched: fetched.unfetched,
            }),
      );
      onProgress?.(index + 1, sorted.length);
    }
    await afterEntries?.(tx, rows);
    if (dryRun) throw new DryRunRollback();
  }).catch((error: unknown) => {
    if (!(error instanceof DryRunRollback)) throw error;
  });
  return { rows, fetched: fetched.count, unfetched: [...fetched.unfetched] };
}

const selectKnown = sqlQuery<{ key: string }>(
  'content-transfer.find-known-keys',
  `select coalesce(import_key, '') as key from content_entries where locale = $1 and import_key = any($2::text[])`,
);

async function findKnownKeys({ db, choices }: Shop, { entries }: ContentFile): Promise<ReadonlySet<string>> {
  const keys = entries.flatMap(({ importKey }) => importKey ?? []);
  return new Set((await selectKnown(db, [choices.locale, keys])).map(({ key }) => key));
}

async function importParts(shop: Shop, tx: Tx, file: ContentFile): Promise<readonly TransferRow[]> {
  const rows: TransferRow[] = [];
  const parts = new Map(shop.implementations(contentParts).map((part) => [part.name, part]));
  // Parts are saved in the order of the shop, since later parts may refer to earlier ones.
  for (const [name, part] of parts) {
    for (const item of file.parts[name] ?? []) {
      const read = part.schema.safeParse(item);
      const slug = read.success ? part.toLabel(read.data) : '';
      const saved = read.success
        ? await part.save(shop, tx, read.data)
        : { problem: `${read.error.issues[0]?.path.join('.')}: ${read.error.issues[0]?.message}` };
      rows.push(
        typeof saved === 'string'
          ? { kind: name, slug, outcome: saved }
          : { kind: name, slug, outcome: 'refused', problem: saved.problem },
      );
    }
  }
  const unknown = Object.keys(file.parts).filter((name) => !parts.has(name));
  return [
    ...rows,
    ...unknown.map(
      (kind): TransferRow => ({ kind, slug: '', outcome: 'refused', problem: 'this shop has no such part' }),
    ),
  ];
}

interface EntryOptions extends Required<Pick<ContentOptions, 'actor' | 'leavesOutMissing'>> {
  readonly pictures: ReadonlyMap<string, number>;
  /** URLs of pictures that a dry run has not fetched. */
  readonly unfetched: ReadonlySet<string>;
}

/** Saves an entry in a savepoint, so that a refused entry leaves no changes. */
async function importEntry(shop: Shop, tx: Tx, entry: FileEntry, options: EntryOptions): Promise<TransferRow> {
  const { kind, slug } = entry;
  try {
    return await inTransaction(tx, (savepoint) => saveEntry(shop, savepoint, entry, options));
  } catch (error) {
    if (!(error instanceof EntryRefused)) throw error;
    return { kind, slug, outcome: 'refused', problem: error.message };
  }
}

const refuse = (problem: string): never => {
  throw new EntryRefused(problem);
};

const lockByKey = sqlQuery<{ id: number; kind: string }>(
  'content-transfer.lock-entry-by-key',
  'select id, kind from content_entries where locale = $1 and import_key = $2 for no key update',
);
const lockBySlug = sqlQuery<{ id: number; kind: string }>(
  'content-transfer.lock-entry-by-address',
  'select id, kind from content_entries where locale = $1 and slug = $2 for no key update',
);
const setKey = sqlQuery(
  'content-transfer.set-import-key',
  'update content_entries set import_key = $2 where id = $1 and import_key is null',
);

const isSlug = (slug: string) => /^[\p{Ll}\p{Lo}\p{N}]+(?:-[\p{Ll}\p{Lo}\p{N}]+)*$/u.test(slug) && slug.length <= 100;

async function findExisting(shop: Shop, tx: Tx, { kind, slug, importKey }: FileEntry): Promise<Entry | null> {
  const { locale } = shop.choices;
  const [byKey] = importKey === undefined ? [] : await lockByKey(tx, [locale, importKey]);
  if (byKey && byKey.kind !== kind) refuse(`its import key is that of another kind: ${byKey.kind}`);
  if (byKey) return findEntry(tx, byKey.id);
  const [bySlug] = await lockBySlug(tx, [locale, kind === 'page' || kind === 'post' ? slug : `${kind}.${slug}`]);
  if (bySlug && bySlug.kind !== kind) refuse(`the address is that of another kind: ${bySlug.kind}`);
  return bySlug ? findEntry(tx, bySlug.id) : null;
}

async function saveEntry(shop: Shop, tx: Tx, entry: FileEntry, options: EntryOptions): Promise<TransferRow> {
  const { kind, slug, importKey, isPublished } = entry;
  const { locale } = shop.choices;
  if (entry.locale !== undefined && entry.locale !== locale)
    refuse(`its language is ${entry.locale}, and that of the shop is ${locale}`);
  if (kind === 'menu' && !isMenuName(slug)) refuse(`there is no menu '${slug}'`);
  if (!isSlug(slug)) refuse('the address has other characters than small letters, digits and -');
  const content = await toContent(shop, tx, entry, options);
  const existing = await findExisting(shop, tx, entry);
  const { actor } = options;
  const misplaced = await findMenuProblem(shop, tx, { id: existing?.id ?? null, kind }, content.tree.blocks);
  if (misplaced !== null) refuse(misplaced);
  if (!existing) {
    const created = await createEntry(shop, tx, { kind, slug }, content, actor);
    if (!created) return refuse('the address is that of another entry');
    if (importKey !== undefined) await setKey(tx, [created.id, importKey]);
    if (isPublished) await publish(shop, tx, created.id, created.revisionId);
    await recordImport(tx, actor, created.id, content.title, null, { draft: created.revisionId });
    return { kind, slug, outcome: 'created', entryId: created.id };
  }
  const before = { ...existing, details: readDetails(shop, kind, existing.details) };
  const isSame = toText(before) === toText(content);
  const isLeft = !isPublished || existing.publishedId === existing.draftId;
  if (isSame && isLeft) return { kind, slug, outcome: 'unchanged', entryId: existing.id };
  const draft = isSame ? existing.draftId : await addRevision(shop, tx, existing.id, content, actor);
  if (isPublished) await publish(shop, tx, existing.id, draft);
  await recordImport(tx, actor, existing.id, content.title, { draft: existing.draftId }, { draft, isPublished });
  const differences = findDifferences(shop, before, content, kind);
  return { kind, slug, outcome: 'updated', differences, entryId: existing.id };
}

const recordImport = (
  tx: Tx,
  actor: Actor,
  id: number,
  label: string,
  before: Readonly<Record<string, unknown>> | null,
  after: Readonly<Record<string, unknown>>,
) =>
  recordAudit(tx, toAuditActor(actor), {
    ...{ subject: { kind: 'content', id, label }, action: 'content-transfer.import' },
    ...{ before: before as never, after: after as never },
  });

const toText = ({ title, lead, description, imageId, place, isListed, tree, details = {} }: EntryContent): string => {
  const sorted = sortValues({ id: '', type: '', values: details }).values;
  return JSON.stringify([title, lead, description, imageId, place, isListed, tree.blocks.map(sortValues), sorted]);
};

async function toContent(shop: Shop, tx: Tx, entry: FileEntry, options: EntryOptions): Promise<EntryContent> {
  const { kind, title, lead, description, picture, place, isListed } = entry;
  // Check the structure first, so that a tree that is nested too deeply is not processed further.
  const read = readTree(entry.blocks);
  if (!read.ok) return refuse(`${read.code} ${read.blockId ?? ''}`.trim());
  const { blocks, missing } = await toBlocksWithIds(shop, tx, read.blocks, options.pictures);
  const isLeft = ({ kind: of, name }: (typeof missing)[number]) =>
    options.leavesOutMissing || (of === 'picture' && options.unfetched.has(name));
  const lost = missing.filter((each) => !isLeft(each)).map(({ kind: of, name }) => `${of} '${name.slice(0, 200)}'`);
  if (lost.length > 0) refuse(`there is no ${lost.slice(0, maxMissing).join(', ')}`);
  const tree = checkTree(shop, blocks, kind === 'menu' ? 'menu' : 'blocks');
  if (!tree.ok) return refuse(`${tree.code} ${tree.blockId ?? ''} ${tree.message ?? ''}`.trim());
  return {
    ...{ title, lead, description, place, isListed, tree: { version: 1, blocks: tree.blocks } },
    imageId: picture === null ? null : await findPicture(shop, tx, picture, options),
    details: await toDetails(shop, tx, kind, entry.details),
  };
}

async function findPicture(shop: Shop, tx: Tx, address: string, options: EntryOptions): Promise<number | null> {
  const id = options.pictures.get(address) ?? (await findPictures(shop, tx, [address])).get(address);
  if (id !== undefined) return id;
  return options.leavesOutMissing || options.unfetched.has(address) ? null : refuse(`there is no picture '${address}'`);
}

async function toDetails(shop: Shop, tx: Tx, kind: string, named: FileEntry['details']) {
  const definition = findEntryDetails(shop, kind);
  if (!definition) return Object.keys(named).length === 0 ? {} : refuse('its kind has no details');
  const found = (await definition.toIds?.(shop, tx, named)) ?? named;
  if (typeof found === 'string') return refuse(found);
  const details = readDetails(shop, kind, found);
  for (const { key, field } of listFields(definition.fields(shop)))
    if (!field.kind.json(field).safeParse(details[key]).success) refuse(`${field.label}: its value does not fit`);
  return details;
}
