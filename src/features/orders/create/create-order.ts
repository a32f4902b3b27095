import { eq } from 'drizzle-orm';
import {
  addReservations,
  deleteReservations,
  findReservations,
  type ReservedStock,
  reserveLines,
  type StockShortage,
} from '#features/inventory/index.ts';
import { getBaseAddress } from '#features/pricing/index.ts';
import {
  type CouponClaim,
  type FirstOrderClaim,
  holdCoupons,
  lockCoupons,
  lockFirstOrder,
  releaseCoupons,
} from '#features/promotions/index.ts';
import { keepUploadsForOrder } from '#features/uploads/index.ts';
import { awaitAll, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Refusal } from '#platform/mutations/mutation.ts';
import type { Author } from '#platform/sessions/author.ts';
import { toOwnerValues } from '#platform/sessions/owner.ts';
import { sign } from '#platform/sessions/signing.ts';
import { formatIsoDay } from '#platform/texts/formats.ts';
import type { OrderSource, Suspicion } from '../contract.ts';
import { orderCancelled, orderCreated } from '../events.ts';
import { hasPaymentInProgress, heldUnits } from '../ports.ts';
import { storePromise } from '../promise/store-promise.ts';
import { orderSettings } from '../settings.ts';
import { changeOrderStatus, type LockedOrder, toOrderEvent } from '../status/order-status.ts';
import { orders } from '../tables.ts';
import { insertOrder } from './insert-order.ts';
import type { OrderInput } from './order-input.ts';
import { checkReservationLimits, type ReservationCheck, type ReservationRefused } from './reservation-limits.ts';

export type CreateOrderResult =
  | { readonly ok: true; readonly order: LockedOrder }
  | ReservationRefused
  /** A payment of an order that this order supersedes is in progress. */
  | Refusal<'PAYMENT_IN_PROGRESS', { order: Pick<LockedOrder, 'number' | 'token'> }>
  | Refusal<'OUT_OF_STOCK', { shortages: readonly StockShortage[] }>;

const minuteMs = 60 * 1000;
const dayMs = 24 * 60 * minuteMs;
const trusted: ReservationCheck = { ok: true, suspicion: null };
const selectNextNumber = sqlQuery<{ number: number }>(
  'orders.allocate-number',
  `select nextval('order_numbers') as number`,
);

/**
 * Since the calculation, another order has used up a coupon or taken a promotion for the first order. The caller must
 * roll the transaction back; the next calculation leaves the discount out.
 */
export class DiscountsUsedUp extends Error {
  constructor(names: readonly string[]) {
    super(`discounts were used up meanwhile: ${names.join(', ')}`);
  }
}

/**
 * Creates a pending order, reserves its stock and holds its coupons, or changes nothing. Cancels the orders that it
 * supersedes and takes over their reservations. The caller calls `setInitialStatus` afterwards. Lock order: orders,
 * network and email address of the shopper, units that the shopper holds, stock by id, coupons by id, the customer of
 * a first order.
 * @throws DiscountsUsedUp
 */
export async function createOrder(shop: Shop, tx: Tx, input: OrderInput): Promise<CreateOrderResult> {
  for (const { id, number, token } of input.supersedes)
    if (await hasPaymentInProgress(shop, tx, id))
      return { ok: false, code: 'PAYMENT_IN_PROGRESS', order: { number, token } };
  const ids = input.supersedes.map(({ id }) => id);
  const reservations = ids.length > 0 ? await findReservations(tx, ids) : [];
  const previous = { ids, reservations };
  const networkHash = hashOrderNetwork(shop, input.network);
  const [checked, number] = await awaitAll([
    input.source === 'checkout'
      ? checkReservationLimits(shop, tx, { ...input, networkHash, isProven: isProven(input) }, previous)
      : trusted,
    allocateNumber(tx),
  ]);
  if (!checked.ok) return checked;
  const { suspicion } = checked;
  const lines = input.lines.map(({ variationId, quantity }, position) => ({ position, variationId, quantity }));
  const held = await lockHeldUnits(shop, tx, input, reservations);
  const existing = [...reservations, ...held.flatMap(({ units }) => units)];
  const reserved = await reserveLines(shop, tx, lines, existing, `order:${number}`);
  if (!reserved.ok) return reserved;
  for (const { source, units } of held)
    if (units.length > 0)
      await source.forget(
        tx,
        units.map(({ id }) => id),
      );
  const claim = toDiscountClaim(input);
  const usedUp = (await awaitAll([lockCoupons(tx, claim), lockFirstOrder(tx, claim)])).flat();
  if (usedUp.length > 0) throw new DiscountsUsedUp(usedUp);
  const now = shop.clock.now();
  // A cart has at most one open order (unique index), so the old order is cancelled before the new order is inserted.
  const cancelled: LockedOrder[] = [];
  for (const order of input.supersedes) cancelled.push(await supersedeOrder(shop, tx, order, now, input.placedBy));
  const dueAt = calculateDueDate(shop, input.source, suspicion, now);
  const { locale } = shop.choices;
  const { country: baseCountry } = getBaseAddress(shop.choices);
  const order = await insertOrder(tx, input, { number, locale, now, dueAt, suspicion, networkHash, baseCountry });
  const { source, meta, extensions = {} } = input;
  await awaitAll([
    addReservations(tx, order.id, reserved.reservations),
    holdCoupons(tx, order.id, claim, now),
    keepUploadsForOrder(tx, order.id, listUploads(input)),
    storePromise(shop, tx, order.id, input),
    shop.emit(orderCreated, tx, { ...toOrderEvent(order), source, extensions, meta }),
  ]);
  for (const superseded of cancelled) await emitOrderSuperseded(shop, tx, superseded, order);
  return { ok: true, order };
}

/**
 * Locks units that the shopper holds, as many as the order needs in addition to the reservations of the superseded
 * orders. The shopper keeps the other held units.
 */
async function lockHeldUnits(shop: Shop, tx: Tx, { owner, lines }: OrderInput, reservations: readonly ReservedStock[]) {
  if (owner === null) return [];
  const missing = new Map<number, number>();
  const count = (variationId: number, quantity: number) =>
    missing.set(variationId, (missing.get(variationId) ?? 0) + quantity);
  for (const { variationId, quantity } of lines) count(variationId, quantity);
  for (const { variationId, quantity } of reservations) count(variationId, -quantity);
  const held = [];
  for (const source of shop.implementations(heldUnits)) {
    const locked = await source.lock(shop, tx, owner, [...missing.keys()]);
    const units = locked.filter(({ variationId, quantity }) => {
      const isNeeded = (missing.get(variationId) ?? 0) > 0;
      if (isNeeded) count(variationId, -quantity);
      return isNeeded;
    });
    held.push({ source, units });
  }
  return held;
}

function listUploads({ lines }: OrderInput): string[] {
  return lines.flatMap(({ addons }) => addons.flatMap(({ files = [] }) => files.map(({ id }) => id)));
}

function toDiscountClaim({ calculation, owner, email, supersedes }: OrderInput): CouponClaim & FirstOrderClaim {
  const [, customerId] = toOwnerValues(owner);
  return {
    couponIds: calculation.coupons.filter(({ isUsed }) => isUsed).map(({ id }) => id),
    sources: calculation.adjustments.map(({ source }) => source),
    customer: { id: customerId, email },
    forOrders: supersedes.map(({ id }) => id),
  };
}

/**
 * A shopper who has agreed to the payment at a provider counts as proven, like a shopper with a confirmed address.
 */
function isProven({ confirmedBy, isPaymentHeld }: OrderInput): boolean {
  return confirmedBy !== null || isPaymentHeld;
}

/** Signed with a secret, so that a copy of the database does not reveal the network. */
function hashOrderNetwork({ config }: Pick<Shop, 'config'>, network: string | null): string | null {
  return network === null ? null : sign(config.secrets, 'order-network', network);
}

async function allocateNumber(tx: Tx): Promise<number> {
  const [allocated] = await selectNextNumber(tx, []);
  if (!allocated) throw new Error('no order number was allocated');
  return allocated.number;
}

/**
 * Orders that the shop enters get days to be paid, orders of the checkout minutes, and suspicious orders of the
 * checkout fewer minutes.
 */
function calculateDueDate({ settings }: Shop, source: OrderSource, suspicion: Suspicion | null, now: Date): Date {
  const { pendingMinutes, confirmMinutes, manualPendingDays } = settings(orderSettings);
  const minutes = suspicion === null ? pendingMinutes : Math.min(pendingMinutes, confirmMinutes);
  return new Date(now.getTime() + (source === 'checkout' ? minutes * minuteMs : manualPendingDays * dayMs));
}

async function supersedeOrder(shop: Shop, tx: Tx, order: LockedOrder, now: Date, by: Author): Promise<LockedOrder> {
  await awaitAll([deleteReservations(tx, order.id), releaseCoupons(tx, order.id, now)]);
  // The payments of the superseded order move to the new order, so the superseded order is no longer paid. Reports
  // keep the sales of days that are over.
  const replacedPaidAt = order.paidAt && formatIsoDay(order.paidAt) < formatIsoDay(now) ? order.paidAt : null;
  const set = { cancelReason: 'superseded', cancelledAt: now, dueAt: null, paidAt: null, replacedPaidAt } as const;
  return changeOrderStatus(shop, tx, order, { to: 'cancelled', now, by, set });
}

async function emitOrderSuperseded(shop: Shop, tx: Tx, cancelled: LockedOrder, by: LockedOrder): Promise<void> {
  await tx.update(orders).set({ supersededBy: by.id }).where(eq(orders.id, cancelled.id));
  await shop.emit(orderCancelled, tx, { ...toOrderEvent(cancelled), reason: 'superseded' });
}

export function nameShortages(
  shortages: readonly StockShortage[],
  lines: readonly { readonly variationId: number; readonly name: string }[],
) {
  const findName = (id: number) => lines.find(({ variationId }) => variationId === id)?.name ?? '';
  return shortages.map((shortage) => ({ ...shortage, name: findName(shortage.variationId) }));
}
