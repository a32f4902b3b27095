import { hasPricesOfShop } from '#features/amendments/index.ts';
import { findReplaceableLines, hasReplaceableStatus, type ReplaceableLine } from '#features/fulfilment/index.ts';
import {
  findPriceRefusal,
  type ManualOrderFailure,
  type ManualOrderInput,
  priceManualOrder,
  type QuotedOrder,
} from '#features/manual-orders/index.ts';
import {
  getOrder,
  getVatNumber,
  type LockedOrder,
  lockOrder,
  type Order,
  type PositionUnits,
} from '#features/orders/index.ts';
import { planCarryOver, type RefundPlan } from '#features/payments/index.ts';
import type { Db, Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { toDecimal } from '#platform/money/money.ts';
import type { Refusal } from '#platform/mutations/mutation.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { exchangeTexts as texts } from './texts.ts';

export interface ExchangeInput {
  /** Units to return. */
  readonly returned: readonly PositionUnits[];
  readonly sent: readonly { readonly variationId: number; readonly quantity: number }[];
  /** Agreed delivery charge of the new order, entered like prices; null for the regular charge. */
  readonly charge: number | null;
}

export interface ExchangePlan {
  readonly ok: true;
  readonly locked: LockedOrder;
  readonly order: Order;
  readonly refund: RefundPlan;
  /** Refunded amount of each line, with tax. */
  readonly values: readonly (PositionUnits & { readonly amount: number })[];
  readonly quote: QuotedOrder;
}

export type ExchangeRefusal =
  | Refusal<
      | ('ORDER_NOT_FOUND' | 'ORDER_NOT_EXCHANGEABLE' | 'EXCHANGE_UNITS_LEFT' | 'EXCHANGE_EMPTY')
      | ('EXCHANGE_PRICES_DIFFER' | 'EXCHANGE_WITHOUT_VALUE' | 'EXCHANGE_ORDER_ERASED')
    >
  /** The new items can't be priced or ordered. */
  | ManualOrderFailure;

export interface ExchangeableOrder extends Order {
  readonly units: readonly ReplaceableLine[];
}

export async function loadExchangeable(db: Db, id: number): Promise<ExchangeableOrder | null> {
  const [order, units] = await Promise.all([getOrder(db, { id }), findReplaceableLines(db, id)]);
  return order && { ...order, units };
}

/** Whether items of an order can be exchanged: it is paid, and neither cancelled nor completely refunded. */
export const isExchangeable = ({ status, paidAt }: Pick<Order, 'status' | 'paidAt'>): boolean =>
  paidAt !== null && hasReplaceableStatus(status);

const refuse = <Code extends string>(code: Code) => ({ ok: false, code }) as const;

/**
 * Prices new items at current prices, and returned units as they were paid. Writes nothing, but locks the order and
 * its payments, so that exchanges of the same unit are counted one after the other. An agreed delivery charge needs
 * the permission to agree prices.
 */
export async function planExchange(
  shop: Shop,
  tx: Tx,
  orderId: number,
  { returned, sent, charge }: ExchangeInput,
  by: Actor,
): Promise<ExchangePlan | ExchangeRefusal> {
  const locked = await lockOrder(tx, orderId);
  const order = locked && (await loadExchangeable(tx, orderId));
  if (!order) return refuse('ORDER_NOT_FOUND');
  if (!isExchangeable(locked)) return refuse('ORDER_NOT_EXCHANGEABLE');
  if (!hasPricesOfShop(shop, order)) return refuse('EXCHANGE_PRICES_DIFFER');
  if (returned.length === 0 || !returned.every((units) => hasUnits(order, units))) return refuse('EXCHANGE_UNITS_LEFT');
  if (sent.length === 0) return refuse('EXCHANGE_EMPTY');
  const input = toManualInput(order, sent);
  if (!input) return refuse('EXCHANGE_ORDER_ERASED');
  const refund = await planCarryOver(tx, locked, returned);
  if (!refund.ok)
    return refuse(refund.code === 'REFUND_LINE_INVALID' ? 'EXCHANGE_UNITS_LEFT' : 'EXCHANGE_WITHOUT_VALUE');
  const values = returned.map((units, index) => ({ ...units, amount: getAmount(refund.lines[index]) }));
  const quote = await priceSent(shop, tx, { input, shipping: agreeOnShipping(shop, order, charge) }, by);
  return quote.ok ? { ok: true, locked, order, refund, values, quote } : quote;
}

const getAmount = (line: RefundPlan['lines'][number] | undefined): number =>
  line ? line.taxes.reduce((sum, { amount }) => sum + amount, line.net) : 0;

const hasUnits = ({ units }: ExchangeableOrder, { position, quantity }: PositionUnits): boolean =>
  units.some((each) => each.position === position && quantity >= 1 && quantity <= each.quantity);

interface Sent {
  /** Includes the delivery method of the order. */
  readonly input: ManualOrderInput;
  readonly shipping: ManualOrderInput['shipping'];
}

/**
 * Prices the new items with the order's delivery method, or with the first available one when that method is not
 * available.
 */
async function priceSent(
  shop: Shop,
  tx: Tx,
  { input, shipping }: Sent,
  by: Actor,
): Promise<Awaited<ReturnType<typeof priceManualOrder>>> {
  const { shippingMethod, ...withoutMethod } = input;
  const preferred = await priceManualOrder(shop, tx, input);
  const isMissing = !preferred.ok && preferred.code === 'SHIPPING_UNAVAILABLE' && shippingMethod !== undefined;
  const sent = isMissing ? withoutMethod : input;
  if (!shipping) return isMissing ? priceManualOrder(shop, tx, sent) : preferred;
  const agreed = { ...sent, shipping };
  const quote = await priceManualOrder(shop, tx, agreed);
  return (quote.ok && (await findPriceRefusal(shop, tx, { input: agreed, quote }, by))) || quote;
}

function agreeOnShipping(shop: Shop, { shipping, locale, currency }: Order, charge: number | null): Sent['shipping'] {
  if (charge === null) return undefined;
  const title = shipping[0]?.title ?? shop.inLocale(locale).t(texts.delivery);
  return { title, amount: toDecimal({ amount: charge, currency }) };
}

/** @returns null for an order whose personal data were erased */
function toManualInput(order: Order, sent: ExchangeInput['sent']): ManualOrderInput | null {
  const { id, customerId, email, phone, billing, delivery, shipping, untaxedReason, meta } = order;
  if (!billing) return null;
  const nothing = { choices: {}, addons: {}, uploads: [] };
  return {
    ...(customerId === null ? {} : { customerId }),
    ...(shipping[0] ? { shippingMethod: shipping[0].methodId } : {}),
    ...{ email, phone, note: '', internalNote: '', billing, delivery: delivery ?? billing },
    lines: sent.map((line) => ({ ...line, sku: '', priceReason: '', ...nothing })),
    ...{ fees: [], coupons: [], isTaxExempt: untaxedReason === 'exempt' },
    ...{ vatNumber: getVatNumber(meta) ?? undefined, checkedOrder: id },
  };
}
