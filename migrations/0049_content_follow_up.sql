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

-- As before, but it waits for terms and an author that are being deleted, and leaves them out: a foreign key refused the
-- publication otherwise. They are locked before anything is written, so that it never waits for who waits for it.
create or replace function index_journal_post() returns trigger language plpgsql as $$
declare
  said content_revisions;
  author integer;
  terms integer[];
begin
  if new.published_id is null then
    delete from journal_post_terms where entry_id = new.id;
    update journal_posts set is_published = false where entry_id = new.id;
    return null;
  end if;
  select * into said from content_revisions where id = new.published_id;
  select a.id into author from journal_authors a where a.id = (said.details ->> 'author')::integer for key share;
  select array_agg(id) into terms from (
    select t.id from journal_terms t where t.locale = new.locale and said.is_listed and t.id in (
      select value::integer from jsonb_array_elements_text(
        coalesce(said.details -> 'categories', '[]') || coalesce(said.details -> 'tags', '[]')) value)
    order by t.id for key share of t
  ) locked;
  delete from journal_post_terms where entry_id = new.id;
  insert into journal_posts as p (entry_id, locale, first_published_at, dated_at, author_id, is_open, is_listed, is_published)
  values (new.id, new.locale, new.published_at, coalesce((said.details ->> 'date')::timestamptz, new.published_at), author,
    coalesce((said.details ->> 'isOpen')::boolean, true), said.is_listed, true)
  on conflict (entry_id) do update set locale = excluded.locale, author_id = excluded.author_id, is_open = excluded.is_open,
    is_listed = excluded.is_listed, is_published = true,
    dated_at = coalesce((said.details ->> 'date')::timestamptz, p.first_published_at);
  insert into journal_post_terms (entry_id, term_id, dated_at)
  select p.entry_id, term, p.dated_at from journal_posts p, unnest(terms) term where p.entry_id = new.id;
  return null;
end $$;
