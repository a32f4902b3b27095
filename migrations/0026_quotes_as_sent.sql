-- A quote is accepted as it was sent. It can be replaced or withdrawn, and is erased with its draft.
alter table order_drafts
  -- What was offered to whom: the draft may be changed afterwards.
  add column quoted_input jsonb check (jsonb_typeof(quoted_input) = 'object' and octet_length(quoted_input::text) <= 2000000),
  add column quoted_customer_id bigint generated always as ((quoted_input ->> 'customerId')::bigint) stored references customers,
  -- Since when the quote can't be accepted any more, although it was not replaced.
  add column withdrawn_at timestamptz,
  -- A deleted draft can be restored until a job erases it.
  add column deleted_at timestamptz;

-- What a changed draft said when it was sent is not known: its quote can't be accepted.
update order_drafts set quoted_input = input,
  withdrawn_at = case when order_number is null and updated_at > quoted_at then now() end
where quoted is not null;

alter table order_drafts
  drop constraint order_drafts_quote_is_whole,
  add constraint order_drafts_quote_is_whole
    check (num_nonnulls(quote_token, quoted, quoted_input, quoted_at, valid_until) in (0, 5)),
  add constraint order_drafts_only_quotes_are_withdrawn check (withdrawn_at is null or quote_token is not null),
  add constraint order_drafts_ordered_are_not_deleted check (deleted_at is null or order_number is null);

-- Personal data of a customer.
create index order_drafts_quoted_customer on order_drafts (quoted_customer_id) where quoted_customer_id is not null;
create index order_drafts_guest on order_drafts (lower(input ->> 'email')) where customer_id is null;
create index order_drafts_withdrawn on order_drafts (created_at, id) where withdrawn_at is not null and order_number is null;
-- What the job erases.
create index order_drafts_last_used on order_drafts (greatest(updated_at, valid_until));
create index order_drafts_deleted on order_drafts (deleted_at) where deleted_at is not null;

-- Links of former quotes of a draft.
create table replaced_quotes (
  token text primary key check (token ~ '^[\w-]{32}$'),
  draft_id bigint not null references order_drafts on delete cascade,
  -- Whether all quotes since went to the same address, so that the link leads to the one that is current.
  leads_on boolean not null
);

create index replaced_quotes_draft on replaced_quotes (draft_id);

-- Why a parcel did not arrive may say who was not at home: it is erased with its order.
create function erase_delivery_reasons() returns trigger language plpgsql as $$
begin
  update deliveries set reason = '' where order_id = new.id and reason <> '';
  return null;
end $$;

create trigger orders_erased_erase_delivery_reasons after update of erased_at on orders
  for each row when (new.erased_at is not null and old.erased_at is null) execute function erase_delivery_reasons();

-- Of orders that were erased before.
update deliveries d set reason = '' from orders o where o.id = d.order_id and o.erased_at is not null and d.reason <> '';
