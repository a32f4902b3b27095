-- Content files that staff have uploaded: what their import would do, and what it did.
create table content_imports (
  id bigint generated always as identity primary key,
  -- Name of the file as it was uploaded.
  name text not null check (length(name) between 1 and 200),
  -- An export of a shop (JSON), or one of WordPress (WXR).
  format text not null check (format in ('json', 'wxr')),
  -- Name of its copy in the store. A file is deleted when it has been imported.
  file_id uuid not null unique,
  bytes bigint not null check (bytes > 0),
  -- trying: the dry run goes on. tried: it can be imported. importing: pictures are fetched, then entries are imported.
  -- failed: nothing was imported since, for the reason in `problem`.
  state text not null check (state in ('trying', 'tried', 'importing', 'done', 'failed')),
  -- Entries that were looked at so far.
  progress integer not null default 0 check (progress >= 0),
  total integer not null default 0 check (total >= 0),
  -- What the dry run found or the import did, as the page shows it: bounded by the program.
  report jsonb check (pg_column_size(report) <= 5000000),
  problem text not null default '' check (length(problem) <= 500),
  -- Who uploaded it, then who imported it.
  by text not null check (length(by) <= 200),
  by_staff_id bigint references staff_members,
  created_at timestamptz not null,
  -- When file, pictures and this row are deleted.
  expires_at timestamptz not null,
  -- A page without a result could not be shown.
  constraint content_imports_have_results check (state not in ('tried', 'done') or report is not null),
  constraint content_imports_say_why check ((state = 'failed') = (problem <> ''))
);

create index content_imports_newest on content_imports (created_at, id);
create index content_imports_expired on content_imports (expires_at);

-- Pictures of other sites that an import needs, as its dry run found them. They are fetched one by one, before anything else.
create table content_import_pictures (
  import_id bigint not null references content_imports on delete cascade,
  position integer not null check (position >= 0),
  url text not null check (length(url) <= 2000),
  is_waiting boolean not null default true,
  -- Null: it could not be fetched, or was deleted since.
  media_id integer references platform.media on delete set null,
  primary key (import_id, position),
  constraint content_import_pictures_wait_for_media check (media_id is null or not is_waiting)
);

create index content_import_pictures_waiting on content_import_pictures (import_id, position) where is_waiting;
-- For the foreign key.
create index content_import_pictures_media on content_import_pictures (media_id) where media_id is not null;

-- How long the access token of the photo feed is good for. The token itself is a setting.
create table photo_feed_token (
  -- There is one token.
  id boolean primary key default true check (id),
  -- SHA-256 of the token that the rest is about: the owner may have entered another one since.
  token_hash bytea not null check (length(token_hash) = 32),
  -- Null: the service has not told.
  expires_at timestamptz,
  -- When it is renewed next.
  renew_at timestamptz not null,
  -- Why it could not be renewed last; empty after a success.
  failure text not null default '' check (length(failure) <= 300)
);
