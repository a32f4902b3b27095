import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { DocumentTax } from './document-snapshot.ts';

/** A tax of one part of an order. `position`: index of its line, shipping line or fee, from 0. */
export interface PartTax extends DocumentTax {
  readonly kind: 'item' | 'shipping' | 'fee';
  readonly position: number;
  readonly taxClass: string;
}

export const findOrderTaxes = sqlQuery<PartTax>(
  'documents.find-order-taxes',
  `select case when t.line_id is not null then 'item' when t.fee_id is not null then 'fee' else 'shipping' end as kind,
    coalesce(l.position, s.position, f.position) as position, t.tax_class as "taxClass", t.name, t.rate, t.net, t.amount
  from order_tax_lines t left join order_lines l on l.id = t.line_id left join order_shipping_lines s on s.id = t.shipping_line_id
    left join order_fees f on f.id = t.fee_id
  where t.order_id = $1 order by t.position`,
);

/**
 * Amount that a refund gives back for a part of the order. `position`: index of its line, from 0; null for other
 * kinds.
 */
export interface RefundedPart {
  readonly kind: 'item' | 'shipping' | 'fee' | 'amount';
  readonly position: number | null;
  readonly quantity: number | null;
  readonly net: number;
  readonly tax: number;
  readonly gross: number;
  readonly taxes: readonly DocumentTax[];
}

/** Money that belongs to no part of the order was never invoiced, so it is not credited. */
export const findRefundedParts = sqlQuery<RefundedPart>(
  'documents.find-refunded-parts',
  `select r.kind, l.position, r.quantity, r.net, r.tax, r.gross,
    (select coalesce(json_agg(json_build_object('name', t.name, 'rate', t.rate, 'net', t.net, 'amount', t.amount) order by t.position), '[]')
      from refund_tax_lines t where t.refund_id = r.refund_id and t.refund_line_id = r.id) as taxes
  from refund_lines r left join order_lines l on l.id = r.order_line_id
  where r.refund_id = $1 and r.kind <> 'unallocated' and r.gross > 0 order by r.id`,
);

const selectShippedAt = sqlQuery<{ shippedAt: Date | null }>(
  'documents.find-shipment-date',
  'select max(shipped_at) as "shippedAt" from shipments where order_id = $1',
);

/** Returns the time of the order's latest shipment; null when nothing was shipped. */
export async function findShipmentDate(db: Db, orderId: number): Promise<Date | null> {
  return (await selectShippedAt(db, [orderId]))[0]?.shippedAt ?? null;
}
