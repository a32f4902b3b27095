-- Contact forms with their messages, and checks for robots.

-- Contact forms that were imported. Those of `shop.config.ts` have no row.
create table contact_forms (
  id integer primary key check (id > 0),
  definition jsonb not null check (jsonb_typeof(definition) = 'object'),
  imported_at timestamptz not null,
  constraint contact_forms_same_id check ((definition ->> 'id')::integer = id)
);

-- What shoppers sent with contact forms. Forms are data of the shop, so a message keeps what it needs of its form.
create table contact_messages (
  id bigint generated always as identity primary key,
  form_id integer not null check (form_id > 0),
  visitor_id uuid,
  customer_id bigint references customers on delete set null,
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
  -- Keyed: the same message of the same sender has the same one.
  submission_hash text not null check (submission_hash ~ '^[\w-]{43}$'),
  -- Why it looks like spam, such as `links`.
  reasons text[] not null default '{}',
  -- { status, message }: the same message is answered in the same way.
  reply jsonb not null check (jsonb_typeof(reply) = 'object'),
  -- `none`: nobody is written to. `waiting`: not before it was released. `failed`: the mail server refused a mail for good.
  mail text not null check (mail in ('none', 'waiting', 'queued', 'sent', 'failed')),
  -- Whether the message waits for the webhook.
  webhook text not null default 'none' check (webhook in ('none', 'queued', 'sent', 'failed')),
  -- If not, the content is deleted when mails and webhook have it.
  is_kept boolean not null,
  -- Whether the content was deleted. A message may have files and no fields, so nothing else tells.
  is_cleared boolean not null default false,
  -- What a message has taught the words: it counts once.
  taught text check (taught in ('spam', 'good')),
  received_at timestamptz not null,
  delete_at timestamptz not null,
  constraint contact_messages_quarantine_waits check (status <> 'quarantine' or mail in ('none', 'waiting'))
);

-- The same message again.
create index contact_messages_hash on contact_messages (submission_hash, received_at);
create index contact_messages_status on contact_messages (status, received_at desc);
create index contact_messages_customer on contact_messages (customer_id) where customer_id is not null;
-- The job that deletes messages.
create index contact_messages_delete on contact_messages (delete_at);
-- Lists of messages at any number of them: all, those of a form, those of a sender. The index of senders has no condition: with one,
-- PostgreSQL would not know how often a sender writes.
create index contact_messages_received on contact_messages (received_at desc, id desc);
create index contact_messages_form on contact_messages (form_id, received_at desc, id desc);
create index contact_messages_sender on contact_messages (lower(sender), received_at desc, id desc);
-- What senders wrote, for searches. New messages wait in a list of up to 64 MB, which a job puts into the index: a message that is sent
-- does not wait for it (docs/decisions/0079).
create index contact_messages_words on contact_messages using gin ((jsonb_path_query_array(fields, '$[*].values[*]')::text) gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 65536);
-- Staff list the messages that the mail server or the webhook never took.
create index contact_messages_failed on contact_messages (received_at desc, id desc) where mail = 'failed';
create index contact_messages_webhook_failed on contact_messages (received_at desc, id desc) where webhook = 'failed';

-- Files of messages. The bytes are in `message-files` of the data folder, under the id.
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

-- Answers of the shop.
create table contact_message_answers (
  id uuid primary key,
  message_id bigint not null references contact_messages on delete cascade,
  body text not null check (length(body) between 1 and 20000),
  -- Who answered.
  by text not null check (btrim(by) <> ''),
  by_staff_id bigint references staff_members,
  -- Whether it was sent. A message whose form stores nothing is not cleared while an answer needs its sender.
  is_mailed boolean not null default false,
  answered_at timestamptz not null
);

create index contact_message_answers_message on contact_message_answers (message_id);

-- Words of messages that staff marked as spam or released, as keyed hashes: nobody can read from them what was written.
create table contact_words (
  -- '' counts the messages.
  word text primary key check (length(word) in (0, 22)),
  spam integer not null check (spam >= 0),
  good integer not null check (good >= 0)
);

-- Challenges of quizzes and captchas that were answered: each counts once. A challenge needs no row before.
create table contact_challenge_uses (
  challenge text primary key check (length(challenge) <= 100),
  expires_at timestamptz not null
);

create index contact_challenge_uses_expires on contact_challenge_uses (expires_at);

-- When contact forms were opened is known by a signed cookie. Each opening is good for one message, named by its hash.
create table contact_form_uses (
  opening text primary key check (length(opening) <= 100),
  submission_hash text not null check (length(submission_hash) <= 100),
  expires_at timestamptz not null
);

create index contact_form_uses_expires on contact_form_uses (expires_at);

-- Solutions of bot checks that were used: each passes once, whatever process checks it.
create table bot_check_uses (
  -- Of the challenge, which the shop has signed.
  nonce text primary key check (length(nonce) between 16 and 100),
  -- Request key of the form that used it: the same form again, after a lost reply, passes again.
  form_key text not null default '' check (length(form_key) <= 100),
  expires_at timestamptz not null
);

-- A job deletes what has expired.
create index bot_check_uses_expires_at on bot_check_uses (expires_at);
