-- What a gift list says of its owner and its occasion to those who see it. Empty, as by default: it says nothing of them.
-- The lengths are those of the form, also for writes that do not come from it.
alter table wishlists
  add column owner_name text not null default '' constraint wishlists_owner_name_is_short check (length(owner_name) <= 100),
  add column occasion text not null default '' constraint wishlists_occasion_is_short check (length(occasion) <= 100);
