-- Addresses of an earlier site and where they lead now. Those of renamed products and categories are in slug_redirects.
create table url_redirects (
  id bigint generated always as identity primary key,
  -- A path of this shop, decoded and without a slash at its end: one address is answered in one way.
  source text not null unique check (source ~ '^/[^/]' and length(source) <= 1000),
  -- A path of this shop, or an address of a host that the settings allow. `//host` and `/\host` would lead elsewhere.
  target text not null check (length(target) <= 2000 and (target ~ '^/([^/\\]|$)' or target ~ '^https?://')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint url_redirects_no_loop check (source <> target)
);

-- The list of the back office, and the search for chains.
create index url_redirects_newest on url_redirects (created_at, id);
create index url_redirects_target on url_redirects (target, id);
create index url_redirects_words on url_redirects using gin ((source || ' ' || target) gin_trgm_ops);

-- Files that staff import in the back office.
create table imports (
  id bigint generated always as identity primary key,
  -- What the file holds: `products`, `prices` …
  kind text not null check (length(kind) <= 50),
  -- Name of the file as it was uploaded.
  name text not null check (length(name) <= 200),
  -- Name of its copy in the data folder.
  file_id uuid not null unique,
  bytes bigint not null,
  heads text[] not null,
  -- The first cells of each column, which staff see when they say what it is.
  samples text[] not null,
  -- What staff said: meanings of columns, notation of numbers and dates.
  options jsonb not null default '{}',
  -- waiting: staff say what the columns are. checking: the dry run goes on. checked: it can be imported. refused: nothing of it can.
  state text not null default 'waiting' check (state in ('waiting', 'checking', 'checked', 'refused')),
  -- How cells are read, as the dry run found out.
  reading jsonb,
  -- About the whole file.
  messages jsonb not null default '[]',
  progress integer not null default 0,
  total integer not null default 0,
  by text not null,
  by_staff_id bigint references staff_members,
  created_at timestamptz not null,
  -- When file, rows and this row are deleted.
  expires_at timestamptz not null,
  -- A dry run that was replaced by another one must not write its results.
  check_id uuid,
  -- Runs that import its rows: a stopped one is followed by another. Once there is one, it can't be checked again.
  run_ids bigint[] not null default '{}'
);

create index imports_newest on imports (created_at, id);
create index imports_expired on imports (expires_at);

-- What the dry run says of each row, and what the import did.
create table import_rows (
  import_id bigint not null references imports on delete cascade,
  -- Line of the file as it is read; a translated file has others than the uploaded one.
  line integer not null check (line > 0),
  -- Lines of the uploaded file: several when the row is made of several.
  source_lines integer[] not null,
  -- Empty for rows that are not imported.
  cells text[] not null,
  outcome text not null check (outcome in ('created', 'updated', 'unchanged', 'refused')),
  label text not null,
  -- Of what the row stands for in the shop: the import leaves alone what has changed since.
  fingerprint text,
  fields jsonb not null default '[]',
  messages jsonb not null default '[]',
  -- What the import did; null: not yet.
  result text check (result in ('created', 'updated', 'unchanged', 'refused')),
  -- Why the import refused it.
  result_messages jsonb not null default '[]',
  primary key (import_id, line)
);

create index import_rows_outcome on import_rows (import_id, outcome, line);
create index import_rows_result on import_rows (import_id, result, line) where result is not null;

-- Rows that are imported in one transaction. A run changes batches.
create table import_batches (
  id bigint generated always as identity primary key,
  import_id bigint not null references imports on delete cascade,
  -- Order of the batches of an import.
  position integer not null,
  stage text not null check (length(stage) <= 50),
  lines integer[] not null,
  -- A batch is imported once, whatever happens to its run.
  applied_at timestamptz,
  unique (import_id, position)
);

-- What an import changed, with the values before, to take it back.
create table import_changes (
  id bigint generated always as identity primary key,
  batch_id bigint not null references import_batches on delete cascade,
  line integer not null,
  label text not null,
  -- What the kind of the file needs to take it back.
  subject jsonb not null,
  before jsonb,
  after jsonb,
  undone_at timestamptz,
  -- Why it was left when the import was taken back.
  left_because text,
  unique (batch_id, line)
);

-- What columns of files mean, by their names, for the next file of the same kind.
create table import_columns (
  kind text not null check (length(kind) <= 50),
  head text not null check (length(head) <= 200),
  meaning text not null check (length(meaning) <= 200),
  primary key (kind, head)
);

-- Files that a job has written for staff. They can be downloaded for a day.
create table export_files (
  id uuid primary key,
  kind text not null check (length(kind) <= 50),
  by text not null,
  by_staff_id bigint references staff_members,
  rows integer,
  -- Null: the job has not written it yet.
  done_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

create index export_files_newest on export_files (created_at, id);
create index export_files_expired on export_files (expires_at);
