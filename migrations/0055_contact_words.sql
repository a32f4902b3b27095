-- Words of messages that staff marked as spam or released, as keyed hashes: nobody can read from them what was written.
create table contact_words (
  -- '' counts the messages.
  word text primary key check (length(word) in (0, 22)),
  spam integer not null check (spam >= 0),
  good integer not null check (good >= 0)
);

-- What a message has taught the words: it counts once.
alter table contact_messages add column taught text check (taught in ('spam', 'good'));
