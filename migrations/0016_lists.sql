-- Lists of the back office: saved views, and what the list of coupons reads.

-- Filters, order and columns of a list under a name.
create table platform.list_views (
  id bigint generated always as identity primary key,
  -- Name of the list. Not checked here: a list of a removed feature may come back.
  list text not null check (length(list) between 1 and 100),
  name text not null check (name = btrim(name) and length(name) between 1 and 60),
  staff_id bigint not null references staff_members,
  -- Who sees it besides the person.
  shared_with text not null check (shared_with in ('nobody', 'role', 'all')),
  role text references staff_roles on update cascade on delete cascade,
  -- As the query of the list's address.
  address text not null check (length(address) <= 4000),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint list_view_has_a_role_if_shared_with_one check ((shared_with = 'role') = (role is not null)),
  constraint list_views_of_a_person_have_different_names unique (list, staff_id, name)
);

create index list_views_staff on platform.list_views (staff_id);
create index list_views_role on platform.list_views (role) where role is not null;

-- Orders of the list of coupons.
create index coupons_newest on coupons (created_at, id);
create index coupons_end on coupons (coalesce(ends_at, 'infinity'::timestamptz), id);
-- The few that are in a state.
create index coupons_ended on coupons (created_at, id) where not is_enabled;
create index coupons_limited on coupons (created_at, id) where usage_limit is not null;
create index coupons_start on coupons (starts_at) where starts_at is not null;
-- The search by a part of code or note.
create index coupons_words on coupons using gin ((code_key || ' ' || description) gin_trgm_ops);
