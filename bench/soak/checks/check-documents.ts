import type { Database } from '#platform/database/database.ts';
import { type DocumentFingerprints, readFingerprints } from '../watch-documents.ts';
import { type Check, checkInvariants } from './check.ts';

/** Sums of the documents and of the money of orders with an invoice. `kept`: late money that could not be given back. */
const balanceSql = `(select o.id, o.number, o.total, o.captured_total - o.refunded_total as money,
    sum(d.total) filter (where d.kind = 'invoice') as invoiced, coalesce(sum(d.total) filter (where d.kind = 'credit-note'), 0) as credited,
    exists (select from refunds r where r.order_id = o.id and r.cause = 'late-payment' and r.status = 'failed') as kept
  from orders o join documents d on d.order_id = o.id group by o.id)`;

/** Each query returns what violates an invariant. */
const documentInvariants: Readonly<Record<string, string>> = {
  'the numbers of each series have no gaps and no duplicates': `
    select s.series, s.last_number, count(d.id), min(d.number), max(d.number) from document_series s left join documents d on d.series = s.series
    group by s.series having count(distinct d.number) <> count(d.id) or min(d.number) <> 1 or max(d.number) <> s.last_number or count(d.id) <> s.last_number`,
  'every order that was paid has one invoice, and no other order has one': `
    select o.number, o.status, count(d.id) from orders o left join documents d on d.order_id = o.id and d.kind = 'invoice'
    group by o.id having count(d.id) <> case when o.paid_at is not null and o.total > 0 then 1 else 0 end`,
  'every invoice has the total and the tax of its order': `
    select o.number, d.label from documents d join orders o on o.id = d.order_id where d.kind = 'invoice'
      and (d.total, (d.snapshot->>'tax')::bigint) is distinct from (o.total, o.tax_total)`,
  'every document has lines and taxes that add up to its sums': `
    select d.label from documents d cross join lateral (select sum((l->>'net')::bigint) as net, sum((l->>'tax')::bigint) as tax,
      sum((l->>'gross')::bigint) as gross from jsonb_array_elements(d.snapshot->'lines') l) s
    where (d.total, (d.snapshot->>'net')::bigint, (d.snapshot->>'tax')::bigint, (d.snapshot->>'gross')::bigint)
      is distinct from (s.gross, s.net, s.tax, s.gross) or s.net + s.tax <> s.gross
      or s.tax <> (select coalesce(sum((t->>'amount')::bigint), 0) from jsonb_array_elements(d.snapshot->'taxes') t)`,
  'every refund of an order with an invoice has a credit note of what was invoiced of it': `
    select o.number, r.id, l.gross, c.total from refunds r join orders o on o.id = r.order_id
      join documents i on i.order_id = o.id and i.kind = 'invoice' left join documents c on c.refund_id = r.id
      cross join lateral (select coalesce(sum(gross), 0) as gross from refund_lines where refund_id = r.id and kind <> 'unallocated') l
    where coalesce(c.total, 0) <> case when r.status = 'succeeded' then l.gross else 0 end`,
  'invoices less credit notes = captured less refunded, for each order with an invoice': `
    select number, invoiced, credited, money from ${balanceSql} b where not kept and invoiced - credited <> money`,
};

/** Checks invoices and credit notes, and that none has changed since it was first seen. */
export async function checkDocuments(database: Database, seen: DocumentFingerprints): Promise<Check[]> {
  const found = new Map((await readFingerprints(database)).map(({ label, fingerprint }) => [label, fingerprint]));
  return [
    ...(await checkInvariants(database, 'select count(*)::integer as count from documents', documentInvariants)),
    {
      what: 'no document has changed since it was first seen',
      checked: seen.size,
      failures: [...seen].filter(([label, fingerprint]) => found.get(label) !== fingerprint).map(([label]) => label),
    },
  ];
}
