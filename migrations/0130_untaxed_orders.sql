-- Why an order has no tax, as of its placing: the invoice says it. Null: it has taxes, or is from before.
alter table orders add column untaxed_reason text
  check (untaxed_reason in ('not-charged', 'exempt', 'zero-rate', 'not-taxable', 'outside-area', 'no-rate'));
