-- Two full notes and a line break between them: rows that are merged keep both.
alter table wishlist_items drop constraint wishlist_items_note_check;
alter table wishlist_items add constraint wishlist_items_note_check check (length(note) <= 1001);
