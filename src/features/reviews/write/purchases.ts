import type { Purchase } from '#features/comments/index.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { ActingCustomer } from '#platform/sessions/actor.ts';
import { isSigned, sign } from '#platform/sessions/signing.ts';
import { fieldNames, formPath } from '../contract.ts';

/** Lines that were bought and kept: neither unpaid nor given back, and without a review. */
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

/** An address counts once it is verified: everybody can type that of somebody else. */
export async function findPurchaseOfCustomer(
  db: Db,
  { id, email, isEmailVerified }: ActingCustomer,
  productId: number,
): Promise<Purchase | null> {
  return (await selectOfCustomer(db, [productId, id, isEmailVerified ? email : null]))[0] ?? null;
}

const purpose = 'reviews.write';

/** A path that opens the form for the line of an order, for whoever got it by email. */
export function createReviewLink({ config }: Pick<Shop, 'config'>, slug: string, lineId: number): string {
  return addLink(formPath(slug), { lineId, key: sign(config.secrets, purpose, String(lineId)) });
}

/** The path of a form for the one who came with a link, if any. */
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
  /** Of the order. */
  readonly email: string;
  /** Null when the line has a review by now, or was given back. */
  readonly purchase: Purchase | null;
  /** Of the line, when it has one. */
  readonly reviewId: number | null;
}

/** @returns null for what the shop has not signed, or another product */
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
