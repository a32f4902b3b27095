import { findProductIdsBySlug, findVariationIdsByImportId, findVariationIdsBySku } from '#features/catalog/index.ts';
import {
  type AddedComment,
  addComments,
  maxAuthor,
  maxBody,
  maxPhotographs,
  maxTitle,
} from '#features/comments/index.ts';
import { type Encoding, readFileStart } from '#platform/csv/encoding.ts';
import type { CsvCode } from '#platform/csv/errors.ts';
import { createEncodingWarnings, detectFormat, readRows, UnreadableFile } from '#platform/csv/read-rows.ts';
import { createReportBuilder, type ReportBuilder, type RowReport } from '#platform/csv/report.ts';
import { inTransaction, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { normaliseLine, normaliseText } from '#platform/input/normalise-text.ts';
import { decodeEntities } from '#platform/texts/plain-text.ts';
import { sanitiseHtml } from '#platform/texts/sanitise-html.ts';
import type { reviewImportErrors } from '../errors.ts';
import { readJson } from './read-json.ts';
import { readWxr } from './read-wxr.ts';
import { heads, type ReviewField, type ReviewRow, type ReviewRows } from './review-row.ts';

export type ReviewRowCode = CsvCode | keyof typeof reviewImportErrors.codes;
type Report = ReportBuilder<ReviewRowCode>;

const fieldsByHead = new Map<string, ReviewField>(
  Object.entries(heads).flatMap(([field, names]) => names.map((name) => [name, field as ReviewField] as const)),
);

interface ReadReview extends AddedComment {
  readonly line: number;
  readonly reply: string;
  readonly product: Readonly<Record<'slug' | 'productId' | 'sku', string>>;
}

const approvedStates = ['', '1', 'ok', 'active', 'approve', 'approved', 'publish', 'published'];
const hiddenStates = ['spam', 'trash', 'post-trashed', 'hidden', 'unpublished', 'rejected', 'declined', 'archived'];
/** Comment types of WordPress and WooCommerce that are neither reviews nor comments. */
const otherTypes = ['order_note', 'pingback', 'trackback', 'webhook_delivery'];
const verifiedWords = ['1', 'true', 'yes', 'verified', 'verified buyer', 'verified purchase'];

/** Most rows of a file: they are kept in memory until they are written. */
const maxRows = 200_000;

interface ImportOptions {
  /** Origin of the reviews, such as `Judge.me`. */
  readonly source: string;
  readonly dryRun: boolean;
  readonly encoding?: Encoding | undefined;
}

class DryRunRollback extends Error {}

/**
 * Imports the reviews of a file in one transaction. They belong to no customer, and have no badge of a verified
 * purchase.
 */
export async function importReviews(
  shop: Shop,
  file: string,
  { source, dryRun, encoding }: ImportOptions,
): Promise<RowReport<ReviewRowCode>> {
  const read = createReportBuilder<ReviewRowCode>();
  const reviews = sortThreads(await readReviews(shop, { file, encoding }, read), read);
  let report = read;
  try {
    await inTransaction(shop.db, async (tx) => {
      // Start a new report: the transaction may be retried.
      report = read.copy();
      await addReviews(shop, tx, reviews, source, report);
      if (dryRun) throw new DryRunRollback();
    });
  } catch (error) {
    if (!(error instanceof DryRunRollback)) throw error;
  }
  return report.report();
}

interface ReviewFile {
  readonly file: string;
  readonly encoding: Encoding | undefined;
}

async function openRows(source: ReviewFile, report: Report): Promise<ReviewRows> {
  const { file } = source;
  const start = new TextDecoder().decode(await readFileStart(file, 1024)).trimStart();
  if (start.startsWith('<')) return readWxr(file);
  return start.startsWith('[') ? readJson(file) : readCsv(source, report);
}

async function* readCsv({ file, encoding }: ReviewFile, report: Report): ReviewRows {
  const format = await detectFormat(file, (head) => fieldsByHead.has(head), encoding);
  for (const message of createEncodingWarnings(format)) report.addMessage(message);
  let columns: (ReviewField | undefined)[] | null = null;
  for await (const row of readRows(file, format)) {
    if ('problem' in row) yield row;
    else if (columns === null) columns = row.cells.map((cell) => fieldsByHead.get(cell.trim().toLowerCase()));
    else {
      const named = columns.flatMap((field, index) =>
        field ? [[field, row.cells[index]?.trim() ?? ''] as const] : [],
      );
      // When several columns have the same meaning, the first one counts.
      yield { line: row.line, cells: Object.fromEntries(named.toReversed()) };
    }
  }
}

async function readReviews(shop: Shop, file: ReviewFile, report: Report): Promise<ReadReview[]> {
  const reviews: ReadReview[] = [];
  try {
    for await (const row of await openRows(file, report)) {
      if ('problem' in row) refuse(report, row.line, 'BROKEN_ROW', row.problem);
      else {
        const review = readReview(shop, row, report);
        if (review && reviews.push(review) > maxRows)
          throw new UnreadableFile(row.line, `it has more than ${maxRows} reviews`);
      }
    }
  } catch (failure) {
    if (!(failure instanceof UnreadableFile)) throw failure;
    refuse(report, failure.line, 'UNREADABLE', `${failure.message}; nothing after this line was imported`);
  }
  return reviews;
}

function refuse(report: Report, line: number, code: ReviewRowCode, message: string): null {
  report.addMessage({ level: 'error', line, column: '', code, message });
  return null;
}

function readReview({ clock }: Shop, { line, cells, isComment = false }: ReviewRow, report: Report): ReadReview | null {
  const { state = '', type = '', stars = '', date = '', author = '', parent = '', verified = '' } = cells;
  const parentKey = parent === '' || parent === '0' ? undefined : parent;
  if (hiddenStates.includes(state.toLowerCase()) || otherTypes.includes(type))
    return refuse(report, line, 'REVIEW_HIDDEN', `is '${state || type}' in the other shop, so it was not imported`);
  const hasStars = parentKey === undefined && !(isComment && ['', '0'].includes(stars));
  if (hasStars && !/^[1-5](?:\.0+)?$/.test(stars))
    return refuse(report, line, 'STARS_UNCLEAR', `'${stars}' is no number of stars from 1 to 5`);
  const writtenAt = readDate(date);
  if (writtenAt === null || writtenAt > clock.now())
    return refuse(report, line, 'DATE_UNCLEAR', `'${date}' is no date like 2024-03-05 in the past`);
  const body = normaliseText(toPlainText(cells.body ?? '')).slice(0, maxBody);
  const title = normaliseLine(toPlainText(cells.title ?? '')).slice(0, maxTitle);
  if (body === '' && title === '') return refuse(report, line, 'REVIEW_EMPTY', 'says nothing');
  const pictures = parentKey === undefined ? readPictures(cells.pictures ?? '') : [];
  const isHeld = !approvedStates.includes(state.toLowerCase());
  const message = 'has pictures: they are fetched, and the review waits for approval with them';
  if (pictures.length > 0) report.addMessage({ level: 'warning', line, column: '', code: 'PICTURES_HELD', message });
  const { slug = '', productId = '', sku = '' } = cells;
  return {
    ...{ line, body, writtenAt, pictures, product: { slug, productId, sku } },
    ...(parentKey === undefined ? { title } : { parentKey }),
    ...(hasStars && { stars: Number.parseInt(stars, 10) }),
    key: cells.key || [slug, productId, sku, author, date, body].join('\n'),
    // An email address must not be published as a name.
    author: author.includes('@') ? '' : normaliseLine(toPlainText(author)).slice(0, maxAuthor),
    state: isHeld || pictures.length > 0 ? 'held' : 'approved',
    reasons: [...(isHeld ? ['imported'] : []), ...(pictures.length > 0 ? ['pictures'] : [])],
    isSourceVerified: verifiedWords.includes(verified.toLowerCase()),
    reply: normaliseText(toPlainText(cells.reply ?? '')).slice(0, maxBody),
  };
}

/**
 * Texts of other shops are HTML, with all kinds of entities, and with elements as well as line ends between
 * paragraphs.
 */
const toPlainText = (html: string): string =>
  decodeEntities(
    sanitiseHtml(html)
      .replace(/<br \/>\n?|<\/(?:li|tr|d[td])>\s*/g, '\n')
      .replace(/<\/(?:p|h[2-6]|blockquote|[uod]l|table)>\s*/g, '\n\n')
      .replace(/<[^>]*>/g, ''),
  );

const readPictures = (cell: string): string[] =>
  [...new Set(cell.split(/[\s,;|]+/))]
    .filter((url) => /^https?:\/\//i.test(url) && url.length <= 2000)
    .slice(0, maxPhotographs);

/** The order of day and month is not guessed: 05/03/2024 could be two dates. */
function readDate(text: string): Date | null {
  const [, day, time = '00:00:00'] = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?))?/.exec(text) ?? [];
  const date = new Date(`${day}T${time}Z`);
  return day === undefined || Number.isNaN(date.getTime()) ? null : date;
}

/** Sorts reviews before their answers. An answer to a review that is not imported is refused. */
function sortThreads(reviews: readonly ReadReview[], report: Report): ReadReview[] {
  const byParent = Map.groupBy(reviews, ({ parentKey }) => parentKey);
  const sorted = [...(byParent.get(undefined) ?? [])];
  // The list grows while the loop runs.
  for (const { key } of sorted) {
    sorted.push(...(byParent.get(key) ?? []));
    byParent.delete(key);
  }
  const reached = new Set(sorted);
  for (const review of reviews)
    if (!reached.has(review))
      refuse(report, review.line, 'PARENT_LEFT', `answers '${review.parentKey}', which was not imported`);
  return sorted;
}

async function addReviews(
  shop: Shop,
  tx: Tx,
  reviews: readonly ReadReview[],
  source: string,
  report: Report,
): Promise<void> {
  const values = (key: keyof ReadReview['product']) =>
    [...new Set(reviews.map(({ product }) => product[key]))].filter((value) => value !== '');
  const bySlug = await findProductIdsBySlug(tx, shop.choices.locale, values('slug'));
  const byId = await findVariationIdsByImportId(tx, values('productId'));
  const bySku = await findVariationIdsBySku(tx, values('sku'));
  const byProduct = Map.groupBy(
    reviews,
    ({ product: { slug, productId, sku } }) =>
      byId.get(productId)?.productId ?? bySku.get(sku.toLowerCase())?.productId ?? bySlug.get(slug) ?? null,
  );
  for (const [productId, own] of byProduct) {
    if (productId === null) {
      for (const { line, product } of own) {
        const named = Object.values(product).filter(Boolean).join(', ') || 'it names none';
        refuse(report, line, 'PRODUCT_UNKNOWN', `no product has one of these ids, SKUs and addresses: ${named}`);
      }
      continue;
    }
    const toComments = ({ line: _, reply, product: __, ...review }: ReadReview): AddedComment[] => {
      const answer = { key: `${review.key} reply`, parentKey: review.key, author: shop.choices.name, isFromShop: true };
      return reply === '' ? [review] : [review, { ...answer, body: reply, writtenAt: review.writtenAt }];
    };
    const keys = new Set<string>();
    const whole = own.filter(({ key, parentKey, line }) => {
      const isWhole = parentKey === undefined || keys.has(parentKey);
      if (isWhole) keys.add(key);
      else refuse(report, line, 'PARENT_LEFT', `answers '${parentKey}', which is about another product`);
      return isWhole;
    });
    const comments = whole.flatMap(toComments);
    const added = await addComments(shop, tx, { productId, source, isImported: true, comments });
    for (const { line, key } of whole) report.setOutcome(line, added.has(key) ? 'created' : 'unchanged');
  }
}
