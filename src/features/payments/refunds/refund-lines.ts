import type { LockedOrder, PositionUnits } from '#features/orders/index.ts';
import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { refundLines } from '../tables.ts';
import { calculateUnitShare } from './refund-amounts.ts';

export interface PartsRequest {
  readonly lines: readonly PositionUnits[];
  /** What is left of the shipping costs. */
  readonly shipping: boolean;
  /** What is left of the fees. */
  readonly fees: boolean;
}

export type NewRefundLine = Omit<typeof refundLines.$inferInsert, 'refundId'>;

/** `left`: units of the line that were not refunded yet. */
export type RefundLinesResult =
  | { readonly ok: true; readonly lines: readonly NewRefundLine[]; readonly amount: number }
  | { readonly ok: false; readonly code: 'REFUND_LINE_INVALID'; readonly position: number; readonly left: number };

interface PartAmounts {
  readonly net: number;
  readonly tax: number;
}

interface RefundedPart extends PartAmounts {
  readonly kind: 'item' | 'shipping' | 'fee';
  readonly lineId: number | null;
  readonly quantity: number;
}

const selectRefunded = sqlQuery<RefundedPart>(
  'payments.find-refunded-parts',
  `select l.kind, l.order_line_id as "lineId", sum(coalesce(l.quantity, 0))::integer as quantity, sum(l.net)::bigint as net,
    sum(l.tax)::bigint as tax
  from refund_lines l join refunds r on r.id = l.refund_id
  where r.order_id = $1 and r.status <> 'failed' group by 1, 2`,
);

const selectCosts = sqlQuery<PartAmounts & { kind: 'shipping' | 'fee' }>(
  'payments.sum-costs',
  `select 'shipping' as kind, coalesce(sum(net), 0)::bigint as net, coalesce(sum(tax), 0)::bigint as tax
    from order_shipping_lines where order_id = $1
  union all
  select 'fee', coalesce(sum(net), 0)::bigint, coalesce(sum(tax), 0)::bigint from order_fees where order_id = $1`,
);

interface SoldLine extends PartAmounts {
  readonly id: number;
  readonly quantity: number;
  /** One amount for each rate. */
  readonly taxes: readonly number[];
}

const selectSoldLines = sqlQuery<SoldLine>(
  'payments.list-sold-lines',
  `select l.id, l.quantity, l.net, l.tax,
    coalesce((select json_agg(t.amount order by t.position) from order_tax_lines t where t.line_id = l.id), '[]') as taxes
  from order_lines l where l.order_id = $1 order by l.position`,
);

/**
 * Calculates what the parts of a locked order cost that are to be refunded. Units that were refunded
 * before count, so that all refunds of a line add up to it, in its net amount and in the tax of
 * each rate.
 */
export async function calculateRefundLines(
  tx: Tx,
  order: LockedOrder,
  { lines, shipping, fees }: PartsRequest,
): Promise<RefundLinesResult> {
  const sold = await selectSoldLines(tx, [order.id]);
  const refunded = await selectRefunded(tx, [order.id]);
  const found: NewRefundLine[] = [];
  for (const { position, quantity } of lines) {
    const line = sold[position - 1];
    const earlier = refunded.find(({ lineId }) => lineId !== null && lineId === line?.id)?.quantity ?? 0;
    const done = found.reduce((sum, each) => sum + (each.orderLineId === line?.id ? (each.quantity ?? 0) : 0), earlier);
    const left = (line?.quantity ?? 0) - done;
    if (!line || quantity < 1 || quantity > left) return { ok: false, code: 'REFUND_LINE_INVALID', position, left };
    found.push({ kind: 'item', orderLineId: line.id, quantity, ...calculateShare(line, done, quantity) });
  }
  const costs = shipping || fees ? await selectCosts(tx, [order.id]) : [];
  for (const { kind, ...cost } of costs) {
    if (kind === 'shipping' ? !shipping : !fees) continue;
    const earlier = refunded.find((part) => part.kind === kind) ?? { net: 0, tax: 0 };
    found.push({ kind, ...withGross(cost.net - earlier.net, cost.tax - earlier.tax) });
  }
  return { ok: true, lines: found, amount: found.reduce((sum, { gross }) => sum + gross, 0) };
}

/** Orders from before taxes were recorded may have a tax without rates. */
function calculateShare({ quantity, net, tax, taxes }: SoldLine, done: number, units: number) {
  const share = (amount: number) => calculateUnitShare(amount, quantity, done, units);
  const amounts = taxes.length > 0 ? taxes : [tax];
  return withGross(
    share(net),
    amounts.reduce((sum, amount) => sum + share(amount), 0),
  );
}

function withGross(net: number, tax: number) {
  return { net, tax, gross: net + tax };
}
