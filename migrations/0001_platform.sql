-- What the platform and several features use: types, visitors, settings, mail, media and limits.

create schema if not exists platform;

-- Extensions that any owner of a database may create. Trigrams: words that were misspelt, parts of messages.
create extension if not exists pg_trgm;

-- Cities and words are compared without accents.
create extension if not exists unaccent;

-- An amount in the currency's minor unit. The ceiling keeps a price times any quantity a safe whole number in JavaScript.
create domain minor_units as bigint check (value between 0 and 1000000000000);

-- A part of an address, in letters of any language.
create domain slug as text check (value ~ '^[^[:space:]/?#%&]+$' and length(value) <= 200);

-- A language tag (BCP 47). What is made from a row later is made in the row's language, and texts that a row copies are in it.
create domain locale as text check (value ~ '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$' and length(value) <= 35);

-- For ledgers and histories: no row changes or goes, whichever program writes.
create function enforce_append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is only ever added to', tg_table_name using errcode = 'restrict_violation';
end $$;

-- Guests, known by a signed cookie. Rows that nothing refers to are deleted a while after the last visit.
create table platform.visitors (
  id uuid primary key,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);

-- The job that deletes visitors reads them from the oldest on, so many at a time.
create index visitors_seen_at on platform.visitors (seen_at, id);

-- Settings that the owner changed. They override `settings` of shop.config.ts key by key.
create table platform.settings (
  -- As docs/configuration.md lists them: `cart.maxQuantity`, `pricing.taxes.rounding`.
  key text primary key check (length(key) <= 200),
  -- Null: the value of shop.config.ts. The row stays, so that versions are never used twice.
  value jsonb,
  version integer not null check (version > 0),
  changed_by text not null check (length(changed_by) between 1 and 200),
  -- Who of the staff changed it, beside the name. Its foreign key is added with staff_members, as in setting_changes.
  by_staff_id bigint,
  changed_at timestamptz not null
);

-- The history of the settings.
create table platform.setting_changes (
  id bigint generated always as identity primary key,
  key text not null,
  -- The version that the change made.
  version integer not null check (version > 0),
  -- The value in use before the change; null: there was none.
  old_value jsonb,
  -- Null: back to the value of shop.config.ts.
  new_value jsonb,
  changed_by text not null,
  by_staff_id bigint,
  changed_at timestamptz not null,
  unique (key, version)
);

create trigger setting_changes_append_only before update or delete or truncate on platform.setting_changes
  for each statement execute function enforce_append_only();

-- Mail that was or will be sent, and what became of it.
create table platform.mail (
  -- Permanent, chosen by whoever sends: the same mail is never sent twice.
  id text primary key check (id ~ '^[A-Za-z0-9][A-Za-z0-9._:-]{0,119}$'),
  recipient text not null,
  locale locale not null,
  subject text not null,
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'refused')),
  attempts integer not null default 0 check (attempts >= 0),
  -- A code of the mail server or the network, never its words: they quote addresses.
  error text,
  -- As it was handed over, so that it can be shown and sent again. It is deleted with its row, after `mail.keepDays`.
  message jsonb check (jsonb_typeof(message) = 'object'),
  -- In the outbox only: the file's name and what the page of the outbox shows.
  eml text,
  html text,
  plain text,
  created_at timestamptz not null default now(),
  sending_at timestamptz,
  sent_at timestamptz,
  constraint mail_sent_says_when check ((state = 'sent') = (sent_at is not null))
);

-- Lists of mails, newest first.
create index mail_newest on platform.mail (created_at desc, id);
-- Mails that wait or were refused: few of all.
create index mail_unsent on platform.mail (state) where state <> 'sent';

-- Original images. The file is in the media store under `key`, named by what is in it.
create table platform.media (
  id integer generated always as identity primary key,
  sha256 text not null unique check (sha256 ~ '^[0-9a-f]{64}$'),
  key text not null,
  mime text not null check (mime in ('image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif')),
  -- Of the picture as it is seen: after the orientation that the camera noted.
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  bytes integer not null check (bytes > 0),
  color text not null check (color ~ '^#([0-9a-f]{6}|[0-9a-f]{8})$'),
  alt text not null default '',
  name text not null default '',
  -- Why its sizes can't be made; null when they can.
  failure text,
  created_at timestamptz not null default now()
);

-- Addresses of pictures carry the first 16 digits, so no two may share them.
create unique index media_short on platform.media (left(sha256, 16));
-- Pictures are found by name, the newest of a name first.
create index media_name on platform.media (name, id desc);

-- Smaller sizes of the originals, made by a job.
create table platform.media_files (
  media_id integer not null references platform.media (id) on delete cascade,
  -- One of the enumerated widths. The file is narrower where the original is.
  width integer not null check (width > 0),
  format text not null check (format in ('avif', 'webp', 'jpg')),
  key text not null,
  bytes integer not null check (bytes > 0),
  primary key (media_id, width, format)
);

-- Counts of rate limits, as rate-limiter-flexible keeps them. A key names limit, window and a keyed hash of who is counted.
create table platform.rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  -- Milliseconds since 1970, after which the count is of no use.
  expire bigint
);

-- A job deletes counts that are of no use.
create index rate_limits_expire on platform.rate_limits (expire);
