import { lockStockLevels, maxOnHand, publishStockChanges, receiveUnits } from '#features/inventory/index.ts';
import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { stockLabelSql } from '../stocks/stock-sql.ts';

export interface DeliveryLine {
  readonly id: number;
  readonly stockId: number;
  readonly name: string;
  readonly quantity: number;
  readonly received: number;
}

export interface Delivery {
  readonly id: number;
  readonly supplier: string;
  /** Date such as `2026-12-01`. */
  readonly expectedOn: string;
  readonly note: string;
  readonly isClosed: boolean;
  readonly lines: readonly DeliveryLine[];
}

const selectDelivery = sqlQuery<Delivery>(
  'stock-control.find-delivery',
  `select d.id, d.supplier, d.expected_on::text as "expectedOn", d.note, d.closed_at is not null as "isClosed", coalesce((
    select json_agg(json_build_object('id', l.id, 'stockId', l.stock_id, 'name', ${stockLabelSql('l.stock_id')}, 'quantity', l.quantity, 'received', l.received) order by l.id)
    from expected_delivery_lines l where l.delivery_id = d.id), '[]') as lines
  from expected_deliveries d where d.id = $1::bigint`,
);
const lockDelivery = sqlQuery(
  'stock-control.lock-delivery',
  'select from expected_deliveries where id = $1::bigint for no key update',
);

/** @param isLocking locks the delivery; `db` must then be a transaction */
export async function findDelivery(db: Db, id: number, isLocking = false): Promise<Delivery | null> {
  if (isLocking) await lockDelivery(db, [id]);
  return (await selectDelivery(db, [id]))[0] ?? null;
}

export interface NewDelivery extends Pick<Delivery, 'supplier' | 'expectedOn' | 'note'> {
  readonly lines: readonly Pick<DeliveryLine, 'stockId' | 'quantity'>[];
}

const insertDelivery = sqlQuery<{ id: number }>(
  'stock-control.add-delivery',
  'insert into expected_deliveries (supplier, expected_on, note, created_at) values ($1, $2::date, $3, $4) returning id',
);
const updateDelivery = sqlQuery(
  'stock-control.change-delivery',
  'update expected_deliveries set supplier = $2, expected_on = $3::date, note = $4 where id = $1',
);
const writeLines = sqlQuery(
  'stock-control.write-delivery-lines',
  `with gone as (
    delete from expected_delivery_lines where delivery_id = $1 and received = 0 and stock_id <> all($2::integer[])
  )
  insert into expected_delivery_lines (delivery_id, stock_id, quantity)
  select $1, n.stock_id, n.quantity from unnest($2::integer[], $3::integer[]) with ordinality n (stock_id, quantity, nth)
  join stock_levels s on s.variation_id = n.stock_id order by n.nth
  on conflict (delivery_id, stock_id) do update set quantity = excluded.quantity`,
);

/**
 * Saves a delivery with its lines. Lines with received units are kept.
 * @param id null for a new delivery
 */
export async function saveDelivery(tx: Tx, id: number | null, delivery: NewDelivery, now: Date): Promise<number> {
  const { supplier, expectedOn, note, lines } = delivery;
  const saved = id ?? (await insertDelivery(tx, [supplier, expectedOn, note, now]))[0]?.id ?? 0;
  if (id !== null) await updateDelivery(tx, [id, supplier, expectedOn, note]);
  await writeLines(tx, [saved, lines.map(({ stockId }) => stockId), lines.map(({ quantity }) => quantity)]);
  return saved;
}

const updateClosed = sqlQuery(
  'stock-control.close-delivery',
  'update expected_deliveries set closed_at = $2 where id = $1',
);

/** @param at null reopens the delivery */
export const closeDelivery = (tx: Tx, id: number, at: Date | null) => updateClosed(tx, [id, at]);

const addReceived = sqlQuery(
  'stock-control.add-received-units',
  `update expected_delivery_lines l set received = l.received + n.units
  from unnest($1::integer[], $2::integer[]) n (id, units) where l.id = n.id`,
);

const maxReceived = 9_999_999;

export interface ReceivedLine {
  readonly line: DeliveryLine;
  readonly units: number;
}

export type ReceiveResult =
  | { readonly ok: true; readonly isComplete: boolean }
  | {
      readonly ok: false;
      readonly code: 'STOCK_NOT_MANAGED' | 'TOO_MANY_RECEIVED';
      readonly line: DeliveryLine;
    };

/**
 * Adds received units to the stock. The number of statements doesn't depend on the number of lines. The caller has
 * locked the delivery. Lock order: the delivery, then stock rows by their ids.
 */
export async function receiveLines(
  shop: Shop,
  tx: Tx,
  delivery: Delivery,
  received: readonly ReceivedLine[],
  by: Actor,
): Promise<ReceiveResult> {
  const levels = await lockStockLevels(
    tx,
    received.map(({ line }) => line.stockId),
  );
  const managed = new Set(levels.filter((level) => level.managed).map(({ stockId }) => stockId));
  const uncounted = received.find(({ line }) => !managed.has(line.stockId));
  if (uncounted) return { ok: false, code: 'STOCK_NOT_MANAGED', line: uncounted.line };
  const stored = new Map(levels.map(({ stockId, onHand }) => [stockId, onHand]));
  const full = received.find(
    ({ line, units }) => line.received + units > maxReceived || (stored.get(line.stockId) ?? 0) + units > maxOnHand,
  );
  if (full) return { ok: false, code: 'TOO_MANY_RECEIVED', line: full.line };
  const units = received.map(({ line: { stockId }, units: quantity }) => ({ stockId, quantity }));
  await publishStockChanges(shop, tx, await receiveUnits(tx, units, { text: `delivery:${delivery.id}`, by }));
  await addReceived(tx, [received.map(({ line }) => line.id), received.map((each) => each.units)]);
  const now = new Map(received.map((each) => [each.line.id, each.units]));
  const isComplete = delivery.lines.every((line) => line.received + (now.get(line.id) ?? 0) >= line.quantity);
  if (isComplete) await closeDelivery(tx, delivery.id, shop.clock.now());
  return { ok: true, isComplete };
}
