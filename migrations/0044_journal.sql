-- The journal: posts with their author, categories and tags, and comments about them (docs/decisions/0161).

-- What entries of one kind alone have, such as the author of a post. Read by the fields of the kind.
alter table content_revisions add column details jsonb not null default '{}'
  check (jsonb_typeof(details) = 'object' and octet_length(details::text) <= 20000);

-- What an entry was imported as: the same one of the same site is imported once.
alter table content_entries add column import_key text check (length(import_key) between 1 and 500);
create unique index content_import_keys on content_entries (locale, import_key) where import_key is not null;

-- The list of posts in the back office.
create index content_posts_changed on content_entries (changed_at, id) where kind = 'post';

create table journal_authors (
  id integer generated always as identity primary key,
  slug slug not null unique,
  name text not null check (btrim(name) <> '' and length(name) <= 100),
  -- Text, not HTML.
  bio text not null default '' check (length(bio) <= 1000),
  -- A person of staff; null: somebody else. A person has one page.
  staff_id bigint unique references staff_members on delete set null
);

create table journal_terms (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('category', 'tag')),
  locale locale not null,
  slug slug not null,
  name text not null check (btrim(name) <> '' and length(name) <= 100),
  -- Text, not HTML.
  description text not null default '' check (length(description) <= 1000),
  -- An address leads to one term.
  constraint journal_term_address_of_one unique (locale, kind, slug)
);

-- Two terms that readers could not tell apart would divide the posts of one.
create unique index journal_term_names on journal_terms (locale, kind, lower(name));

-- What the published revision of each post says, for lists. A trigger writes it, so that lists and posts never differ.
create table journal_posts (
  entry_id integer primary key references content_entries on delete cascade,
  locale locale not null,
  -- Stays when a post is taken off the shop and published again.
  first_published_at timestamptz not null,
  -- What readers see: the one that staff chose, or the first publication.
  dated_at timestamptz not null,
  author_id integer references journal_authors on delete set null,
  is_open boolean not null,
  is_listed boolean not null,
  is_published boolean not null
);

create index journal_posts_newest on journal_posts (locale, dated_at desc, entry_id desc) where is_published and is_listed;
create index journal_posts_author on journal_posts (author_id, dated_at desc, entry_id desc) where author_id is not null;

create table journal_post_terms (
  entry_id integer not null references journal_posts on delete cascade,
  term_id integer not null references journal_terms on delete cascade,
  dated_at timestamptz not null,
  primary key (entry_id, term_id)
);

create index journal_post_terms_newest on journal_post_terms (term_id, dated_at desc, entry_id desc);

create function index_journal_post() returns trigger language plpgsql as $$
declare
  said content_revisions;
begin
  delete from journal_post_terms where entry_id = new.id;
  if new.published_id is null then
    update journal_posts set is_published = false where entry_id = new.id;
    return null;
  end if;
  select * into said from content_revisions where id = new.published_id;
  insert into journal_posts as p (entry_id, locale, first_published_at, dated_at, author_id, is_open, is_listed, is_published)
  values (new.id, new.locale, new.published_at, coalesce((said.details ->> 'date')::timestamptz, new.published_at),
    (select a.id from journal_authors a where a.id = (said.details ->> 'author')::integer),
    coalesce((said.details ->> 'isOpen')::boolean, true), said.is_listed, true)
  on conflict (entry_id) do update set locale = excluded.locale, author_id = excluded.author_id, is_open = excluded.is_open,
    is_listed = excluded.is_listed, is_published = true,
    dated_at = coalesce((said.details ->> 'date')::timestamptz, p.first_published_at);
  insert into journal_post_terms (entry_id, term_id, dated_at)
  select p.entry_id, t.id, p.dated_at from journal_posts p join journal_terms t on t.locale = p.locale
  where p.entry_id = new.id and p.is_listed and t.id in (
    select value::integer from jsonb_array_elements_text(
      coalesce(said.details -> 'categories', '[]') || coalesce(said.details -> 'tags', '[]')) value);
  return null;
end $$;

create trigger content_entries_index_post after update of published_id on content_entries
  for each row when (new.kind = 'post') execute function index_journal_post();

-- Comments are about a product or a post.
alter table comments
  alter column product_id drop not null,
  add column entry_id integer references content_entries on delete cascade,
  add constraint comment_is_about_one check (num_nonnulls(product_id, entry_id) = 1),
  -- Posts are not rated.
  add constraint comment_of_entry_rates_nothing check (entry_id is null or stars is null),
  add constraint comments_of_entry unique (entry_id, id),
  add constraint comment_answers_one_of_its_entry foreign key (entry_id, parent_id) references comments (entry_id, id) on delete cascade,
  add constraint comment_is_in_a_thread_of_its_entry foreign key (entry_id, root_id) references comments (entry_id, id) on delete cascade;

create index comments_threads_of_entry on comments (entry_id, root_id, id) where root_id is not null;
create index comments_parents_of_entry on comments (entry_id, parent_id) where parent_id is not null;
create index comments_first_of_entry on comments (entry_id, id) where state = 'approved' and parent_id is null;
