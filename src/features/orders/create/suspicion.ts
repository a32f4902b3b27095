import type { Suspicion } from '../contract.ts';

/**
 * Units that an order wants of a stock, and units that unproven orders have of it: orders neither paid nor confirmed.
 */
export interface StockClaim {
  /** One of the variations that use the stock. */
  readonly variationId: number | null;
  /** Units on hand, reserved units, and units that wait to be shipped for unproven orders. */
  readonly total: number;
  readonly wanted: number;
  readonly byVisitor: number;
  readonly byNetwork: number;
  /**
   * Units of all unproven orders that were placed at once. The next counts: of those that await a payment at a
   * provider, and of those that await their confirmation.
   */
  readonly placedAtOnce: number;
  readonly awaitingPayment: number;
  readonly awaitingConfirmation: number;
}

/** Counts of the last day. The order itself and the orders that it supersedes are not counted. */
export interface UnprovenOrders {
  readonly networkOrders: number;
  readonly addressOrders: number;
  readonly stocks: readonly StockClaim[];
}

/** Null means no limit. */
export interface SuspicionLimits {
  readonly networkOrders: number | null;
  readonly addressOrders: number | null;
  readonly visitorPercent: number | null;
  readonly networkPercent: number | null;
  readonly atOncePercent: number | null;
  /** Share of a stock for all unproven orders together. */
  readonly unconfirmedPercent: number | null;
}

/**
 * Calculates a share of a stock in units.
 * @param minimum number of units that are allowed of any stock
 */
function takeShare(total: number, percent: number | null, minimum: number): number {
  return percent === null ? Number.POSITIVE_INFINITY : Math.max(Math.floor((total * percent) / 100), minimum);
}

const isReached = (count: number, limit: number | null): boolean => limit !== null && count >= limit;

interface PaymentMoment {
  /** Whether the order is paid at a provider immediately: it then reserves its stock for minutes only. */
  readonly isPaidNow: boolean;
}

/**
 * Finds why an unproven order must be confirmed by email before it is placed; null when it is placed at once. Of the
 * shares, only the visitor's is checked for an order that is paid at a provider now: exceeding it shortens the time to
 * pay.
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
 * Finds the first stock whose share for unproven orders is used up.
 * @returns how many units can still be ordered; null when there are enough
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

/** Smallest share in units, for orders that await a payment: sets of 6 and of 12 are common. */
const minimumWithPayments = 12;

/**
 * Smallest share in units, for orders that are not paid at a provider: one unit for orders that are placed at once,
 * and one for orders that await their confirmation.
 */
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

/** Orders that are placed at once leave one unit to orders that await their confirmation. */
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
