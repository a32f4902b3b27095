import { returnToStock } from '#features/inventory/index.ts';
import { getOrder, lockOrder, type Order } from '#features/orders/index.ts';
import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Refusal } from '#platform/mutations/mutation.ts';
import { type Author, toAuthorColumns } from '#platform/sessions/author.ts';

/** Units of a line that are exchanged and have not arrived yet. */
export interface ExpectedUnits {
  /** Id of the line in the refund of the exchange. */
  readonly refundLineId: number;
  readonly refundId: number;
  readonly lineId: number;
  readonly name: string;
  /** Number of the order that replaces the units. */
  readonly number: number;
  readonly quantity: number;
}

const selectExpected = sqlQuery<ExpectedUnits>(
  'exchanges.find-expected-units',
  `select l.id as "refundLineId", l.refund_id as "refundId", s.id as "lineId", s.name, o.number,
    (l.quantity - coalesce((select sum(quantity) from exchange_arrivals where refund_line_id = l.id), 0))::integer as quantity
  from exchanges e join orders o on o.id = e.order_id join refund_lines l on l.refund_id = e.refund_id
    join order_lines s on s.id = l.order_line_id
  where e.exchanged_order_id = $1
    and l.quantity > coalesce((select sum(quantity) from exchange_arrivals where refund_line_id = l.id), 0) order by l.id`,
);

/** An order with the units of its exchanges that have not arrived yet. */
export interface ExpectingOrder extends Order {
  readonly expected: readonly ExpectedUnits[];
}

export async function loadExpecting(db: Db, id: number): Promise<ExpectingOrder | null> {
  const [order, expected] = await Promise.all([getOrder(db, { id }), selectExpected(db, [id])]);
  return order && { ...order, expected };
}

export interface ArrivedUnits {
  readonly refundLineId: number;
  readonly quantity: number;
  /** Number of the arrived units that can be sold again. */
  readonly restocked: number;
}

export interface Arrival {
  readonly orderId: number;
  readonly units: readonly ArrivedUnits[];
  readonly by: Author;
}

type ArrivalResult =
  | { readonly ok: true; readonly order: ExpectingOrder }
  | Refusal<'ORDER_NOT_FOUND' | 'ARRIVAL_NOT_EXPECTED'>;

const insertArrivals = sqlQuery(
  'exchanges.insert-arrivals',
  `insert into exchange_arrivals (refund_line_id, quantity, restocked, by, by_staff_id, arrived_at)
  select u."refundLineId", u.quantity, u.restocked, $2, $3, $4
  from jsonb_to_recordset($1) as u("refundLineId" bigint, quantity integer, restocked integer)`,
);

/** Records arrived units, and returns those to stock that can be sold again. Lock order: the order, stock. */
export async function recordArrival(shop: Shop, tx: Tx, { orderId, units, by }: Arrival): Promise<ArrivalResult> {
  const locked = await lockOrder(tx, orderId);
  const order = locked && (await loadExpecting(tx, orderId));
  if (!order) return { ok: false, code: 'ORDER_NOT_FOUND' };
  const lines = units.flatMap(({ refundLineId, quantity, restocked }) => {
    const line = order.expected.find((each) => each.refundLineId === refundLineId);
    return line && quantity >= 1 && quantity <= line.quantity && restocked <= quantity
      ? [{ refundId: line.refundId, lineId: line.lineId, quantity: restocked }]
      : [];
  });
  if (lines.length === 0 || lines.length < units.length) return { ok: false, code: 'ARRIVAL_NOT_EXPECTED' };
  const { by: name, byStaffId } = toAuthorColumns(by);
  await insertArrivals(tx, [JSON.stringify(units), name, byStaffId, shop.clock.now()]);
  const byRefund = Map.groupBy(
    lines.filter(({ quantity }) => quantity > 0),
    ({ refundId }) => refundId,
  );
  for (const [refundId, back] of byRefund) await returnToStock(shop, tx, order, back, { refundId, isShipped: true });
  return { ok: true, order };
}
