import {
  createOrder,
  getOrder,
  keepVatNumber,
  lockOrder,
  markOrderPaid,
  type Order,
  type OrderInput,
  type OrderNotFound,
  type OrderStatus,
  orderNotFound,
  orderPlaced,
  type StatusNotAllowed,
  statusNotAllowed,
  toOrderEvent,
} from '#features/orders/index.ts';
import { type Calculation, mainPackage } from '#features/pricing/index.ts';
import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Refusal } from '#platform/mutations/mutation.ts';
import type { Author } from '#platform/sessions/author.ts';
import { deliveryCharges } from '../ports.ts';
import type { RequestedUnits } from '../ship-order.ts';
import { fulfilmentTexts as texts } from '../texts.ts';
import { findDeliveries, isOpenDelivery } from './record-delivery.ts';

/** Shipped units of a line that were neither replaced nor refunded. */
export interface ReplaceableLine {
  readonly lineId: number;
  /** From 1, in the order of the lines. */
  readonly position: number;
  readonly name: string;
  readonly quantity: number;
}

const selectReplaceable = sqlQuery<ReplaceableLine>(
  'fulfilment.find-replaceable-lines',
  `select id as "lineId", position + 1 as position, name, count_replaceable_units(l) as quantity
  from order_lines l where order_id = $1 and not virtual and count_replaceable_units(l) > 0 order by position`,
);

export function findReplaceableLines(db: Db, orderId: number): Promise<ReplaceableLine[]> {
  return selectReplaceable(db, [orderId]);
}

export interface ReplacementInput {
  readonly orderId: number;
  readonly units: readonly RequestedUnits[];
  /** Ids of the order's open deliveries that the replacement settles. */
  readonly deliveryIds: readonly number[];
  /** Delivery charge, entered like prices; null when delivery is free. */
  readonly charge: number | null;
  readonly by: Author;
}

export type ReplacementResult =
  | { readonly ok: true; readonly order: Pick<Order, 'id' | 'number' | 'total'>; readonly replaced: Order }
  | Refusal<'NOT_REPLACEABLE' | 'DELIVERY_ANSWERED' | 'ORDER_ERASED' | 'DELIVERY_NOT_CHARGEABLE'>
  | Refusal<'OUT_OF_STOCK', { names: readonly string[] }>
  | OrderNotFound
  | StatusNotAllowed;

const insertReplacement = sqlQuery(
  'fulfilment.insert-replacement',
  `with replacement as (
    insert into replacements (order_id, replaced_order_id) values ($1, $2) returning order_id
  )
  insert into replaced_units (replacement_id, order_id, line_id, quantity)
  select replacement.order_id, $2, u."lineId", u.quantity from replacement, jsonb_to_recordset($3) as u("lineId" bigint, quantity integer)`,
);

const answerDeliveries = sqlQuery(
  'fulfilment.answer-deliveries',
  `update deliveries set answer = 'sent-again', replacement_id = $2 where id = any($1::bigint[])`,
);

/**
 * Whether units of an order with this status may be replaced: something may have been shipped, and the order is
 * neither cancelled nor completely refunded.
 */
export const hasReplaceableStatus = (status: OrderStatus): boolean => status === 'processing' || status === 'completed';

/**
 * Places an order for units of an earlier order, free of charge. The new order takes stock, and is packed and shipped
 * like any other. With a delivery charge it waits for its payment like other orders. Lock order: the earlier order,
 * stock.
 */
export async function createReplacement(
  shop: Shop,
  tx: Tx,
  { orderId, units, deliveryIds, charge, by }: ReplacementInput,
): Promise<ReplacementResult> {
  const locked = await lockOrder(tx, orderId);
  if (!locked) return orderNotFound;
  if (!hasReplaceableStatus(locked.status)) return statusNotAllowed(locked.status);
  const replaced = await getOrder(tx, { id: orderId });
  if (!replaced) return orderNotFound;
  const open = (await findDeliveries(tx, orderId)).filter(isOpenDelivery);
  if (deliveryIds.some((id) => !open.some((delivery) => delivery.id === id)))
    return { ok: false, code: 'DELIVERY_ANSWERED' };
  const replaceable = await findReplaceableLines(tx, orderId);
  const lines = units.flatMap(({ position, quantity }) => {
    const line = replaceable.find((each) => each.position === position);
    return line && quantity <= line.quantity ? [{ ...line, quantity }] : [];
  });
  if (lines.length === 0 || lines.length < units.length) return { ok: false, code: 'NOT_REPLACEABLE' };
  const charger = charge !== null && charge > 0 ? shop.implementations(deliveryCharges).at(-1) : undefined;
  const charged = await charger?.calculate(shop, tx, replaced, {
    quantities: replaced.lines.map((_, index) => lines.find(({ position }) => position === index + 1)?.quantity ?? 0),
    title: replaced.shipping[0]?.title ?? shop.inLocale(replaced.locale).t(texts.delivery),
    amount: charge ?? 0,
  });
  if (charged === null) return { ok: false, code: 'DELIVERY_NOT_CHARGEABLE' };
  const input = createReplacementInput(shop, replaced, { units: lines, charged, by });
  if (!input) return { ok: false, code: 'ORDER_ERASED' };
  const created = await createOrder(shop, tx, input);
  if (!created.ok) {
    if (created.code !== 'OUT_OF_STOCK') throw new Error(`a replacement was refused: ${created.code}`);
    const short = new Set(created.shortages.map(({ variationId }) => variationId));
    const missing = input.lines.filter(({ variationId }) => short.has(variationId));
    return { ok: false, code: 'OUT_OF_STOCK', names: missing.map(({ name }) => name) };
  }
  const { order } = created;
  const replacedUnits = lines.map(({ lineId, quantity }) => ({ lineId, quantity }));
  await insertReplacement(tx, [order.id, orderId, JSON.stringify(replacedUnits)]);
  if (deliveryIds.length > 0) await answerDeliveries(tx, [deliveryIds, order.id]);
  if (charger && order.total > 0) await charger.request(shop, tx, order, replaced);
  else {
    await markOrderPaid(shop, tx, { orderId: order.id, by });
    await shop.emit(orderPlaced, tx, { ...toOrderEvent(order), status: 'processing' });
  }
  return { ok: true, order, replaced };
}

const free = { net: 0, tax: 0, gross: 0, total: 0, taxes: [] };
const freeLine = { ...free, unitPrice: 0, subtotal: 0, subtotalNet: 0, subtotalGross: 0 };

interface Replacement extends Pick<ReplacementInput, 'by'> {
  readonly units: readonly Pick<ReplaceableLine, 'position' | 'quantity'>[];
  /** Sums of the order when its delivery costs something. */
  readonly charged: Calculation | undefined;
}

/** @returns null for an order whose personal data were erased */
function createReplacementInput(shop: Shop, order: Order, { units, charged, by }: Replacement): OrderInput | null {
  if (!order.billing) return null;
  const lines = units.flatMap(({ position, quantity }) => {
    const line = order.lines[position - 1];
    if (!line) return [];
    const addons = line.addons.map((addon) => ({ ...addon, price: 0 }));
    return [{ ...line, ...freeLine, addons, quantity }];
  });
  const { customerId, visitorId, paymentMethod, paymentTitle } = order;
  const { t } = shop.inLocale(order.locale);
  const forNothing = {
    paymentMethod: 'free',
    paymentTitle: t(texts.freeReplacement, { number: String(order.number) }),
  };
  return {
    ...{ source: 'admin', placedBy: by, amendsOrderId: null, supersedes: [] },
    owner: customerId !== null ? { customerId } : visitorId !== null ? { visitorId } : null,
    ...{ lines, calculation: charged ?? createFreeCalculation(order, lines) },
    ...{ email: order.email, phone: order.phone, note: '' },
    ...{ confirmedBy: 'shop', isPaidNow: false, isPaymentHeld: false, network: null, requestKey: null },
    meta: keepVatNumber(order.meta),
    ...{ billing: order.billing, delivery: order.delivery },
    ...(charged ? { paymentMethod, paymentTitle } : forNothing),
  };
}

/** Calculates an order at a price of zero, with the delivery method of the first order. */
function createFreeCalculation(
  { currency, pricesIncludeTax, shipping }: Order,
  lines: readonly { readonly key: string; readonly quantity: number }[],
): Calculation {
  const method = shipping[0] && {
    title: shipping[0].title,
    isPickup: shipping[0].methodId.startsWith('local_pickup:'),
  };
  const id = shipping[0]?.methodId ?? '';
  return {
    ...{ currency, pricesIncludeTax, taxRounding: 'line' },
    lines: lines.map(({ key, quantity }) => ({ ...freeLine, key, quantity })),
    shipping: {
      packages: method
        ? [
            {
              ...{ ...mainPackage, lineKeys: lines.map(({ key }) => key), refusals: [] },
              options: [{ id, ...method, amount: 0, net: 0, gross: 0 }],
              selected: { ...free, key: mainPackage.key, methodId: id, title: method.title },
            },
          ]
        : [],
      freeShipping: null,
    },
    ...{ fees: [], coupons: [], adjustments: [], taxes: [], problems: [] },
    totals: { itemsTotal: 0, discountTotal: 0, shippingTotal: 0, feeTotal: 0, taxTotal: 0, total: 0 },
    ...{ untaxedReason: null, isEstimate: false, isTaxByAddress: false },
  };
}
