import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import { lockOrder } from '#features/orders/index.ts';
import type { Db, Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { payments, paymentTransactions } from '../tables.ts';

export type Payment = typeof payments.$inferSelect;
export type PaymentTransaction = typeof paymentTransactions.$inferSelect;

/** Maximum length of a stored reason of the provider, in characters. */
export const maxFailure = 500;

/** True when the provider has ended the payment without money. */
export function hasEnded({ status }: Pick<Payment, 'status'>): boolean {
  return status === 'failed' || status === 'cancelled' || status === 'expired';
}

/**
 * Milliseconds in which a payment that began before its order waits for the order. Authorized money is released
 * afterwards.
 */
const heldTime = 2 * 60 * 60 * 1000;

/** True when a payment began before its order and has waited too long for the order. */
export function isAbandoned({ clock }: Pick<Shop, 'clock'>, { orderId, createdAt }: Payment): boolean {
  return orderId === null && clock.now().getTime() - createdAt.getTime() >= heldTime;
}

export function getUncaptured({ authorized, captured, voided }: Payment): number {
  return Math.max(authorized - captured - voided, 0);
}

export async function findPayment(db: Db, id: number): Promise<Payment | null> {
  const [payment] = await db.select().from(payments).where(eq(payments.id, id));
  return payment ?? null;
}

/**
 * Locks a payment after its order. Another order may have taken the payment over meanwhile: it replaces the locked
 * order and has a higher id, so locking it next keeps the lock order by id.
 */
export async function lockPaymentOfOrder(tx: Tx, { id, orderId }: Pick<Payment, 'id' | 'orderId'>): Promise<Payment> {
  let order = orderId === null ? null : await lockOrder(tx, orderId);
  while (order && order.supersededBy !== null) {
    const holder = (await findPayment(tx, id))?.orderId ?? order.id;
    if (holder === order.id) break;
    order = await lockOrder(tx, holder);
  }
  return lockPayment(tx, id);
}

/** Finds the payment that the provider knows. A payment with carried-over money is a part of that payment. */
export async function findSourcePayment(db: Db, payment: Payment): Promise<Payment> {
  return payment.sourceId === null ? payment : ((await findPayment(db, payment.sourceId)) ?? payment);
}

/** Lists the parts of a payment that belong to other orders, sorted by id. */
export async function listCarriedPayments(db: Db, sourceId: number): Promise<Payment[]> {
  return db.select().from(payments).where(eq(payments.sourceId, sourceId)).orderBy(asc(payments.id));
}

export async function findPaymentByPublicId(db: Db, publicId: string): Promise<Payment | null> {
  const [payment] = await db.select().from(payments).where(eq(payments.publicId, publicId));
  return payment ?? null;
}

export async function findPaymentByReference(
  db: Db,
  providers: readonly string[],
  reference: string,
): Promise<Payment | null> {
  const [payment] = await db
    .select()
    .from(payments)
    .where(and(inArray(payments.provider, [...providers]), eq(payments.reference, reference)));
  return payment ?? null;
}

/** Locks a payment until the end of the transaction. The caller must have locked its order before. */
export async function lockPayment(tx: Tx, id: number): Promise<Payment> {
  const [payment] = await tx.select().from(payments).where(eq(payments.id, id)).for('update');
  if (!payment) throw new Error(`payment ${id} does not exist`);
  return payment;
}

/** Lists the payments of an order, newest first. */
export async function listOrderPayments(db: Db, orderId: number): Promise<Payment[]> {
  return db.select().from(payments).where(eq(payments.orderId, orderId)).orderBy(desc(payments.id));
}

export async function listTransactions(db: Db, paymentId: number): Promise<PaymentTransaction[]> {
  return db
    .select()
    .from(paymentTransactions)
    .where(eq(paymentTransactions.paymentId, paymentId))
    .orderBy(asc(paymentTransactions.id));
}

/** True when the money was returned without a provider: refunds of providers have a reference. */
export function isByHand({ kind, status, providerReference, carriedToId }: PaymentTransaction): boolean {
  return kind === 'refund' && status === 'succeeded' && providerReference === null && carriedToId === null;
}

/** `failure` of a request that never reached the provider, and so was not declined. */
export const notReceived = 'not_received';

/** `failure` of a payment when the shopper agreed to another amount. */
export const amountDiffers = 'amount_differs';

/** True when the provider has declined a request of this kind that the shop made. */
export function isDeclined(transactions: readonly PaymentTransaction[], kind: PaymentTransaction['kind']): boolean {
  return transactions.some(
    (each) => each.kind === kind && each.status === 'failed' && each.by === requestedBy && each.failure !== notReceived,
  );
}

/** `by` of transactions that the shop requests automatically. */
export const requestedBy = 'job';

/** Lists the requests for money that the provider has declined, sorted by id. */
export function listDeclines(transactions: readonly PaymentTransaction[]): PaymentTransaction[] {
  return transactions.filter(
    ({ kind, ...each }) => (kind === 'authorize' || kind === 'capture') && isDeclined([{ kind, ...each }], kind),
  );
}

/** True when the same payment continues as soon as the shopper chooses another card or account at the provider. */
export function isAwaitingShopper(
  { status }: Pick<Payment, 'status'>,
  transactions: readonly PaymentTransaction[],
): boolean {
  return status === 'requires_action' && listDeclines(transactions).length > 0;
}

/** True when the shopper has come back since the provider's last decline. */
export function hasReturned(returnedAt: Date | null, transactions: readonly PaymentTransaction[]): boolean {
  const declinedAt = listDeclines(transactions).at(-1)?.finishedAt ?? null;
  return returnedAt !== null && declinedAt !== null && returnedAt > declinedAt;
}
