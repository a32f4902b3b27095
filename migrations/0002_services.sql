create schema if not exists platform;

-- Mail that was or will be sent. The message itself waits with its job; here is what became of it.
create table platform.mail (
  -- Permanent, chosen by whoever sends: the same mail is never sent twice.
  id text primary key check (id ~ '^[A-Za-z0-9][A-Za-z0-9._:-]{0,119}$'),
  recipient text not null,
  subject text not null,
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'refused')),
  attempts integer not null default 0 check (attempts >= 0),
  -- A code of the mail server or the network, never its words: they quote addresses.
  error text,
  -- In the outbox only: the file's name and what the page of the outbox shows.
  eml text,
  html text,
  plain text,
  created_at timestamptz not null default now(),
  sending_at timestamptz,
  sent_at timestamptz,
  check ((state = 'sent') = (sent_at is not null))
);
create index mail_newest on platform.mail (created_at desc, id);
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
  source_url text,
  -- Why its sizes can't be made; null when they can.
  failed text,
  created_at timestamptz not null default now()
);
-- Addresses of pictures carry the first 16 digits, so no two may share them.
create unique index media_short on platform.media (left(sha256, 16));
create index media_name on platform.media (name, id desc);
create index media_source on platform.media (source_url) where source_url is not null;

create table platform.media_files (
  media_id integer not null references platform.media (id) on delete cascade,
  -- One of the enumerated widths. The file is narrower where the original is.
  width integer not null check (width > 0),
  format text not null check (format in ('avif', 'webp', 'jpg')),
  key text not null,
  bytes integer not null check (bytes > 0),
  primary key (media_id, width, format)
);
