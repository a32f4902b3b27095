-- When staff was told that money was asked for and does not come, once for each payment.
alter table payments add column reported_at timestamptz;
