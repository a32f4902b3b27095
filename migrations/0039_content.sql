-- The shop's own pages, posts, reusable blocks and home page: trees of blocks (docs/decisions/0158).

create sequence content_groups as integer;

create table content_entries (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('page', 'post', 'block', 'home')),
  -- Entries of one group say the same in several languages.
  group_id integer not null default nextval('content_groups'),
  locale locale not null,
  slug slug not null,
  -- The newest revision: what staff see and change.
  draft_id integer,
  -- What shoppers see. Null: nothing.
  published_id integer,
  published_at timestamptz,
  -- What a job publishes at that moment.
  scheduled_id integer,
  scheduled_at timestamptz,
  -- Of the newest revision, for lists.
  title text not null check (btrim(title) <> '' and length(title) <= 200),
  changed_at timestamptz not null,
  changed_by text not null check (length(changed_by) <= 200),
  -- An address leads to one entry.
  constraint content_slug_of_one unique (locale, slug),
  constraint content_group_has_one_in_each_language unique (group_id, locale),
  constraint content_schedule_is_whole check ((scheduled_id is null) = (scheduled_at is null)),
  constraint content_published_has_a_time check (published_id is null or published_at is not null)
);

-- A language has one home page.
create unique index content_home on content_entries (locale) where kind = 'home';
-- The sorts and views of the back office, and its search.
create index content_changed on content_entries (changed_at, id);
create index content_titles on content_entries (title, id);
create index content_title_parts on content_entries using gin (title gin_trgm_ops);
create index content_scheduled on content_entries (scheduled_at, id) where scheduled_at is not null;

-- What an entry said at a time. Publishing moves a pointer of its entry.
create table content_revisions (
  id integer generated always as identity primary key,
  entry_id integer not null references content_entries,
  title text not null check (btrim(title) <> '' and length(title) <= 200),
  -- '': none.
  lead text not null check (length(lead) <= 300),
  -- For search engines. '': made from the text.
  description text not null check (length(description) <= 300),
  -- The picture of links to it on other sites.
  image_id integer references platform.media on delete set null,
  -- Where the footer links to it.
  place text not null check (place in ('help', 'legal', 'none')),
  is_listed boolean not null,
  -- { version, blocks: [{ id, type, values, children }] }
  tree jsonb not null check (jsonb_typeof(tree -> 'blocks') = 'array' and octet_length(tree::text) <= 500000),
  created_at timestamptz not null,
  by text not null check (length(by) between 1 and 200),
  by_staff_id bigint references staff_members,
  -- For the pointers of entries: each is of its own entry.
  constraint content_revision_of_entry unique (entry_id, id)
);

create index content_revisions_image on content_revisions (image_id) where image_id is not null;
create index content_revisions_staff on content_revisions (by_staff_id) where by_staff_id is not null;

-- Deleting a picture may clear it. All else of a revision stays as it was saved.
create function keep_content_revision() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.image_id is null and (to_jsonb(old) - 'image_id') = (to_jsonb(new) - 'image_id') then
    return new;
  end if;
  raise exception 'content_revisions is only ever added to' using errcode = 'restrict_violation';
end $$;

create trigger content_revisions_stay before update or delete on content_revisions
  for each row execute function keep_content_revision();

alter table content_entries
  add constraint content_draft_is_own foreign key (id, draft_id) references content_revisions (entry_id, id),
  add constraint content_published_is_own foreign key (id, published_id) references content_revisions (entry_id, id),
  add constraint content_scheduled_is_own foreign key (id, scheduled_id) references content_revisions (entry_id, id);

-- Earlier addresses. An entry that has the address now comes first, and the target is read from its row: no chains, no cycles.
create table content_redirects (
  locale locale not null,
  slug slug not null,
  entry_id integer not null references content_entries on delete cascade,
  since timestamptz not null default now(),
  primary key (locale, slug)
);

create index content_redirects_entry on content_redirects (entry_id);

create function record_content_redirect() returns trigger language plpgsql as $$
begin
  insert into content_redirects (locale, slug, entry_id) values (old.locale, old.slug, new.id)
  on conflict (locale, slug) do update set entry_id = excluded.entry_id, since = now();
  return null;
end $$;

-- Only what shoppers have seen has an address that somebody may know.
create trigger content_slug_redirect after update of slug on content_entries
  for each row when (old.slug is distinct from new.slug and old.published_at is not null) execute function record_content_redirect();

-- The setting of information pages becomes pages. Their language is that of the shop, which it sets when it opens.
do $$
declare
  page jsonb;
  entry integer;
  revision integer;
begin
  for page in
    select each.page from platform.settings s, jsonb_array_elements(s.value) with ordinality each (page, position)
    where s.key = 'information-pages.pages' and jsonb_typeof(s.value) = 'array' order by each.position
  loop
    insert into content_entries (kind, locale, slug, title, changed_at, changed_by)
    values ('page', 'und', page ->> 'slug', page ->> 'title', now(), 'shop') returning id into entry;
    insert into content_revisions (entry_id, title, lead, description, place, is_listed, tree, created_at, by)
    values (entry, page ->> 'title', coalesce(page ->> 'lead', ''), '', coalesce(page ->> 'place', 'help'), coalesce((page ->> 'isListed')::boolean, true),
      jsonb_build_object('version', 1, 'blocks', jsonb_build_array(
        jsonb_build_object('id', 'text', 'type', 'text', 'values', jsonb_build_object('html', page ->> 'html')))), now(), 'shop')
    returning id into revision;
    update content_entries set draft_id = revision, published_id = revision, published_at = now() where id = entry;
  end loop;
  delete from platform.settings where key like 'information-pages.%';
end $$;
