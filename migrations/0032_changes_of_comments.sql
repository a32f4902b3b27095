-- Changes of approved reviews wait beside what is published, and runs know when their rows were looked at.

-- When the page that a run was begun from was made: actions may refuse what has changed since. Null: nobody says.
alter table platform.runs add column seen_at timestamptz;

-- What the author of an approved comment has written since, and staff has not approved. The published one stays until then.
create table comment_edits (
  comment_id bigint primary key references comments on delete cascade,
  stars smallint check (stars between 1 and 5),
  title text not null check (length(title) <= 120),
  body text not null check (length(body) between 1 and 5000),
  -- Codes of the rules that held it.
  reasons text[] not null default '{}' check (cardinality(reasons) <= 20),
  written_at timestamptz not null
);

-- Those that wait, the oldest first.
create index comment_edits_oldest on comment_edits (written_at, comment_id);

-- Photographs of imported reviews, until a job has fetched them. `comment_photographs` has them then.
create table comment_remote_photographs (
  comment_id bigint not null references comments on delete cascade,
  position smallint not null check (position between 0 and 9),
  url text not null check (length(url) between 1 and 2000),
  primary key (comment_id, position)
);

-- Whoever was not asked because the shop asked nobody then: switching requests on asks for what arrives from then on.
alter table review_requests drop constraint review_requests_skipped_check;
alter table review_requests add constraint review_requests_skipped_check
  check (skipped in ('refused', 'nothing-to-review', 'no-consent', 'too-old', 'off'));
insert into review_requests (order_id, skipped, decided_at)
select id, 'off', now() from orders where shipment_state in ('shipped', 'delivered') on conflict do nothing;

-- The other shop called the purchase verified. It is told with the name of that shop, and is no badge of this one.
alter table comments add column is_source_verified boolean not null default false
  constraint source_verified_has_source check (not is_source_verified or source is not null);
