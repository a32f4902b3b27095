-- Of the request that marked something as bought, with its row, quantity and giver, as a hash: when it comes again, it marks nothing more.
alter table wishlist_purchases add column request_key text unique check (length(request_key) = 43);
