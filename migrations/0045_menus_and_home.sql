-- The menus of the shop are content, and its home page is made of blocks (docs/decisions/0162).

-- Entries of the kind `menu`: `menu.main` and `menu.footer` in each language. The shop adds them when it opens.
alter table content_entries drop constraint content_entries_kind_check;
alter table content_entries add constraint content_entries_kind_check
  check (kind in ('page', 'post', 'block', 'home', 'menu'));

-- The settings of the home page become blocks. Their language is that of the shop, which it sets when it opens. Values of
-- parts, such as `storefront.hero.line`, complete that of the whole.
do $$
declare
  setting record;
  own jsonb := '{"hero": {"button": {}}, "editorial": {}}';
  entry integer;
  revision integer;
  blocks jsonb;
begin
  for setting in
    select string_to_array(substr(key, length('storefront.') + 1), '.') as path, value from platform.settings
    where key ~ '^storefront\.(hero|editorial)(\.|$)' and value is not null order by length(key)
  loop
    own := jsonb_set(own, setting.path, setting.value);
  end loop;
  if own <> '{"hero": {"button": {}}, "editorial": {}}' and not exists (select from content_entries where kind = 'home') then
    blocks := jsonb_build_array(
      jsonb_build_object('id', 'hero', 'type', 'hero', 'values', jsonb_build_object(
        'title', coalesce(own #>> '{hero,line}', ''), 'lead', left(coalesce(own #>> '{hero,text}', ''), 1000),
        'linkText', left(coalesce(own #>> '{hero,button,label}', ''), 100), 'linkHref', coalesce(own #>> '{hero,button,href}', ''),
        'pictures', (select coalesce(jsonb_agg(id), '[]') from (
          select id from platform.media where name = own #>> '{hero,picture}' order by id desc limit 1) newest))),
      jsonb_build_object('id', 'featured', 'type', 'products', 'values',
        '{"title": "Featured", "source": "featured", "count": 5, "hasLead": true}'::jsonb),
      jsonb_build_object('id', 'categories', 'type', 'categories', 'values', '{"title": "Shop by category"}'::jsonb),
      jsonb_build_object('id', 'newest', 'type', 'products', 'values',
        '{"title": "New arrivals", "source": "newest", "count": 4, "linkText": "View all", "linkHref": "/shop"}'::jsonb));
    if own -> 'editorial' <> '{}' then
      blocks := jsonb_insert(blocks, '{3}', jsonb_build_object('id', 'editorial', 'type', 'banner', 'values', jsonb_build_object(
        'title', coalesce(own #>> '{editorial,title}', ''),
        -- They were texts.
        'html', (select coalesce(string_agg('<p>' || replace(replace(replace(paragraph, '&', '&amp;'), '<', '&lt;'), '>', '&gt;') || '</p>', ''), '')
          from jsonb_array_elements_text(coalesce(own #> '{editorial,paragraphs}', '[]')) paragraph),
        'pictures', (select coalesce(jsonb_agg(id), '[]') from (
          select id from platform.media where name = own #>> '{editorial,picture}' order by id desc limit 1) newest))));
    end if;
    insert into content_entries (kind, locale, slug, title, changed_at, changed_by)
    values ('home', 'und', 'home.home', 'Home page', now(), 'shop') returning id into entry;
    insert into content_revisions (entry_id, title, lead, description, place, is_listed, tree, created_at, by)
    values (entry, 'Home page', '', '', 'none', true, jsonb_build_object('version', 1, 'blocks', blocks), now(), 'shop')
    returning id into revision;
    update content_entries set draft_id = revision, published_id = revision, published_at = now() where id = entry;
  end if;
  delete from platform.settings where key ~ '^storefront\.(hero|editorial)(\.|$)';
end $$;
