-- Photographs of the shop's feed, as they were when it was read last. The pictures themselves are in the library.
create table photo_feed_photos (
  provider text not null check (length(provider) between 1 and 60),
  -- Of the photograph at its provider.
  external_id text not null check (length(external_id) between 1 and 300),
  -- A picture in the feed is not deleted from the library. Not unique: two posts may have the same picture.
  media_id integer not null references platform.media,
  -- Whether the feed brought the picture into the library, and takes it away again.
  is_own boolean not null,
  caption text not null check (length(caption) <= 2200),
  -- Page of the photograph at its provider; empty for none.
  link text not null check (link = '' or (link like 'https://%' and length(link) <= 500)),
  -- From the newest on.
  position integer not null check (position >= 0),
  primary key (provider, external_id)
);

-- For the uses of pictures, and the foreign key.
create index on photo_feed_photos (media_id);

-- How reading went last, for each provider that was ever used.
create table photo_feed_reads (
  provider text primary key check (length(provider) between 1 and 60),
  read_at timestamptz not null,
  -- Empty after a success.
  failure text not null check (length(failure) <= 300)
);
