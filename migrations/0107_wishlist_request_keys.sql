-- Of the request that created a list, with its owner, name and privacy, as a hash: when it comes again, it creates no other list.
alter table wishlists add column request_key text unique check (length(request_key) = 43);
