-- The menus of the shop are content, and its home page is made of blocks (docs/decisions/0162).

-- Entries of the kind `menu`: `menu.main` and `menu.footer` in each language. The shop adds them when it opens.
alter table content_entries drop constraint content_entries_kind_check;
alter table content_entries add constraint content_entries_kind_check
  check (kind in ('page', 'post', 'block', 'home', 'menu'));
