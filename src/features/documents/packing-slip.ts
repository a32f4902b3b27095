import { formatAddress } from '#features/addresses/index.ts';
import {
  canBeShipped,
  formatLineOptions,
  getOrders,
  type Order,
  type OrderLine,
  orderPath,
} from '#features/orders/index.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { DocumentView } from './document-view.ts';
import { findWordmark, listAddress } from './seller.ts';
import { documentTexts as texts } from './texts.ts';

interface LineUnits {
  readonly position: number;
  readonly left: number;
}

const selectUnitsLeft = sqlQuery<LineUnits & { orderId: number }>(
  'documents.find-units-to-pack',
  `select l.order_id as "orderId", l.position, count_units_left(l) as left from order_lines l
  where l.order_id = any($1::bigint[]) and not (l.virtual and l.downloadable) order by l.order_id, l.position`,
);

const selectShipped = sqlQuery<LineUnits>(
  'documents.find-shipped-units',
  `select l.position, sl.quantity as left from shipment_lines sl join order_lines l on l.id = sl.line_id
  where sl.order_id = $1 and sl.shipment_id = $2 order by l.position`,
);

/**
 * Creates the packing slip of a shipment, or of the items left to ship. It has neither number nor prices, because the
 * parcel may be a present. It shows the order as it is when the slip is printed.
 * @returns null when there is nothing to pack, or the order may not be shipped
 */
export async function createPackingSlip(
  shop: Shop,
  db: Db,
  order: Order,
  shipmentId: number | null = null,
): Promise<DocumentView | null> {
  if (shipmentId === null && !canBeShipped(order)) return null;
  const units = await (shipmentId === null
    ? selectUnitsLeft(db, [[order.id]])
    : selectShipped(db, [order.id, shipmentId]));
  return composePackingSlip(shop, order, units);
}

/** Number of orders that are read at once. */
const batchSize = 20;

/**
 * Creates the packing slips of the items left to ship, in the order of the ids. Orders with nothing left to ship are
 * skipped.
 */
export async function* createPackingSlips(
  shop: Shop,
  db: Db,
  orderIds: readonly number[],
): AsyncGenerator<DocumentView> {
  for (let start = 0; start < orderIds.length; start += batchSize) {
    const orders = (await getOrders(db, orderIds.slice(start, start + batchSize))).filter(canBeShipped);
    const units = Map.groupBy(await selectUnitsLeft(db, [orders.map(({ id }) => id)]), ({ orderId }) => orderId);
    for (const order of orders) {
      const slip = composePackingSlip(shop, order, units.get(order.id) ?? []);
      if (slip) yield slip;
    }
  }
}

function composePackingSlip(shop: Shop, order: Order, units: readonly LineUnits[]): DocumentView | null {
  const local = shop.inLocale(order.locale);
  const context = local.renderContext(orderPath(order.token));
  const { t, locale, now } = context;
  const rows = units.flatMap(({ position, left }) => {
    const line = order.lines[position];
    if (!line || left === 0) return [];
    return [
      {
        cells: [line.name, line.sku ?? '', String(left)],
        notes: formatLineOptions(context, order, withoutPrices(line)),
      },
    ];
  });
  const recipient = order.delivery ?? order.billing;
  if (rows.length === 0) return null;
  return {
    title: t(texts.titleWithNumber, { kind: t(texts.packingSlip), number: order.number }),
    wordmark: findWordmark(shop),
    locale,
    issuedAt: now,
    parties: [
      { title: t(texts.seller), lines: listAddress(local) },
      { title: t(texts.shipTo), lines: recipient ? formatAddress(recipient, locale) : [] },
    ],
    facts: [
      { label: t(texts.order), value: String(order.number) },
      { label: t(texts.orderedOn), value: t(texts.date, { date: order.createdAt }) },
    ],
    items: {
      columns: [
        { label: t(texts.item), share: 7, isNumber: false },
        { label: t(texts.sku), share: 3, isNumber: false },
        { label: t(texts.quantity), share: 2, isNumber: true },
      ],
      rows,
    },
    totals: [],
    taxes: null,
    notes: order.note === '' ? [] : [order.note],
  };
}

function withoutPrices({ options, addons }: OrderLine): Pick<OrderLine, 'options' | 'addons'> {
  return { options, addons: addons.map((addon) => ({ ...addon, price: 0 })) };
}
