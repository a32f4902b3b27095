import { sql } from 'drizzle-orm';
import type { Shop } from '#platform/features/shop.ts';
import { readOnHand } from './products.ts';

export interface PaymentOutcome {
  /** Status and totals. */
  readonly order: Readonly<Record<string, unknown>> | undefined;
  readonly payments: readonly Readonly<Record<string, unknown>>[];
  /** What the provider has moved: `capture 1500`, or as its books say it. */
  readonly book: readonly string[];
  /** Transactions that were not answered. */
  readonly requested: number;
  readonly stock: number;
  readonly mails: readonly string[];
}

interface PaidOrder {
  readonly orderId: number;
  readonly number: number;
  /** Its only product. */
  readonly product: number;
}

/** Reads what the payments of an order have led to. @param book of the provider */
export async function readPaymentOutcome(
  { db }: Shop,
  { orderId, number, product }: PaidOrder,
  book: readonly string[],
): Promise<PaymentOutcome> {
  const select = async (query: ReturnType<typeof sql>) => (await db.execute(query)).rows;
  const [order] = await select(sql`select status, captured_total, refunded_total from orders where id = ${orderId}`);
  const payments = await select(
    sql`select status, captured, refunded, voided from payments where order_id = ${orderId} order by id`,
  );
  const requested = await select(sql`select from payment_transactions t join payments p on p.id = t.payment_id
    where p.order_id = ${orderId} and t.status = 'requested'`);
  const mails = await select(
    sql`select split_part(id, ':', 3) as kind from platform.mail where id like ${`order:${number}:%`} order by id`,
  );
  return {
    ...{ order, payments, book, requested: requested.length, stock: await readOnHand(db, product) },
    mails: mails.map(({ kind }) => String(kind)),
  };
}
