import type { Suspicion } from '../contract.ts';

/** What one order wants of a stock, beside what unproven orders have of it: neither paid nor confirmed. */
export interface StockClaim {
  /** Of one of the variations that use the stock. */
  readonly variationId: number | null;
  /** On hand, reserved, and waiting to be sent for unproven orders. */
  readonly total: number;
  readonly wanted: number;
  readonly byVisitor: number;
  readonly byNetwork: number;
  /** Of all that were placed at once, and of all that await a payment by a provider. */
  readonly placedAtOnce: number;
  readonly awaitingPayment: number;
  readonly awaitingConfirmation: number;
}

/** Counts of the last day, without the order itself and those that it supersedes. */
export interface UnprovenOrders {
  readonly networkOrders: number;
  readonly addressOrders: number;
  readonly stocks: readonly StockClaim[];
}

/** Null: no limit. */
export interface SuspicionLimits {
  readonly networkOrders: number | null;
  readonly addressOrders: number | null;
  readonly visitorPercent: number | null;
  readonly networkPercent: number | null;
  readonly atOncePercent: number | null;
  /** Of all unproven orders together. */
  readonly unconfirmedPercent: number | null;
}

/** A share of a stock in pieces, and how many are allowed of any stock. */
function takeShare(total: number, percent: number | null, minimum: number): number {
  return percent === null ? Number.POSITIVE_INFINITY : Math.max(Math.floor((total * percent) / 100), minimum);
}

const isReached = (count: number, limit: number | null): boolean => limit !== null && count >= limit;

interface PaymentMoment {
  /** At a provider: the order takes its stock for minutes. */
  readonly isPaidNow: boolean;
}

/**
 * Finds why an unproven order must be confirmed by email before it is placed; null when it is placed
 * at once. Of the shares, only that of the visitor makes one suspicious that is paid at a provider now:
 * it shortens its time.
 */
export function findSuspicion(
  { networkOrders, addressOrders, stocks }: UnprovenOrders,
  limits: SuspicionLimits,
  { isPaidNow }: PaymentMoment,
): Suspicion | null {
  if (isReached(networkOrders, limits.networkOrders)) return 'network-orders';
  if (isReached(addressOrders, limits.addressOrders)) return 'address-orders';
  for (const claim of stocks) {
    const exceeds = (used: number, percent: number | null) => used + claim.wanted > takeShare(claim.total, percent, 1);
    if (exceeds(claim.byVisitor, limits.visitorPercent)) return 'visitor-share';
    if (isPaidNow) continue;
    if (exceeds(claim.byNetwork, limits.networkPercent)) return 'network-share';
    if (claim.wanted > countLeftAtOnce(claim, limits)) return 'stock-share';
  }
  return null;
}

/**
 * Finds the first stock of which the share of unproven orders is used up.
 * @returns how many pieces of it can still be ordered; null when there is enough
 */
export function findUsedUpShare(
  { stocks }: UnprovenOrders,
  limits: Pick<SuspicionLimits, 'atOncePercent' | 'unconfirmedPercent'>,
  { isPaidNow, suspicion }: PaymentMoment & { readonly suspicion: Suspicion | null },
): { readonly variationId: number | null; readonly max: number } | null {
  for (const claim of stocks) {
    const left = isPaidNow ? countLeftToPay(claim, limits, suspicion) : countLeftOffline(claim, limits, suspicion);
    if (claim.wanted > left) return { variationId: claim.variationId, max: Math.max(left, 0) };
  }
  return null;
}

/** Sets of 6 and of 12 are common: the share of orders that are being paid is never less. */
const minimumWithPayments = 12;

/** One piece for orders that are placed at once, and one for those that await their confirmation. */
const minimumOffline = 2;

type ShareLimits = Pick<SuspicionLimits, 'atOncePercent' | 'unconfirmedPercent'>;

function countLeftToPay(claim: StockClaim, { unconfirmedPercent }: ShareLimits, suspicion: Suspicion | null): number {
  const isOneOfMany = suspicion === 'network-orders' || suspicion === 'address-orders';
  const minimum = isOneOfMany ? minimumOffline : minimumWithPayments;
  const { placedAtOnce, awaitingConfirmation, awaitingPayment } = claim;
  return takeShare(claim.total, unconfirmedPercent, minimum) - placedAtOnce - awaitingConfirmation - awaitingPayment;
}

function countLeftOffline(claim: StockClaim, limits: ShareLimits, suspicion: Suspicion | null): number {
  if (suspicion === null) return countLeftAtOnce(claim, limits);
  const { total, placedAtOnce, awaitingConfirmation } = claim;
  return Math.min(
    takeShare(total, limits.unconfirmedPercent, 1) - awaitingConfirmation,
    takeShare(total, limits.unconfirmedPercent, minimumOffline) - placedAtOnce - awaitingConfirmation,
    countLeftToPay(claim, limits, null),
  );
}

/** Orders that are placed at once leave a piece to those that await their confirmation. */
function countLeftAtOnce(claim: StockClaim, limits: ShareLimits): number {
  const { total, placedAtOnce, awaitingConfirmation } = claim;
  const offline = takeShare(total, limits.unconfirmedPercent, minimumOffline);
  return Math.min(
    takeShare(total, limits.atOncePercent, 1) - placedAtOnce,
    offline - 1 - placedAtOnce,
    offline - placedAtOnce - awaitingConfirmation,
    countLeftToPay(claim, limits, null),
  );
}
