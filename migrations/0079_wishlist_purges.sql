-- Guests who followed a list or gave a gift are forgotten after a while.
create index wishlist_followers_guests on wishlist_followers (followed_at) where visitor_id is not null;
create index wishlist_purchases_guests on wishlist_purchases (bought_at) where visitor_id is not null;
