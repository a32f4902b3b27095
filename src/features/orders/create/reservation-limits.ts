import { type LockedStock, lockStock, type ReservedStock } from '#features/inventory/index.ts';
import { awaitAll, sqlQuery, type Tx } from '#platform/database/database.ts';
import { namedQuery } from '#platform/database/named-query.ts';
import type { Shop } from '#platform/features/shop.ts';
import { isOwnedSql, type Owner, type OwnerColumns, toOwnerValues } from '#platform/sessions/owner.ts';
import type { Suspicion } from '../contract.ts';
import { orderSettings } from '../settings.ts';
import { findSuspicion, findUsedUpShare, type StockClaim } from './suspicion.ts';

/**
 * The limit that was exceeded: one owner's total quantity, one owner's share of a stock, or the
 * share of a stock in all orders that are neither paid nor confirmed.
 */
export type ReservationCap = 'visitor-quantity' | 'visitor-share' | 'unconfirmed-share';

export interface ReservationRefused {
  readonly ok: false;
  readonly code: 'RESERVATION_LIMIT';
  readonly cap: ReservationCap;
  /** Number of units that can still be ordered, of the variation or of all products together. */
  readonly max: number;
  /** Null for `visitor-quantity`, which limits all products together. */
  readonly variationId: number | null;
}

export type ReservationCheck = ReservationRefused | { readonly ok: true; readonly suspicion: Suspicion | null };

/** Number of units of each stock that one owner may always reserve: sets of 6 and of 12 are common. */
const minimumByOwner = 12;

/** Units of a stock that orders have, without backordered units. */
interface StockUse {
  readonly stockId: number;
  /** Reserved by all unpaid orders. */
  readonly reserved: number;
  /** Reserved by the owner's unpaid orders. */
  readonly byOwner: number;
  /**
   * From here on: units not shipped yet of unproven orders, which are neither paid nor confirmed. `sold` counts only
   * units whose reservation is committed.
   */
  readonly sold: number;
  readonly byVisitor: number;
  readonly byNetwork: number;
  readonly placedAtOnce: number;
  readonly awaitingPayment: number;
  readonly awaitingConfirmation: number;
}

interface ReservedRow {
  /** Units in the owner's unpaid orders, with and without managed stock. */
  readonly visitorQuantity: number;
  /**
   * Number of unproven orders of the last day with the same network; `addressOrders`: with the same email address.
   */
  readonly networkOrders: number;
  readonly addressOrders: number;
  readonly stocks: readonly StockUse[];
}

const isOwnSql = isOwnedSql('o', ['$visitorId', '$customerId']);
/** Superseded orders are not counted, since the order that replaced them counts. */
const isRecentSql = `o.created_at > $since and o.confirmed_at is null and o.source = 'checkout' and o.cancel_reason is distinct from 'superseded'
  and not o.id = any($previousIds::bigint[])`;
const sumSql = (pieces: string, condition: string) =>
  `coalesce(sum(${pieces}) filter (where ${condition} and not o.id = any($previousIds::bigint[])), 0)::integer`;
const isUnprovenSql = `o.confirmed_at is null and o.source = 'checkout' and o.status in ('pending', 'failed', 'on-hold', 'processing')`;
const isAwaitingPaymentSql = `o.status in ('pending', 'failed')`;
const leftSql = 'greatest(r.quantity - r.backordered - r.shipped - r.returned, 0)';

interface CountValues extends OwnerColumns, Pick<ReservationRequest, 'networkHash' | 'email'> {
  readonly previousIds: readonly number[];
  readonly variationIds: readonly number[];
  readonly since: Date;
}

const selectReserved = namedQuery<CountValues, ReservedRow>(
  'orders.count-reserved',
  `select
    (select coalesce(sum(l.quantity), 0)::integer from orders o join order_lines l on l.order_id = o.id
      where ${isOwnSql} and o.status in ('pending', 'on-hold') and not o.id = any($previousIds::bigint[])) as "visitorQuantity",
    (select count(*)::integer from orders o where o.network_hash = $networkHash and ${isRecentSql}) as "networkOrders",
    (select count(*)::integer from orders o where email_key(o.email) = email_key($email) and ${isRecentSql}) as "addressOrders",
    (select coalesce(json_agg(s), '[]') from (
      select r.stock_id as "stockId", coalesce(sum(r.quantity - r.backordered) filter (where r.state = 'reserved'), 0)::integer as reserved,
        ${sumSql('r.quantity - r.backordered', `r.state = 'reserved' and ${isOwnSql}`)} as "byOwner",
        coalesce(sum(${leftSql}) filter (where r.state = 'committed' and ${isUnprovenSql}), 0)::integer as sold,
        ${sumSql(leftSql, `${isUnprovenSql} and ${isOwnSql}`)} as "byVisitor",
        ${sumSql(leftSql, `${isUnprovenSql} and o.network_hash = $networkHash`)} as "byNetwork",
        ${sumSql(leftSql, `${isUnprovenSql} and not ${isAwaitingPaymentSql} and o.suspicion is null`)} as "placedAtOnce",
        ${sumSql(leftSql, `${isUnprovenSql} and ${isAwaitingPaymentSql}`)} as "awaitingPayment",
        ${sumSql(leftSql, `${isUnprovenSql} and not ${isAwaitingPaymentSql} and o.suspicion is not null`)} as "awaitingConfirmation"
      from stock_reservations r join orders o on o.id = r.order_id
      where r.stock_id in (select stock_id from variations where id = any($variationIds::integer[]))
        and r.state <> 'released' and r.shipped + r.returned < r.quantity group by r.stock_id) s) as stocks`,
);

/**
 * Serializes orders of one network or one email address, so that they are counted one after another. Lock order: by
 * key, before the stock.
 */
const lockSources = sqlQuery(
  'orders.lock-sources',
  `select pg_advisory_xact_lock(hashtextextended(key, 0)) from (
    select distinct key from unnest(array['orders-network ' || $1::text, 'orders-email ' || email_key($2)]) as k(key)
    where key is not null order by key
  ) as sources`,
);

/** An order, before it reserves any stock or when its payment method changes. */
export interface ReservationRequest {
  readonly owner: Owner | null;
  readonly email: string;
  /** Whether the email address is proven to be the shopper's, or the shop requires no confirmation. */
  readonly isProven: boolean;
  /**
   * Whether the order is paid at a provider immediately. Such an order reserves stock for minutes only, and its
   * payment confirms it.
   */
  readonly isPaidNow: boolean;
  readonly networkHash: string | null;
  readonly lines: readonly { readonly variationId: number; readonly quantity: number }[];
}

interface PreviousOrders {
  readonly ids: readonly number[];
  readonly reservations: readonly Pick<ReservedStock, 'stockId' | 'quantity' | 'backordered'>[];
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Checks whether an order may reserve its items, and whether it is placed at once. Locks the network and the email
 * address of an unproven order first, then the stock rows, and then counts, so that concurrent orders are counted one
 * after another. Superseded orders are not counted.
 */
export async function checkReservationLimits(
  shop: Shop,
  tx: Tx,
  request: ReservationRequest,
  previous: PreviousOrders,
): Promise<ReservationCheck> {
  const { maxReserved: caps, suspicion: limits, confirmation } = shop.settings(orderSettings);
  const { isProven, isPaidNow, lines, owner, networkHash, email } = request;
  const isRequired = confirmation === 'required' && !isProven && !isPaidNow;
  const suspicionLimits = { ...limits, unconfirmedPercent: caps.unconfirmedPercent };
  const used = isProven ? Object.values(caps) : [...Object.values(caps), ...Object.values(limits)];
  if (used.every((limit) => limit === null)) return { ok: true, suspicion: isRequired ? 'required' : null };
  const variationIds = [...new Set(lines.map(({ variationId }) => variationId))];
  const since = new Date(shop.clock.now().getTime() - dayMs);
  const [visitorId, customerId] = toOwnerValues(owner);
  const [, stocks, [found]] = await awaitAll([
    isProven ? null : lockSources(tx, [networkHash, email]),
    lockStock(tx, variationIds),
    selectReserved(tx, { visitorId, customerId, previousIds: previous.ids, variationIds, networkHash, email, since }),
  ]);
  if (!found) throw new Error('the reserved quantities were not counted');
  const { visitorQuantity, visitorPercent } = caps;
  if (visitorQuantity !== null && found.visitorQuantity + sumQuantities(lines) > visitorQuantity) {
    const max = Math.max(visitorQuantity - found.visitorQuantity, 0);
    return { ok: false, code: 'RESERVATION_LIMIT', cap: 'visitor-quantity', max, variationId: null };
  }
  const claims = stocks.flatMap((stock) => createClaim(request, stock, found, previous));
  for (const { byOwner, onHandAndReserved, wanted, reservedBefore, variationId } of claims) {
    // An order may always reserve as much as the orders that it supersedes, so that quantities can be lowered.
    if (visitorPercent === null || wanted <= reservedBefore) continue;
    const limit = Math.max(Math.floor((onHandAndReserved * visitorPercent) / 100), minimumByOwner);
    if (byOwner + wanted > limit)
      return {
        ...{ ok: false, code: 'RESERVATION_LIMIT', cap: 'visitor-share' },
        ...{ max: Math.max(limit - byOwner, 0), variationId },
      };
  }
  if (isProven) return { ok: true, suspicion: null };
  const unproven = { ...found, stocks: claims.filter((claim) => !isPaidNow || claim.wanted > claim.reservedBefore) };
  const suspicion = isRequired ? 'required' : findSuspicion(unproven, suspicionLimits, { isPaidNow });
  const usedUp = findUsedUpShare(unproven, suspicionLimits, { isPaidNow, suspicion });
  return usedUp
    ? { ok: false, code: 'RESERVATION_LIMIT', cap: 'unconfirmed-share', ...usedUp }
    : { ok: true, suspicion };
}

interface Claim extends StockClaim {
  readonly byOwner: number;
  readonly onHandAndReserved: number;
  /** Units that the superseded orders have reserved. */
  readonly reservedBefore: number;
}

/** Creates the claim of an order on a stock; empty when the order needs no unit of the stock. */
function createClaim(
  { lines }: ReservationRequest,
  { stockId, onHand, variationIds }: LockedStock,
  { stocks }: ReservedRow,
  { reservations }: PreviousOrders,
): Claim[] {
  const reservedBefore = reservations
    .filter((reservation) => reservation.stockId === stockId)
    .reduce((sum, { quantity, backordered }) => sum + quantity - backordered, 0);
  // Backordered units reserve nothing.
  const wanted = Math.min(
    sumQuantities(lines.filter((line) => variationIds.includes(line.variationId))),
    onHand + reservedBefore,
  );
  if (wanted === 0) return [];
  const use = stocks.find((each) => each.stockId === stockId) ?? noUse;
  const [variationId = null] = variationIds;
  const onHandAndReserved = onHand + use.reserved;
  return [{ ...use, variationId, wanted, reservedBefore, onHandAndReserved, total: onHandAndReserved + use.sold }];
}

const noUse: Omit<StockUse, 'stockId'> = {
  ...{ reserved: 0, byOwner: 0, sold: 0, byVisitor: 0, byNetwork: 0 },
  ...{ placedAtOnce: 0, awaitingPayment: 0, awaitingConfirmation: 0 },
};

function sumQuantities(lines: readonly { readonly quantity: number }[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}
