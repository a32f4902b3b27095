-- What staff do with mails, messages and withdrawals in the back office.

alter table platform.mail
  -- Lists page by a number that is unique; ids are chosen by whoever sends.
  add column number bigint generated always as identity unique,
  -- The mail that this one sends once more. Null when that one is no longer kept.
  add column original_id text references platform.mail on delete set null;

-- For the deletion of the first mail, and for its page, which names those that repeat it.
create index mail_original on platform.mail (original_id) where original_id is not null;
-- Lists of mails: all, those of a kind, those to an address.
drop index platform.mail_newest;
create index mail_newest on platform.mail (created_at, number);
create index mail_kind on platform.mail (split_part(id, ':', 1), created_at, number);
create index mail_recipient on platform.mail (lower(recipient), created_at, number);

-- Who of the staff looks after a message.
alter table contact_messages add column assigned_to bigint references staff_members on delete set null;
create index contact_messages_assigned on contact_messages (assigned_to, received_at desc, id desc) where assigned_to is not null;

-- Files that go with an answer. Null: the sender's own. They count and end like those.
alter table contact_message_files add column answer_id uuid references contact_message_answers on delete cascade;
create index contact_message_files_answer on contact_message_files (answer_id) where answer_id is not null;

-- What staff wrote about a message for each other, and to whom they sent it on. Deleted with the message: it is about its sender.
create table contact_message_notes (
  id uuid primary key,
  message_id bigint not null references contact_messages on delete cascade,
  body text not null check (length(body) <= 5000),
  -- Null: a note, which nobody gets.
  forwarded_to text check (length(forwarded_to) between 3 and 254),
  has_files boolean not null default false,
  by text not null check (btrim(by) <> ''),
  by_staff_id bigint references staff_members,
  -- Whether the mail was sent. A message whose form stores nothing is not cleared before.
  is_mailed boolean not null default false,
  noted_at timestamptz not null,
  constraint contact_message_notes_say_something check (forwarded_to is not null or body <> ''),
  constraint contact_message_notes_only_mails_have_files check (forwarded_to is not null or not (has_files or is_mailed))
);

create index contact_message_notes_message on contact_message_notes (message_id);

-- For the lines below, which name both.
alter table withdrawals add constraint withdrawals_of_order unique (id, order_id);

-- Units that a withdrawal is about: recognized when it was declared, or chosen by staff, and how many have come back. The declaration
-- itself stays as it was.
create table withdrawal_lines (
  withdrawal_id bigint not null,
  order_id bigint not null,
  order_line_id bigint not null,
  quantity integer not null check (quantity > 0),
  received integer not null default 0,
  primary key (withdrawal_id, order_line_id),
  -- A line of the order of its withdrawal.
  foreign key (withdrawal_id, order_id) references withdrawals (id, order_id) on delete restrict,
  foreign key (order_id, order_line_id) references order_lines (order_id, id) on delete restrict,
  constraint withdrawal_lines_received_of_withdrawn check (received between 0 and quantity)
);

create index withdrawal_lines_line on withdrawal_lines (order_line_id);

-- Units of a line that a withdrawal can be about: bought, neither given back nor in another withdrawal that is open. Units that were
-- cancelled may have been refunded, too, so the larger number counts.
create function units_to_withdraw(line_id bigint, except_withdrawal_id bigint) returns integer language sql stable as $$
  select (l.quantity
    - greatest(
      (select coalesce(sum(r.quantity), 0) from refund_lines r join refunds f on f.id = r.refund_id
        where r.order_line_id = l.id and f.status <> 'failed'),
      (select coalesce(sum(c.quantity), 0) from cancelled_units c where c.line_id = l.id))
    - (select coalesce(sum(w.quantity), 0) from withdrawal_lines w
      where w.order_line_id = l.id and w.withdrawal_id is distinct from except_withdrawal_id
        and not exists (select from withdrawal_closings c where c.withdrawal_id = w.withdrawal_id)))::integer
  from order_lines l where l.id = line_id
$$;

-- No more is withdrawn from than was bought and not given back. It locks the order, as every change of an order does first.
create function check_withdrawal_line() returns trigger language plpgsql as $$
begin
  perform from orders where id = new.order_id for update;
  if new.quantity > units_to_withdraw(new.order_line_id, new.withdrawal_id) then
    raise exception 'more units are withdrawn from than are left' using errcode = 'check_violation', constraint = 'withdrawal_lines_left';
  end if;
  return new;
end
$$;

create trigger withdrawal_lines_left before insert or update of quantity on withdrawal_lines
  for each row execute function check_withdrawal_line();

-- Withdrawals are found by the address or the number that was typed.
create index withdrawals_email on withdrawals (lower(email), declared_at desc, id desc);
create index withdrawals_number on withdrawals (order_number);
