-- What shoppers sent with contact forms. Forms are data of the shop, so a message keeps what it needs of its form.
create table contact_messages (
  id bigint generated always as identity primary key,
  form_id integer not null check (form_id > 0),
  form_title text not null check (length(form_title) between 1 and 200),
  status text not null check (status in ('new', 'quarantine', 'spam', 'answered')),
  -- [{ name, label, values }]
  fields jsonb not null check (jsonb_typeof(fields) = 'array'),
  -- Normalised e-mail address.
  sender text check (length(sender) between 3 and 254),
  locale text not null check (length(locale) <= 20),
  unit_tag text not null check (length(unit_tag) <= 100),
  -- Path of the page with the form.
  page text check (length(page) <= 1000),
  container_post integer,
  visitor_id uuid,
  customer_id bigint references customers on delete set null,
  -- Keyed: the same message of the same sender has the same one.
  submission_hash text not null check (submission_hash ~ '^[\w-]{43}$'),
  -- Why it looks like spam, such as `links`.
  reasons text[] not null default '{}',
  -- { status, message }: the same message is answered in the same way.
  reply jsonb not null check (jsonb_typeof(reply) = 'object'),
  -- `none`: nobody is written to. `waiting`: not before it was released.
  mail text not null check (mail in ('none', 'waiting', 'queued', 'sent')),
  -- The content is deleted when the mails were sent.
  is_kept boolean not null,
  received_at timestamptz not null,
  delete_at timestamptz not null,
  constraint contact_messages_quarantine_waits check (status <> 'quarantine' or mail in ('none', 'waiting'))
);

create index contact_messages_hash on contact_messages (submission_hash, received_at);
create index contact_messages_sender on contact_messages (lower(sender)) where sender is not null;
create index contact_messages_status on contact_messages (status, received_at desc);
create index contact_messages_customer on contact_messages (customer_id) where customer_id is not null;
create index contact_messages_delete on contact_messages (delete_at);

-- The bytes are in `message-files` of the data folder, under the id.
create table contact_message_files (
  id uuid primary key,
  message_id bigint not null references contact_messages on delete cascade,
  field text not null check (length(field) between 1 and 100),
  name text not null check (length(name) between 1 and 100),
  -- Found by the content.
  type text not null check (type ~ '^[a-z]+/[a-z0-9.+-]+$'),
  bytes bigint not null check (bytes > 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$')
);

create index contact_message_files_message on contact_message_files (message_id);

create table contact_message_answers (
  id uuid primary key,
  message_id bigint not null references contact_messages on delete cascade,
  body text not null check (length(body) between 1 and 20000),
  -- Who answered.
  by text not null check (btrim(by) <> ''),
  answered_at timestamptz not null
);

create index contact_message_answers_message on contact_message_answers (message_id);

-- Challenges of quizzes and captchas that were answered: each counts once. A challenge needs no row before.
create table contact_challenge_uses (
  challenge text primary key check (length(challenge) <= 100),
  expires_at timestamptz not null
);

create index contact_challenge_uses_expires on contact_challenge_uses (expires_at);
