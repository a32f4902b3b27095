import { saveRedirect } from '#features/catalog-transfer/index.ts';
import { type AddedComment, addComments, maxAuthor, maxBody } from '#features/comments/index.ts';
import { contentParts, contentSettings, getShopPath } from '#features/content/index.ts';
import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { normaliseLine, normaliseText } from '#platform/input/normalise-text.ts';
import { stripHtml } from '#platform/texts/plain-text.ts';
import { sanitiseHtml, toPlainText } from '#platform/texts/sanitise-html.ts';
import { slugify } from '#platform/texts/slugs.ts';
import { readWxr, type WxrItem } from '#platform/wxr/read-wxr.ts';
import { type ContentFile, type FileEntry, fileFormat } from '../content-file.ts';
import { type ImportOptions, importContent, type TransferReport, type TransferRow } from '../import-content.ts';
import { type ConvertContext, convertHtml } from './convert-blocks.ts';

/** Items per transaction. The texts of one batch are held in memory. */
const batchSize = 50;
const maxSlug = 100;
const kinds = { post: 'post', page: 'page', wp_block: 'block' } as const;
type ItemType = keyof typeof kinds;
const isItemType = (type: string): type is ItemType => Object.hasOwn(kinds, type);

const getText = ({ texts }: Pick<WxrItem, 'texts'>, name: string): string => texts.get(name) ?? '';
const toLine = (html: string, max: number): string =>
  normaliseLine(stripHtml(sanitiseHtml(html)))
    .slice(0, max)
    .trim();

export interface WxrReport extends TransferReport {
  /** Content that was not understood or could not be kept, with the slug of its entry. */
  readonly notes: readonly { readonly slug: string; readonly note: string }[];
}

interface Part {
  readonly slug: string;
  readonly name: string;
  /** Names that this file adds to the shop, in the format of a content file. */
  readonly added?: Readonly<Record<string, string>>;
}

/** Data of the whole file, collected before its texts are converted. */
interface Overview {
  readonly context: ConvertContext;
  /** The map in `context`. The import adds the slug that each reusable block gets in this shop. */
  readonly reusable: Map<string, string>;
  /** Names of authors by their logins. */
  readonly authors: ReadonlyMap<string, string>;
  readonly total: number;
}

const isKept = (item: WxrItem) => !['trash', 'auto-draft', 'inherit'].includes(getText(item, 'wp:status'));

async function readOverview(shop: Shop, file: string): Promise<Overview> {
  const [attachments, reusable, authors] = [new Map(), new Map<string, string>(), new Map<string, string>()];
  let baseUrl = '';
  let total = 0;
  for await (const item of readWxr(file)) {
    if (item.kind === 'author') {
      const login = item.texts.get('wp:author_login') ?? '';
      authors.set(login, toLine(item.texts.get('wp:author_display_name') || login, 100));
      continue;
    }
    const [id, type] = [getText(item, 'wp:post_id'), getText(item, 'wp:post_type')];
    if (isItemType(type) && isKept(item)) total += 1;
    const link = getText(item, 'link');
    if (baseUrl === '' && URL.canParse(link)) baseUrl = `${new URL(link).origin}/`;
    if (type === 'attachment')
      attachments.set(id, {
        url: getText(item, 'wp:attachment_url'),
        alt: item.meta.get('_wp_attachment_image_alt') ?? '',
      });
    if (type === 'wp_block') reusable.set(id, readSlug(item));
  }
  const { embedHosts } = shop.settings(contentSettings);
  return { authors, total, reusable, context: { attachments, reusable, embedHosts, baseUrl } };
}

const toSlug = (text: string): string => slugify(text).slice(0, maxSlug).replace(/-+$/, '');

function readSlug(item: WxrItem): string {
  const name = getText(item, 'wp:post_name');
  let decoded = name;
  try {
    decoded = decodeURIComponent(name);
  } catch {
    // The name is not percent-encoded, so it is used as it is.
  }
  return (
    toSlug(decoded) ||
    toSlug(toLine(getText(item, 'title'), 200)) ||
    `${getText(item, 'wp:post_type').replace('_', '-')}-${getText(item, 'wp:post_id')}`
  );
}

/** WordPress writes dates in UTC, without a time zone. */
function readMoment(text: string): Date | null {
  const date = new Date(`${text.replace(' ', 'T')}Z`);
  return /^[1-9]\d{3}-/.test(text) && !Number.isNaN(date.getTime()) ? date : null;
}

const selectOwners = sqlQuery<{ slug: string; key: string | null }>(
  'content-transfer.find-owners-of-addresses',
  'select slug, import_key as key from content_entries where locale = $1 and (slug = any($2::text[]) or import_key = any($3::text[]))',
);

/** Chooses slugs that no other entry has. A slug that is taken gets a number. */
async function chooseSlugs(
  { db, choices }: Shop,
  items: readonly { readonly slug: string; readonly key: string; readonly kind: string }[],
): Promise<ReadonlyMap<string, string>> {
  const numbered = (slug: string) => {
    const short = slug.slice(0, maxSlug - 3).replace(/-+$/, '');
    return [slug, ...Array.from({ length: 20 }, (_, index) => `${short}-${index + 2}`)];
  };
  const toStored = (kind: string, slug: string) => (kind === 'block' ? `block.${slug}` : slug);
  const wanted = items.flatMap(({ slug, kind }) => numbered(slug).map((each) => toStored(kind, each)));
  const owners = await selectOwners(db, [choices.locale, wanted, items.map(({ key }) => key)]);
  const taken = new Set(owners.map(({ slug }) => slug));
  const chosen = new Map(
    owners.flatMap(({ slug, key }) => (key === null ? [] : [[key, slug.replace(/^block\./, '')]])),
  );
  for (const { slug, key, kind } of items) {
    if (chosen.has(key)) continue;
    const free = numbered(slug).find((each) => !taken.has(toStored(kind, each))) ?? slug;
    taken.add(toStored(kind, free));
    chosen.set(key, free);
  }
  return chosen;
}

/**
 * Returns the keys by which a name of one kind is found: the name in lower case, and the slug. Staff may have changed
 * either since an earlier import.
 */
const toPartKeys = (part: string, { kind = '', slug, name }: Part & { readonly kind?: string | undefined }) => [
  `${part} ${kind} ${name?.toLowerCase()}`,
  // A line break separates the parts of the key, since no name contains one.
  `${part} ${kind}\n${slug}`,
];

/** Loads the names that the shop already has, by the keys of `toPartKeys`. */
async function loadParts(shop: Shop): Promise<Map<string, Part>> {
  const known = new Map<string, Part>();
  for (const { name, list } of shop.implementations(contentParts))
    for (const item of (await list(shop, shop.db)) as readonly (Part & { readonly kind?: string })[])
      for (const key of toPartKeys(name, item)) known.set(key, item);
  return known;
}

/**
 * Imports pages, posts and reusable blocks of a WordPress export with their pictures, categories, tags, authors and
 * comments. An entry that was imported before keeps the changes that staff made.
 */
export async function importWxr(
  shop: Shop,
  file: string,
  { onProgress, ...options }: ImportOptions,
): Promise<WxrReport> {
  const overview = await readOverview(shop, file);
  const parts = await loadParts(shop);
  const rows: TransferRow[] = [];
  const notes: { slug: string; note: string }[] = [];
  const keys = new Set<string>();
  const unfetched = new Set<string>();
  let [fetched, done] = [0, 0];
  // Import reusable blocks first: texts refer to them, and they may come anywhere in the file.
  for (const isPass of [(type: string) => type === 'wp_block', (type: string) => type === 'page' || type === 'post']) {
    let batch: WxrItem[] = [];
    const flush = async () => {
      const report = await importBatch(shop, batch, {
        ...{ overview, parts, notes, keys, ...options },
        onProgress: (ofBatch) => onProgress?.(done + ofBatch, overview.total),
      });
      rows.push(...report.rows);
      fetched += report.fetched;
      for (const url of report.unfetched) unfetched.add(url);
      done += batch.length;
      batch = [];
    };
    for await (const item of readWxr(file)) {
      if (item.kind !== 'item' || !isPass(getText(item, 'wp:post_type'))) continue;
      if (!isKept(item)) continue;
      batch.push(item);
      if (batch.length === batchSize) await flush();
    }
    if (batch.length > 0) await flush();
  }
  return { rows, fetched, unfetched: [...unfetched], notes };
}

interface BatchOptions extends ImportOptions {
  readonly overview: Overview;
  readonly parts: Map<string, Part>;
  readonly notes: { slug: string; note: string }[];
  /** Import keys of the items read so far. */
  readonly keys: Set<string>;
}

async function importBatch(shop: Shop, items: readonly WxrItem[], options: BatchOptions): Promise<TransferReport> {
  const { actor, dryRun, pictures, onProgress } = options;
  const named = items.map((item) => {
    const type = getText(item, 'wp:post_type');
    const plainKey = `wxr:${getText(item, 'guid') || getText(item, 'link') || getText(item, 'wp:post_id')}`.slice(
      0,
      380,
    );
    // A copied site has some post numbers twice. The second item with a number is another item, not a change of the
    // first.
    const key = options.keys.has(plainKey) ? `${plainKey} ${readSlug(item)}` : plainKey;
    options.keys.add(plainKey);
    return { item, key, kind: isItemType(type) ? kinds[type] : ('page' as const), slug: readSlug(item) };
  });
  const slugs = await chooseSlugs(shop, named);
  // Reusable blocks get their slugs first, because later texts refer to them.
  for (const { item, key, kind, slug } of named)
    if (kind === 'block') options.overview.reusable.set(getText(item, 'wp:post_id'), slugs.get(key) ?? slug);
  const newParts: Record<string, unknown[]> = {};
  const entries = named.map(({ item, key, kind, slug }) =>
    toEntry(item, { kind, key, slug: slugs.get(key) ?? slug }, newParts, options),
  );
  const content: ContentFile = { format: fileFormat, version: 1, parts: newParts, entries };
  const byKey = new Map(named.map(({ key, item }) => [key, item]));
  const afterEntries = async (tx: Tx, rows: readonly TransferRow[]) => {
    for (const { kind, slug, outcome, entryId } of rows) {
      const entry = entries.find((each) => each.kind === kind && each.slug === slug);
      const item = byKey.get(entry?.importKey ?? '');
      if (outcome !== 'created' || !entry || !item || entryId === undefined) continue;
      await redirectFormer(shop, tx, entry, item, options);
      if (kind === 'post') await addPostComments(shop, tx, entryId, item, options);
    }
  };
  return importContent(shop, content, {
    ...{ actor, dryRun, pictures, onProgress, afterEntries },
    ...{ skipsKnownEntries: true, leavesOutMissing: true },
  });
}

interface Named {
  readonly kind: FileEntry['kind'];
  readonly key: string;
  readonly slug: string;
}

function toEntry(
  item: WxrItem,
  { kind, key, slug }: Named,
  newParts: Record<string, unknown[]>,
  { overview: { context, authors }, parts, notes, dryRun }: BatchOptions,
): FileEntry {
  const { blocks, unknown } = convertHtml(getText(item, 'content:encoded'), context);
  for (const what of new Set(unknown)) notes.push({ slug, note: `not understood and not shown: ${what}` });
  const status = getText(item, 'wp:status');
  const isSecret = getText(item, 'wp:post_password') !== '';
  if (isSecret) notes.push({ slug, note: 'had a password, so it is a draft' });
  if (status === 'future') notes.push({ slug, note: 'was to be published later, so it is a draft' });
  const thumbnail = context.attachments.get(item.meta.get('_thumbnail_id') ?? '');
  /** Finds the name in the shop, or adds it to the file. */
  const find = (part: string, name: string, more: Readonly<Record<string, string>>, wanted: string): string => {
    const given = { ...more, slug: toSlug(wanted) || toSlug(name) || 'other', name };
    const keys = toPartKeys(part, given);
    const known = keys.map((key) => parts.get(key)).find((each) => each !== undefined);
    const added = known ? known.added : given;
    const own = newParts[part] ?? [];
    // A dry run has rolled back the names that earlier batches added, so add them again.
    if (added && (!known || dryRun) && !own.includes(added)) newParts[part] = [...own, added];
    if (!known) for (const key of keys) parts.set(key, { ...given, added: given });
    return known?.slug ?? given.slug;
  };
  const findTerms = (domain: string, termKind: string, max: number) => [
    ...new Set(
      item.terms
        .filter((term) => term.domain === domain && term.slug !== 'uncategorized')
        .map((term) => ({ ...term, name: toLine(term.name, 100) }))
        .filter(({ name }) => name !== '')
        .slice(0, max)
        .map((term) => find('journal-terms', term.name, { kind: termKind, description: '' }, term.slug)),
    ),
  ];
  const author = authors.get(getText(item, 'dc:creator')) ?? toLine(getText(item, 'dc:creator'), 100);
  const details = () => ({
    author: author === '' ? null : find('journal-authors', author, { bio: '' }, author),
    categories: findTerms('category', 'category', 5),
    tags: findTerms('post_tag', 'tag', 20),
    date: readMoment(getText(item, 'wp:post_date_gmt'))?.toISOString() ?? null,
    isOpen: getText(item, 'wp:comment_status') !== 'closed',
  });
  return {
    ...{ kind, slug, importKey: key, isPublished: status === 'publish' && !isSecret, blocks: [...blocks] },
    ...{ title: toLine(getText(item, 'title'), 200) || slug, lead: toLine(getText(item, 'excerpt:encoded'), 300) },
    ...{ description: '', picture: thumbnail?.url || null, place: 'none', isListed: true },
    details: kind === 'post' ? details() : {},
  };
}

/** Redirects the path of the entry at the other site to its path in the shop. */
async function redirectFormer(shop: Shop, tx: Tx, entry: FileEntry, item: WxrItem, { notes }: BatchOptions) {
  const link = getText(item, 'link');
  const target = getShopPath(entry);
  const path = URL.canParse(link) ? new URL(link).pathname.replace(/\/+$/, '') : '';
  if (target === null || path === '' || path === target || !entry.isPublished) return;
  const saved = await saveRedirect(shop, tx, null, { source: path, target });
  if (!saved.ok) notes.push({ slug: entry.slug, note: `the former address ${path} leads nowhere: ${saved.code}` });
}

async function addPostComments(shop: Shop, tx: Tx, entryId: number, item: WxrItem, { overview }: BatchOptions) {
  const known = new Set<string>();
  const sorted = item.comments.toSorted(
    (a, b) => Number(a.texts.get('wp:comment_id')) - Number(b.texts.get('wp:comment_id')),
  );
  const comments = sorted.flatMap(({ texts }): AddedComment[] => {
    const text = (name: string) => texts.get(`wp:comment_${name}`) ?? '';
    const [key, parent, state] = [text('id'), text('parent'), text('approved')];
    const body = normaliseText(toPlainText(text('content'))).slice(0, maxBody);
    const writtenAt = readMoment(text('date_gmt'));
    const isComment = ['', 'comment'].includes(text('type')) && ['0', '1'].includes(state);
    const isOrphan = !['', '0'].includes(parent) && !known.has(parent);
    if (!isComment || isOrphan || body === '' || !writtenAt || writtenAt > shop.clock.now()) return [];
    known.add(key);
    const author = text('author');
    return [
      {
        ...{ key, body, writtenAt, ...(['', '0'].includes(parent) ? {} : { parentKey: parent }) },
        // An email address must not be published as an author's name.
        author: author.includes('@') ? '' : normaliseLine(toPlainText(author)).slice(0, maxAuthor),
        ...(state === '1' ? {} : { state: 'held' as const, reasons: ['imported'] }),
      },
    ];
  });
  const source = (
    URL.canParse(overview.context.baseUrl) ? new URL(overview.context.baseUrl).hostname : 'WordPress'
  ).slice(0, 40);
  if (comments.length > 0)
    await addComments(shop, tx, { productId: null, entryId, source, isImported: true, comments });
}
