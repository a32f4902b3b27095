-- A credit note cancels the invoice of an order that was cancelled before it was paid. When such an order is paid after all,
-- another invoice takes the place of the cancelled one. Both name that invoice.
alter table documents add column cancelled_invoice_id bigint references documents on delete restrict;
alter table documents drop constraint credit_notes_name_their_refund;
alter table documents add constraint credit_notes_name_what_they_credit
  check (case kind when 'invoice' then refund_id is null else num_nonnulls(refund_id, cancelled_invoice_id) = 1 end);

drop index documents_one_per_refund;
create unique index documents_one_per_cause on documents (order_id, kind, refund_id, cancelled_invoice_id) nulls not distinct;
create index documents_cancelled_invoice on documents (cancelled_invoice_id) where cancelled_invoice_id is not null;
