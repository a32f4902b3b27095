-- The back office: who changed what, and work that is longer than a request.

-- What staff, programs and jobs changed, each entry in the transaction of its change.
create table platform.audit_entries (
  id bigint generated always as identity primary key,
  -- Milliseconds, as programs read it: lists continue after an entry.
  at timestamptz(3) not null default now(),
  -- What asked for the change, as `Actor` has it: a shopper, staff, a program with a key, or the shop itself.
  by_kind text not null check (by_kind in ('shopper', 'staff', 'api', 'system')),
  -- The name as it was.
  by text not null check (length(by) between 1 and 200),
  by_staff_id bigint references staff_members,
  -- The key of a program. Keys have no table yet.
  by_key_id bigint,
  -- An IPv4 address or the /64 of an IPv6 address, until `audit.keepNetworkDays` is over.
  network text check (length(network) <= 50),
  -- What was changed: a kind such as `coupon`, and its id or its name.
  subject_kind text not null check (subject_kind ~ '^[a-z][a-z-]{0,49}$'),
  subject_id text not null check (length(subject_id) between 1 and 200),
  -- What people call it, as it was: `SUMMER10`. Empty when it was erased.
  label text not null check (length(label) <= 200),
  -- A mutation, a command or a bulk action: `promotions.end-coupon`.
  action text not null check (length(action) between 1 and 100),
  -- Changed fields only, in their order, without secrets. Null: there was nothing before, or is nothing after.
  before json check (json_typeof(before) = 'object' and length(before::text) <= 1000000),
  after json check (json_typeof(after) = 'object' and length(after::text) <= 1000000),
  -- Whose personal data label and values have.
  customer_id bigint references customers,
  -- The run that the change was a row of. Runs are deleted after a while, so it is no reference.
  run_id bigint,
  -- Label and values are gone with the personal data of somebody.
  is_erased boolean not null default false,
  constraint audit_entries_person_is_staff check (by_staff_id is null or by_kind = 'staff'),
  constraint audit_entries_key_is_program check (by_key_id is null or by_kind = 'api'),
  constraint audit_entries_erased_are_empty check (not is_erased or (label = '' and before is null and after is null))
);

-- Lists, newest first: all, of an object, by a person, of an action. All take a range of time.
create index audit_entries_newest on platform.audit_entries (at desc, id desc);
create index audit_entries_subject on platform.audit_entries (subject_kind, subject_id, at desc, id desc);
create index audit_entries_staff on platform.audit_entries (by_staff_id, at desc, id desc) where by_staff_id is not null;
create index audit_entries_action on platform.audit_entries (action, at desc, id desc);
-- What people call an object, as the list's search has it.
create index audit_entries_label on platform.audit_entries (lower(label));
-- What an undo reads: the change that a run made to an object.
create index audit_entries_run on platform.audit_entries (run_id, subject_id) where run_id is not null;
-- A customer's data and its erasure.
create index audit_entries_customer on platform.audit_entries (customer_id) where customer_id is not null;
-- The job that erases networks reads those that are left.
create index audit_entries_network on platform.audit_entries (at) where network is not null;

-- Nobody rewrites what was done. Personal data can be erased, never replaced.
create function platform.allow_only_erasure() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - '{network,label,before,after,is_erased}'::text[])
      is distinct from (to_jsonb(old) - '{network,label,before,after,is_erased}'::text[])
    or (new.network is not null and new.network is distinct from old.network)
    or (new.is_erased = old.is_erased and (new.label, new.before::text, new.after::text) is distinct from (old.label, old.before::text, old.after::text))
    or (old.is_erased and not new.is_erased)
  then
    raise exception 'audit_entries is only ever added to' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create trigger audit_entries_only_erased before update on platform.audit_entries
  for each row execute function platform.allow_only_erasure();
create trigger audit_entries_stay before delete or truncate on platform.audit_entries
  for each statement execute function enforce_append_only();

-- One action on many objects, begun by one person.
create table platform.runs (
  id bigint generated always as identity primary key,
  -- A bulk action of a feature: `promotions.end-coupon`.
  action text not null check (length(action) between 1 and 100),
  -- What was asked once before; null for an action that asks nothing.
  input jsonb check (length(input::text) <= 100000),
  -- The run that this one undoes, each once.
  undoes bigint unique references platform.runs on delete cascade,
  state text not null default 'running' check (state in ('running', 'done', 'stopped')),
  -- Why it was stopped: somebody asked, who began it may not do this any more, or no feature has the action.
  stopped_because text check (stopped_because in ('asked', 'permission_missing', 'action_missing')),
  -- Who began it. As in audit_entries; each row is changed in this name.
  by_kind text not null check (by_kind in ('staff', 'api', 'system')),
  by text not null check (length(by) between 1 and 200),
  by_staff_id bigint references staff_members,
  by_key_id bigint,
  network text check (length(network) <= 50),
  -- Rows, and what became of them so far. The statement that marks a row counts it.
  total integer not null check (total > 0),
  done integer not null default 0 check (done >= 0),
  skipped integer not null default 0 check (skipped >= 0),
  failed integer not null default 0 check (failed >= 0),
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint runs_person_is_staff check (by_staff_id is null or by_kind = 'staff'),
  constraint runs_key_is_program check (by_key_id is null or by_kind = 'api'),
  constraint runs_count_their_rows check (done + skipped + failed <= total and (state <> 'done' or done + skipped + failed = total)),
  constraint runs_stopped_say_why check ((state = 'stopped') = (stopped_because is not null)),
  constraint runs_ended_say_when check ((state = 'running') = (ended_at is null))
);

-- Lists of one person, newest first; all are listed by their id.
create index runs_staff on platform.runs (by_staff_id, id desc) where by_staff_id is not null;
-- A job continues runs whose own job is gone.
create index runs_running on platform.runs (id) where state = 'running';
-- Old runs are deleted.
create index runs_created_at on platform.runs (created_at);

-- The objects of a run, in the order in which they are changed.
create table platform.run_rows (
  run_id bigint not null references platform.runs on delete cascade,
  position integer not null check (position > 0),
  subject_id bigint not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'skipped', 'failed')),
  -- What people call the object, once the action has read it.
  label text check (length(label) <= 200),
  -- Why it was skipped or failed: a code of docs/errors.md, and what it means for this object.
  code text check (length(code) between 1 and 100),
  message text check (length(message) <= 500),
  ended_at timestamptz,
  primary key (run_id, position),
  -- No object is changed twice by one run.
  constraint run_rows_once unique (run_id, subject_id),
  constraint run_rows_say_why check ((state in ('skipped', 'failed')) = (code is not null)),
  constraint run_rows_ended_say_when check ((state = 'waiting') = (ended_at is null))
);

-- The next row that waits, and results by state.
create index run_rows_state on platform.run_rows (run_id, state, position);

-- Managers see staff, so they also see what staff did.
insert into staff_role_permissions (role, permission)
select name, 'audit.read' from staff_roles where name = 'manager' on conflict do nothing;
