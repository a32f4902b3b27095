-- What staff say of a picture. Its alt text exists already.
alter table platform.media
  add column title text not null default '',
  -- Folders are the paths of names: 'glazes/blue'. Empty: none.
  add column folder text not null default '' check (folder = '' or folder ~ '^[^/]+(/[^/]+)*$'),
  -- What a crop keeps in sight, in percent from the left and from the top.
  add column focal_x smallint not null default 50 check (focal_x between 0 and 100),
  add column focal_y smallint not null default 50 check (focal_y between 0 and 100),
  -- What the library searches in. Stored, so that its index needs no expression of several columns.
  add column search_text text generated always as (lower(name || ' ' || title || ' ' || alt || ' ' || folder)) stored;

create index media_search on platform.media using gin (search_text gin_trgm_ops);
-- The library's sorts, and its filters that few pictures match.
create index media_newest on platform.media (created_at desc, id desc);
create index media_by_name on platform.media (lower(name), id);
create index media_by_bytes on platform.media (bytes desc, id desc);
create index media_folder on platform.media (folder, id);
create index media_without_alt on platform.media (created_at desc, id desc) where alt = '';

-- Contents that a picture had before it was replaced: their addresses lead to what it shows now.
create table platform.media_replaced (
  hash_prefix text primary key check (hash_prefix ~ '^[0-9a-f]{16}$'),
  media_id integer not null references platform.media (id) on delete cascade,
  replaced_at timestamptz not null default now()
);
-- Deleting a picture finds its former contents.
create index media_replaced_of on platform.media_replaced (media_id);
