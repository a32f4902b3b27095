-- For the jobs that purge: each reads its rows from the oldest on, so many at a time.
create index carts_ordered on carts (updated_at) where state = 'ordered';

drop index platform.visitors_seen_at;
create index visitors_seen_at on platform.visitors (seen_at, id);
