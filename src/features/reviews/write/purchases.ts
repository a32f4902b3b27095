import type { Purchase } from '#features/comments/index.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { ActingCustomer } from '#platform/sessions/actor.ts';
import { isSigned, sign } from '#platform/sessions/signing.ts';
import { fieldNames, formPath } from '../contract.ts';

/** Condition: the order line was paid, not fully returned, and has no review yet. */
export const reviewableLineSql = (line: string, order: string) => `${order}.status in ('processing', 'completed')
    and not exists (select from comments c where c.order_line_id = ${line}.id)
    and ${line}.quantity > coalesce((select sum(r.quantity) from refund_lines r join refunds f on f.id = r.refund_id and f.status <> 'failed'
      where r.order_line_id = ${line}.id), 0)`;

const selectOfCustomer = sqlQuery<Purchase>(
  'reviews.find-purchase-of-customer',
  `select l.id as "orderLineId", l.options from orders o join order_lines l on l.order_id = o.id
  where l.product_id = $1 and (o.customer_id = $2::bigint or $3::text is not null and email_key(o.email) = email_key($3)) and ${reviewableLineSql('l', 'o')}
  order by l.id desc limit 1`,
);

const selectOfLine = sqlQuery<Purchase & { email: string }>(
  'reviews.find-purchase-of-line',
  `select l.id as "orderLineId", l.options, o.email from orders o join order_lines l on l.order_id = o.id
  where l.product_id = $1 and l.id = $2::bigint and ${reviewableLineSql('l', 'o')}`,
);

const selectOrder = sqlQuery<{ email: string; reviewId: number | null }>(
  'reviews.find-order-of-line',
  `select o.email, (select c.id from comments c where c.order_line_id = l.id) as "reviewId"
  from orders o join order_lines l on l.order_id = o.id where l.product_id = $1 and l.id = $2::bigint`,
);

/**
 * Finds a purchase by account or email address. The address counts only when it is verified: anybody can type an
 * address of somebody else.
 */
export async function findPurchaseOfCustomer(
  db: Db,
  { id, email, isEmailVerified }: ActingCustomer,
  productId: number,
): Promise<Purchase | null> {
  return (await selectOfCustomer(db, [productId, id, isEmailVerified ? email : null]))[0] ?? null;
}

const purpose = 'reviews.write';

/** Creates the path of the form for an order line. The link is mailed to the buyer and is signed. */
export function createReviewLink({ config }: Pick<Shop, 'config'>, slug: string, lineId: number): string {
  return addLink(formPath(slug), { lineId, key: sign(config.secrets, purpose, String(lineId)) });
}

/** Adds the parameters of a mailed link, if there is one, to a path. */
export function addLink(
  path: string,
  link: Pick<MailedLink, 'lineId' | 'key'> | null,
  query: Readonly<Record<string, string>> = {},
): string {
  const named = link && { [fieldNames.line]: String(link.lineId), [fieldNames.key]: link.key };
  return `${path}?${new URLSearchParams({ ...query, ...named })}`;
}

export interface MailedLink {
  readonly lineId: number;
  readonly key: string;
  /** Email address of the order. */
  readonly email: string;
  /** Null when the line has a review already, or was returned. */
  readonly purchase: Purchase | null;
  /** Id of the line's review, when it has one. */
  readonly reviewId: number | null;
}

/** @returns null when the signature is invalid, or the line belongs to another product */
export async function readReviewLink(
  { config, db }: Pick<Shop, 'config' | 'db'>,
  productId: number,
  { line, key }: { readonly line: string; readonly key: string },
): Promise<MailedLink | null> {
  if (!/^[1-9]\d{0,14}$/.test(line) || !isSigned(config.secrets, purpose, line, key)) return null;
  const [order] = await selectOrder(db, [productId, Number(line)]);
  if (!order) return null;
  const [purchase] = await selectOfLine(db, [productId, Number(line)]);
  return { lineId: Number(line), key, ...order, purchase: purchase ?? null };
}
