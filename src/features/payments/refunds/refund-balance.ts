import type { LockedOrder } from '#features/orders/index.ts';
import type { TaxRate } from '#features/pricing/index.ts';
import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { RefundLineKind } from '../tables.ts';
import type { TaxedShare } from './taxed-share.ts';

/** A line of an order, or the part of a shipping line or fee that has one combination of tax rates. */
export interface SoldPart extends TaxedShare {
  readonly kind: 'item' | 'shipping' | 'fee';
  /** Null for shipping and fees, like `quantity`. */
  readonly lineId: number | null;
  readonly quantity: number | null;
  /** Number of units that the shop has replaced free of charge: they can't be refunded. Default: 0. */
  readonly replaced?: number;
}

export interface RefundedPart extends TaxedShare {
  readonly kind: RefundLineKind;
  /** Null when the part is not an item, like `quantity`. */
  readonly lineId: number | null;
  readonly quantity: number | null;
}

/** Sold parts of an order, in the order of its lines, and the parts that its refunds have returned or reserved. */
export interface RefundBalance {
  readonly sold: readonly SoldPart[];
  readonly refunded: readonly RefundedPart[];
}

interface StoredTax extends TaxRate {
  readonly net: number;
  readonly amount: number;
}

interface StoredPart<Kind> {
  readonly kind: Kind;
  readonly lineId: number | null;
  readonly quantity: number | null;
  readonly net: number;
  readonly tax: number;
  readonly taxes: readonly StoredTax[];
}

interface StoredSoldPart extends StoredPart<SoldPart['kind']> {
  readonly replaced: number;
}

const listTaxesSql = (from: string) => `coalesce((
  select json_agg(json_build_object('key', t.rate_key, 'name', t.name, 'taxClass', t.tax_class, 'rate', t.rate, 'isCompound', t.is_compound,
    'net', t.net, 'amount', t.amount) order by t.position) from ${from}), '[]'::json) as taxes`;

const selectSold = sqlQuery<StoredSoldPart>(
  'payments.list-sold-parts',
  `select kind, "lineId", quantity, replaced, net, tax, taxes from (
    select 'item' as kind, l.position, l.id as "lineId", l.quantity, count_replaced_units(l) as replaced, l.net, l.tax,
      ${listTaxesSql('order_tax_lines t where t.order_id = $1 and t.line_id = l.id')}
    from order_lines l where l.order_id = $1
    union all
    select 'shipping', s.position, null, null, 0, s.net, s.tax, ${listTaxesSql('order_tax_lines t where t.order_id = $1 and t.shipping_line_id = s.id')}
    from order_shipping_lines s where s.order_id = $1
    union all
    select 'fee', f.position, null, null, 0, f.net, f.tax, ${listTaxesSql('order_tax_lines t where t.order_id = $1 and t.fee_id = f.id')}
    from order_fees f where f.order_id = $1
  ) parts order by kind, position`,
);

const selectRefunded = sqlQuery<StoredPart<RefundLineKind>>(
  'payments.list-refunded-parts',
  `select l.kind, l.order_line_id as "lineId", l.quantity, l.net, l.tax,
    ${listTaxesSql('refund_tax_lines t where t.refund_id = l.refund_id and t.refund_line_id = l.id')}
  from refund_lines l join refunds r on r.id = l.refund_id where r.order_id = $1 and r.status <> 'failed' order by l.id`,
);

export async function loadRefundBalance(tx: Tx, { id }: Pick<LockedOrder, 'id'>): Promise<RefundBalance> {
  const [sold, refunded] = [await selectSold(tx, [id]), await selectRefunded(tx, [id])];
  return {
    sold: sold.flatMap(splitByTaxClass),
    refunded: refunded.map(({ taxes, ...part }) => ({ ...part, taxes: taxes.map(toRateAmount) })),
  };
}

/**
 * Splits a part by tax classes, because shipping is divided among the tax classes of the goods. A part without tax
 * lines is not taxed.
 */
function splitByTaxClass({ taxes, ...part }: StoredSoldPart): SoldPart[] {
  const byClass = [...Map.groupBy(taxes, ({ taxClass }) => taxClass).values()];
  if (part.kind === 'item' || byClass.length === 0) return [{ ...part, taxes: taxes.map(toRateAmount) }];
  const taxed = byClass.map((group) => ({ ...part, net: group[0]?.net ?? 0, taxes: group.map(toRateAmount) }));
  const untaxed = part.net - taxed.reduce((sum, { net }) => sum + net, 0);
  return untaxed > 0 ? [...taxed, { ...part, net: untaxed, taxes: [] }] : taxed;
}

function toRateAmount({ net: _, amount, ...rate }: StoredTax) {
  return { rate, amount };
}
