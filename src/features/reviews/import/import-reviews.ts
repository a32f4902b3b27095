import { findProductIdsBySlug, findVariationIdsByImportId, findVariationIdsBySku } from '#features/catalog/index.ts';
import { type AddedComment, addComments, maxAuthor, maxBody, maxTitle } from '#features/comments/index.ts';
import type { CsvCode } from '#platform/csv/errors.ts';
import { createNonUtf8Warning, detectFormat, readRows, UnreadableFile } from '#platform/csv/read-rows.ts';
import { createReportBuilder, type ReportBuilder, type RowReport } from '#platform/csv/report.ts';
import { inTransaction, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { normaliseLine, normaliseText } from '#platform/input/normalise-text.ts';
import { stripHtml } from '#platform/texts/plain-text.ts';
import type { reviewImportErrors } from '../errors.ts';

export type ReviewRowCode = CsvCode | keyof typeof reviewImportErrors.codes;

/** Heads of files of Judge.me, Loox, Yotpo and WooCommerce, in small letters. */
const heads = {
  key: ['id', 'comment_id', 'review_id'],
  stars: ['rating', 'review score', 'score', 'stars'],
  title: ['title', 'review title'],
  body: ['body', 'review content', 'review', 'full_review', 'comment_content'],
  author: ['reviewer_name', 'author', 'reviewer display name', 'nickname', 'reviewer', 'comment_author'],
  date: ['review_date', 'review creation date', 'created_at', 'date_created_gmt', 'date', 'comment_date_gmt'],
  slug: ['product_handle', 'handle'],
  productId: ['product_id', 'productid'],
  sku: ['product sku', 'sku'],
  state: ['curated', 'review status', 'status', 'comment_approved'],
  type: ['comment_type', 'type'],
  reply: ['reply', 'comment content'],
  pictures: ['picture_urls', 'photo_url', 'img', 'published image url'],
} as const;
type Field = keyof typeof heads;

const fieldsByHead = new Map<string, Field>(
  Object.entries(heads).flatMap(([field, names]) => names.map((name) => [name, field as Field] as const)),
);

interface Row {
  readonly line: number;
  readonly cells: Readonly<Partial<Record<Field, string>>>;
}

interface ReadReview extends Omit<AddedComment, 'isFromShop' | 'parentKey'> {
  readonly line: number;
  readonly reply: string;
  readonly product: Readonly<Record<'slug' | 'productId' | 'sku', string>>;
}

const hiddenStates = ['spam', 'hidden', 'unpublished', 'trash', 'rejected', '0', 'hold', 'pending', 'declined'];

interface ImportOptions {
  /** What the rows say of where they come from: `Judge.me`. */
  readonly source: string;
  readonly dryRun: boolean;
}

class DryRunRollback extends Error {}

/** Imports reviews of a CSV file in one transaction. They are approved, belong to nobody, and have no badge of a purchase. */
export async function importReviews(
  shop: Shop,
  file: string,
  { source, dryRun }: ImportOptions,
): Promise<RowReport<ReviewRowCode>> {
  const read = createReportBuilder<ReviewRowCode>();
  const reviews = await readReviews(shop, file, read);
  let report = read;
  try {
    await inTransaction(shop.db, async (tx) => {
      // The transaction may be retried.
      report = read.copy();
      await addReviews(shop, tx, reviews, source, report);
      if (dryRun) throw new DryRunRollback();
    });
  } catch (error) {
    if (!(error instanceof DryRunRollback)) throw error;
  }
  return report.report();
}

async function readReviews(shop: Shop, file: string, report: ReportBuilder<ReviewRowCode>): Promise<ReadReview[]> {
  const format = await detectFormat(file, (head) => fieldsByHead.has(head));
  if (format.nonUtf8Lines) report.addMessage(createNonUtf8Warning(format.nonUtf8Lines));
  const reviews: ReadReview[] = [];
  let columns: (Field | undefined)[] | null = null;
  try {
    for await (const row of readRows(file, format)) {
      if ('problem' in row) refuse(report, row.line, 'BROKEN_ROW', row.problem);
      else if (columns === null) columns = row.cells.map((cell) => fieldsByHead.get(cell.trim().toLowerCase()));
      else {
        const named = columns.flatMap((field, index) =>
          field ? [[field, row.cells[index]?.trim() ?? ''] as const] : [],
        );
        // The first of several columns of one meaning counts.
        const review = readReview(shop, { line: row.line, cells: Object.fromEntries(named.toReversed()) }, report);
        if (review) reviews.push(review);
      }
    }
  } catch (failure) {
    if (!(failure instanceof UnreadableFile)) throw failure;
    refuse(report, failure.line, 'UNREADABLE', `${failure.message}; nothing after this line was imported`);
  }
  return reviews;
}

function refuse(report: ReportBuilder<ReviewRowCode>, line: number, code: ReviewRowCode, message: string): null {
  report.addMessage({ level: 'error', line, column: '', code, message });
  return null;
}

function readReview({ clock }: Shop, { line, cells }: Row, report: ReportBuilder<ReviewRowCode>): ReadReview | null {
  const { state = '', type = '', stars = '', date = '', author = '', pictures = '' } = cells;
  if (hiddenStates.includes(state.toLowerCase()) || type === 'order_note')
    return refuse(report, line, 'REVIEW_HIDDEN', `is '${state || type}' in the other shop, so it was not imported`);
  if (!/^[1-5](?:\.0+)?$/.test(stars))
    return refuse(report, line, 'STARS_UNCLEAR', `'${stars}' is no number of stars from 1 to 5`);
  const writtenAt = readDate(date);
  if (writtenAt === null || writtenAt > clock.now())
    return refuse(report, line, 'DATE_UNCLEAR', `'${date}' is no date like 2024-03-05 in the past`);
  if (pictures !== '')
    report.addMessage({
      level: 'warning',
      line,
      column: '',
      code: 'PICTURES_LEFT',
      message: 'has pictures, which were not fetched',
    });
  const body = normaliseText(stripHtml(cells.body ?? '')).slice(0, maxBody);
  const title = normaliseLine(stripHtml(cells.title ?? '')).slice(0, maxTitle);
  if (body === '' && title === '') return refuse(report, line, 'REVIEW_EMPTY', 'says nothing');
  const { slug = '', productId = '', sku = '' } = cells;
  return {
    ...{ line, title, body, writtenAt, stars: Number.parseInt(stars, 10), product: { slug, productId, sku } },
    key: cells.key || [slug, productId, sku, author, date, body].join('\n'),
    // An address is no name to publish.
    author: author.includes('@') ? '' : normaliseLine(author).slice(0, maxAuthor),
    reply: normaliseText(stripHtml(cells.reply ?? '')).slice(0, maxBody),
  };
}

/** Days and months are not guessed: 05/03/2024 is two dates. */
function readDate(text: string): Date | null {
  const [, day, time = '00:00:00'] = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?))?/.exec(text) ?? [];
  const date = new Date(`${day}T${time}Z`);
  return day === undefined || Number.isNaN(date.getTime()) ? null : date;
}

async function addReviews(
  shop: Shop,
  tx: Tx,
  reviews: readonly ReadReview[],
  source: string,
  report: ReportBuilder<ReviewRowCode>,
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
        const named = Object.values(product).filter(Boolean).join(', ');
        refuse(report, line, 'PRODUCT_UNKNOWN', `no product has one of these ids, SKUs and addresses: ${named}`);
      }
      continue;
    }
    const toComments = ({ line: _, reply, product: __, ...review }: ReadReview): AddedComment[] => {
      const answer = { key: `${review.key} reply`, parentKey: review.key, author: shop.choices.name, isFromShop: true };
      return reply === '' ? [review] : [review, { ...answer, body: reply, writtenAt: review.writtenAt }];
    };
    const added = await addComments(shop, tx, {
      productId,
      source,
      isImported: true,
      comments: own.flatMap(toComments),
    });
    for (const { line, key } of own) report.setOutcome(line, added.has(key) ? 'created' : 'unchanged');
  }
}
