import {
  countArrivalDays,
  type DeliveryEstimate,
  type DeliveryTerms,
  estimateTerms,
  getDeliveryTerms,
} from '#features/delivery-dates/index.ts';
import { getBaseAddress, getOnlyPackage } from '#features/pricing/index.ts';
import { sqlQuery, type Tx } from '#platform/database/database.ts';
import { namedQuery } from '#platform/database/named-query.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { OrderInput } from '../create/order-input.ts';
import type { OrderEvent } from '../events.ts';

type PromiseValues = DeliveryEstimate &
  Pick<DeliveryTerms, 'isPickup' | 'waitDays'> &
  Record<'orderId' | 'totalMin' | 'totalMax' | 'handlingMin' | 'handlingMax' | 'transitMin' | 'transitMax', number> & {
    readonly at: Date;
  };

const insertPromise = namedQuery<PromiseValues>(
  'orders.insert-delivery-promise',
  `insert into order_delivery_promises (order_id, is_pickup, total_min, total_max, handling_min, handling_max, transit_min, transit_max, wait_days, counts_from, earliest, latest)
  values ($orderId, $isPickup, $totalMin, $totalMax, $handlingMin, $handlingMax, $transitMin, $transitMax, $waitDays, $at, $earliest, $latest)`,
);

type PromisedOrder = Pick<OrderInput, 'lines' | 'calculation' | 'delivery'>;

/** Stores the delivery dates of a new order as its shopper was told. Stores nothing when the shop shows no dates. */
export async function storePromise(shop: Shop, tx: Tx, orderId: number, input: PromisedOrder): Promise<void> {
  const terms = getTerms(shop, input);
  if (!terms) return;
  const at = shop.clock.now();
  const dates = estimateTerms(shop, terms, { to: input.delivery ?? getBaseAddress(shop.choices), at });
  const total = countArrivalDays(shop, terms);
  if (!dates || !total) return;
  const { handling, transit } = terms;
  await insertPromise(tx, {
    ...{ ...terms, ...dates, orderId, at, totalMin: total.min, totalMax: total.max },
    ...{ handlingMin: handling.min, handlingMax: handling.max, transitMin: transit.min, transitMax: transit.max },
  });
}

/** Events have dates of their own, and virtual items are not shipped. */
function getTerms(shop: Shop, { lines, calculation }: PromisedOrder): DeliveryTerms | null {
  const { options, selected } = getOnlyPackage(calculation);
  const option = options.find(({ id }) => id === selected?.methodId);
  const dated = lines.filter(({ virtual, eventDate }) => !virtual && eventDate === null);
  if (!option || dated.length === 0) return null;
  const isBackordered = dated.some((line) => line.isBackordered);
  return getDeliveryTerms(shop, option, isBackordered);
}

/**
 * An order that is paid within this time keeps the dates of the checkout, even if the cut-off time has passed
 * meanwhile.
 */
const keptMs = 60 * 60 * 1000;

interface LatePromise extends DeliveryTerms {
  /** Null when nothing is shipped. */
  readonly country: string | null;
  readonly state: string | null;
}

const findLatePromise = sqlQuery<LatePromise>(
  'orders.find-late-promise',
  `select p.is_pickup as "isPickup", json_build_object('min', p.handling_min, 'max', p.handling_max) as handling,
    json_build_object('min', p.transit_min, 'max', p.transit_max) as transit, p.wait_days as "waitDays", a.country, a.state
  from order_delivery_promises p left join order_addresses a on a.order_id = p.order_id and a.kind = 'shipping'
  where p.order_id = $1 and p.counts_from < $2`,
);

const updatePromise = sqlQuery(
  'orders.update-delivery-promise',
  'update order_delivery_promises set counts_from = $2, earliest = $3, latest = $4 where order_id = $1',
);

/**
 * Handles `orderStatusChanged`: the delivery dates of an order that waited for its payment or its confirmation are
 * calculated from now.
 */
export async function renewPromise(
  shop: Shop,
  tx: Tx,
  { id, status }: Pick<OrderEvent, 'id' | 'status'>,
): Promise<void> {
  if (status !== 'processing') return;
  const now = shop.clock.now();
  const [late] = await findLatePromise(tx, [id, new Date(now.getTime() - keptMs)]);
  if (!late) return;
  const base = getBaseAddress(shop.choices);
  const to = late.country === null ? base : { country: late.country, state: late.state ?? '' };
  const dates = estimateTerms(shop, late, { to, at: now });
  if (dates) await updatePromise(tx, [id, now, dates.earliest, dates.latest]);
}
