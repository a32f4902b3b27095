import { authorizePayment } from '#features/checkout/index.ts';
import {
  addNote,
  createOrder,
  DiscountsUsedUp,
  enqueueOrderMail,
  findOrderByNumber,
  findOrderByRequestKey,
  type LockedOrder,
  nameShortages,
  type OrderInput,
  vatNumberKey,
} from '#features/orders/index.ts';
import { inTransaction, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Author } from '#platform/sessions/author.ts';
import type { ManualOrderInput } from './order-file.ts';
import {
  findMethod,
  type ManualOrderFailure,
  type ManualPayment,
  type ManualQuote,
  type MethodChoice,
  type QuotedOrder,
  quoteManualOrder,
} from './price-manual-order.ts';
import { manualOrderTexts as texts } from './texts.ts';

/**
 * Runs a transaction that places orders. When another order uses up a discount at the same moment, the transaction
 * runs once more: it then reports a coupon as used up, and leaves out a promotion for the first order.
 */
export async function inOrderTransaction<Result>(shop: Shop, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  try {
    return await inTransaction(shop.db, work);
  } catch (error) {
    if (error instanceof DiscountsUsedUp) return inTransaction(shop.db, work);
    throw error;
  }
}

interface ManualOrderOptions {
  /** Default: the method that the input names, else the first that is available. */
  readonly payment?: ManualPayment;
  /** Lines and sums that were agreed before. Default: current prices. */
  readonly quoted?: QuotedOrder | undefined;
}

export type ManualOrderResult =
  | { readonly ok: true; readonly changed: boolean; readonly number: number; readonly token: string }
  | ManualOrderFailure;

/**
 * Places a manual order at current or agreed prices, and emails the customer as for any order. The same request key
 * returns the first order. Call it in `inOrderTransaction`.
 */
export async function createManualOrder(
  shop: Shop,
  tx: Tx,
  input: ManualOrderInput,
  by: Author,
  { payment, quoted }: ManualOrderOptions = {},
): Promise<ManualOrderResult> {
  const existing = input.requestKey ? await findOrderByRequestKey(tx, input.requestKey) : null;
  if (existing) return { ok: true, changed: false, ...existing };
  const quote = quoted
    ? await applyQuotedPrices(shop, tx, { input, quoted, payment })
    : await quoteManualOrder(shop, tx, input, payment);
  if (!quote.ok) return quote;
  const amended = input.amends === undefined ? null : await findOrderByNumber(tx, input.amends);
  if (input.amends !== undefined && !amended) return { ok: false, code: 'ORDER_NOT_FOUND' };
  const created = await createOrder(shop, tx, toOrderInput(quote, input, { by, amendsOrderId: amended?.id ?? null }));
  if (!created.ok) {
    if (created.code !== 'OUT_OF_STOCK') throw new Error(`a manual order was refused: ${created.code}`);
    return { ...created, shortages: nameShortages(created.shortages, quote.lines) };
  }
  await noteForStaff(shop, tx, { orderId: created.order.id, input, quote, by });
  const received = payment?.kind === 'by-hand' ? { by, reference: payment.reference } : undefined;
  const start = await authorizePayment(shop, tx, created.order, quote.method, { received });
  // The customer is not at the checkout, so an email contains the link to pay the order.
  if (start.status === 'pending')
    await enqueueOrderMail(shop, tx, { order: created.order.id, kind: 'payment-request' });
  const { number, token }: LockedOrder = created.order;
  return { ok: true, changed: true, number, token };
}

async function applyQuotedPrices(shop: Shop, tx: Tx, choice: MethodChoice): Promise<ManualQuote | ManualOrderFailure> {
  const found = await findMethod(shop, tx, choice);
  return found.ok ? { ...found, ...choice.quoted, reduction: 0 } : found;
}

interface StaffNote {
  readonly orderId: number;
  readonly input: ManualOrderInput;
  readonly quote: ManualQuote;
  readonly by: Author;
}

/** Adds the staff's internal note, and the reasons for agreed prices, to the order. */
async function noteForStaff(shop: Shop, tx: Tx, { orderId, input, quote, by }: StaffNote): Promise<void> {
  const reasons = input.lines.flatMap(({ price, priceReason: reason }, index) =>
    price === undefined || reason === ''
      ? []
      : [shop.t(texts.agreedBecause, { name: quote.lines[index]?.name ?? '', price, reason })],
  );
  const text = [input.internalNote, ...reasons]
    .filter((part) => part !== '')
    .join('\n')
    .slice(0, 2000);
  if (text !== '') await addNote(shop, tx, { orderId, text, toCustomer: false, by });
}

function toOrderInput(
  { lines, calculation, needsShipping, method }: ManualQuote,
  { customerId, email, phone, note, billing, delivery, requestKey, vatNumber }: ManualOrderInput,
  { by, amendsOrderId }: { readonly by: Author; readonly amendsOrderId: number | null },
): OrderInput {
  return {
    source: 'admin',
    amendsOrderId,
    placedBy: by,
    owner: customerId === undefined ? null : { customerId },
    supersedes: [],
    lines,
    calculation,
    email,
    confirmedBy: 'shop',
    isPaidNow: false,
    isPaymentHeld: false,
    network: null,
    phone,
    note,
    billing,
    delivery: needsShipping ? (delivery ?? billing) : null,
    paymentMethod: method.id,
    paymentTitle: method.title,
    requestKey: requestKey ?? null,
    meta: vatNumber === undefined ? {} : { [vatNumberKey]: vatNumber },
  };
}
