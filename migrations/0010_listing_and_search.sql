-- Rows worked out from the catalogue, for lists, filters and searches.

-- What lists look at, in one narrow row for each published product that may be found: worked out from the other tables by
-- refresh_product_listing, in the transaction that changes them.
create table product_listing (
  product_id integer primary key references products on delete cascade,
  -- The bit of the product in every set of facet_bits. Numbers are dense: only products that left the listing leave gaps.
  number integer not null check (number >= 0),
  -- Shown in lists; found by searching.
  in_lists boolean not null,
  in_search boolean not null,
  featured boolean not null,
  position integer not null,
  name text not null,
  published_at timestamptz not null,
  price_min bigint,
  price_max bigint,
  in_stock boolean not null,
  on_sale boolean not null,
  -- Average of the stars; null without any.
  rating real,
  -- Those that it was put into and all above them.
  category_ids integer[] not null,
  tag_ids integer[] not null,
  brand_ids integer[] not null,
  -- Of attributes that products share.
  term_ids integer[] not null,
  constraint product_listing_number unique (number)
) with (fillfactor = 90);

-- Owned by the column, so that both go together.
create sequence product_listing_numbers as integer minvalue 0 owned by product_listing.number;

create index product_listing_featured on product_listing (position, product_id) where in_lists and featured;
-- Products of a category, tag or brand.
create index product_listing_categories on product_listing using gin (category_ids) with (fastupdate = off);
create index product_listing_tags on product_listing using gin (tag_ids) with (fastupdate = off);
create index product_listing_brands on product_listing using gin (brand_ids) with (fastupdate = off);
-- These indexes have all that a list reads to find a page, so that no page reads the rows of those before it.
create index product_listing_position on product_listing (position, name collate "und-x-icu", product_id)
  include (number, price_min, price_max) where in_lists;
create index product_listing_date on product_listing (published_at desc, product_id desc) include (number, price_min, price_max) where in_lists;
create index product_listing_price on product_listing (price_min, product_id) include (number, price_max) where in_lists;
create index product_listing_highest_price on product_listing (price_max desc nulls last, product_id desc)
  include (number, price_min) where in_lists;
create index product_listing_name on product_listing (name collate "und-x-icu", product_id) include (number, price_min, price_max) where in_lists;
-- Sold-out products are few; a filter takes their bits away.
create index product_listing_sold_out on product_listing (number) where not in_stock;

-- Makes a set of positions, with 1 as the second argument. Setting bits is faster than combining sets of one bit.
do $$
begin
  execute format('create aggregate set_bits(integer, integer) (sfunc = set_bit, stype = bit, initcond = %L, parallel = safe)', repeat('0', 4096));
end $$;

-- Sets of products as bits, so that filters and their counts are operations on bits: the products that have a value, 4,096 numbers in a row.
-- `chunk` is number / 4096. Triggers of product_listing keep it; rows without a bit are deleted. What changes with every sale, the stock, is
-- not in it, so that shoppers never wait for each other here.
create table facet_bits (
  kind text not null check (kind in ('listed', 'category', 'brand', 'term', 'sale', 'rating')),
  value_id integer not null,
  chunk integer not null check (chunk >= 0),
  bits bit(4096) not null,
  primary key (kind, value_id, chunk)
) with (fillfactor = 70);

-- The values of a product. That of `rating` is the number of whole stars.
create function list_facet_values(l product_listing) returns table (kind text, value_id integer) language sql immutable parallel safe as $$
  select 'listed', 0 where l.in_lists
  union all select 'category', unnest(l.category_ids)
  union all select 'brand', unnest(l.brand_ids)
  union all select 'term', unnest(l.term_ids)
  union all select 'sale', 0 where l.on_sale
  union all select 'rating', floor(l.rating)::integer where l.rating is not null
$$;

-- Changes the bits of the values that were added or removed. A value that a product keeps is in old and new rows, and changes nothing.
create function toggle_facet_bits(old_rows product_listing[], new_rows product_listing[]) returns void language plpgsql as $$
begin
  insert into facet_bits as f (kind, value_id, chunk, bits)
  select kind, value_id, number >> 12, set_bits(number & 4095, 1) from (
    select v.kind, v.value_id, l.number from unnest(old_rows || new_rows) l cross join list_facet_values(l) v group by 1, 2, 3 having count(*) = 1
  ) toggled group by 1, 2, 3 order by 1, 2, 3
  on conflict (kind, value_id, chunk) do update set bits = f.bits # excluded.bits;
  delete from facet_bits f
  using (select distinct v.kind, v.value_id, l.number >> 12 as chunk from unnest(old_rows) l cross join list_facet_values(l) v) before
  where (f.kind, f.value_id, f.chunk) = (before.kind, before.value_id, before.chunk) and f.bits = 0::bit(4096);
end $$;

-- The triggers of product_listing. A change of a product that keeps its values toggles nothing.
create function add_facet_bits() returns trigger language plpgsql as $$
begin
  perform toggle_facet_bits('{}', array(select row(n.*)::product_listing from new_rows n));
  return null;
end $$;

create trigger product_listing_add_facet_bits after insert on product_listing
  referencing new table as new_rows for each statement execute function add_facet_bits();

create function remove_facet_bits() returns trigger language plpgsql as $$
begin
  perform toggle_facet_bits(array(select row(o.*)::product_listing from old_rows o), '{}');
  return null;
end $$;

create trigger product_listing_remove_facet_bits after delete on product_listing
  referencing old table as old_rows for each statement execute function remove_facet_bits();

create function change_facet_bits() returns trigger language plpgsql as $$
declare
  changed integer[] := array(
    select product_id from old_rows o join new_rows n using (product_id)
    where (o.number, o.in_lists, o.on_sale, floor(o.rating), o.category_ids, o.brand_ids, o.term_ids)
      is distinct from (n.number, n.in_lists, n.on_sale, floor(n.rating), n.category_ids, n.brand_ids, n.term_ids));
begin
  if cardinality(changed) > 0 then
    perform toggle_facet_bits(
      array(select row(o.*)::product_listing from old_rows o where o.product_id = any(changed)),
      array(select row(n.*)::product_listing from new_rows n where n.product_id = any(changed)));
  end if;
  return null;
end $$;

create trigger product_listing_change_facet_bits after update on product_listing
  referencing old table as old_rows new table as new_rows for each statement execute function change_facet_bits();

-- A listed product keeps its number. The subquery hides the length of the array, so that PostgreSQL plans once per connection. The price of a set
-- depends on the stock of its members, so it is kept in its row alone. It is shown as 'From' with the lowest price: lists sort and filter by that.
create function product_listing_rows(ids integer[], moment timestamptz) returns setof product_listing language sql volatile as $$
  with recursive ancestors as (
    select distinct pc.category_id as id, pc.category_id as ancestor_id from product_categories pc where pc.product_id = any(ids)
    union select a.id, c.parent_id from ancestors a join categories c on c.id = a.ancestor_id where c.parent_id is not null
  )
  select p.id, coalesce((select l.number from product_listing l where l.product_id = p.id), nextval('product_listing_numbers')::integer),
    p.in_lists, p.in_search, p.featured, p.position, p.name, p.published_at,
    coalesce(s.price, p.price_min), coalesce(s.price, p.price_max), coalesce(o.in_stock, p.type = 'external'), coalesce(o.on_sale, false),
    case when p.rating_count > 0 then (p.rating_sum::numeric / p.rating_count)::real end,
    array(select distinct a.ancestor_id from product_categories pc join ancestors a on a.id = pc.category_id where pc.product_id = p.id order by 1),
    array(select pt.tag_id from product_tags pt where pt.product_id = p.id order by 1),
    array(select pb.brand_id from product_brands pb where pb.product_id = p.id order by 1),
    array(select pt.term_id from product_attribute_terms pt join attributes a on a.id = pt.attribute_id and a.product_id is null
      where pt.product_id = p.id order by 1)
  from published_products p
  cross join lateral (
    select bool_or(is_available) as in_stock,
      bool_or(price_at(regular_price, sale_price, sale_from, sale_to, moment) < regular_price) as on_sale
    from product_offers where product_id = p.id
  ) o
  left join lateral (select lowest_set_price(p.id, moment) as price where p.type = 'grouped') s on true
  where p.id = any(array(select unnest(ids))) and p.is_public
$$;

-- Each statement sees what was committed before it: two shoppers who take the last pieces of two variations wait for each other at the lock, and
-- the second one sees both gone. A concurrent insert of the same product decides its number.
create function refresh_product_listing(ids integer[], moment timestamptz) returns void language plpgsql as $$
declare
  affected_ids integer[] := array(
    select unnest(ids) union select l.product_id from product_links l where l.kind = 'grouped' and l.linked_id = any(ids));
begin
  perform from product_listing where product_id = any(affected_ids) order by product_id for update;
  delete from product_listing where product_id = any(affected_ids)
    and not exists (select from published_products p where p.id = product_id and p.is_public);
  insert into product_listing as l select * from product_listing_rows(affected_ids, moment) order by product_id
  on conflict (product_id) do update set in_lists = excluded.in_lists, in_search = excluded.in_search, featured = excluded.featured,
    position = excluded.position, name = excluded.name, published_at = excluded.published_at, price_min = excluded.price_min,
    price_max = excluded.price_max, in_stock = excluded.in_stock, on_sale = excluded.on_sale, rating = excluded.rating,
    category_ids = excluded.category_ids, tag_ids = excluded.tag_ids, brand_ids = excluded.brand_ids, term_ids = excluded.term_ids
  where (l.in_lists, l.in_search, l.featured, l.position, l.name, l.published_at, l.price_min, l.price_max, l.in_stock, l.on_sale, l.rating,
    l.category_ids, l.tag_ids, l.brand_ids, l.term_ids) is distinct from (excluded.in_lists, excluded.in_search, excluded.featured,
    excluded.position, excluded.name, excluded.published_at, excluded.price_min, excluded.price_max, excluded.in_stock, excluded.on_sale,
    excluded.rating, excluded.category_ids, excluded.tag_ids, excluded.brand_ids, excluded.term_ids);
end $$;

-- A category that moves or goes takes its products with it.
create function refresh_listing_of_categories() returns trigger language plpgsql as $$
begin
  perform refresh_product_listing(array(select product_id from product_listing where category_ids && array[old.id] order by 1), now());
  return null;
end $$;

create trigger categories_refresh_listing_on_move after update of parent_id on categories
  for each row when (old.parent_id is distinct from new.parent_id) execute function refresh_listing_of_categories();

create trigger categories_refresh_listing_on_delete after delete on categories for each row execute function refresh_listing_of_categories();

-- What the search knows of each product that it may find. Lexemes are words in small letters without accents. One that begins with = is the
-- stem of another word, one with # a whole SKU or GTIN, one with @ an attribute term, which synonyms name.
create table search_documents (
  product_id integer primary key references products on delete cascade,
  name text not null,
  name_words smallint not null check (name_words > 0),
  -- What stands before others that match as well: what can be bought, and what sells.
  ranking_boost real not null,
  -- Words of the name.
  name_lexemes tsvector not null,
  -- These, and codes, categories, brands, tags and attributes.
  keyword_lexemes tsvector not null
) with (fillfactor = 90);

create index search_documents_name_lexemes on search_documents using gin (name_lexemes);
create index search_documents_keyword_lexemes on search_documents using gin (keyword_lexemes);

-- All of that and the texts of the product. A table of its own, since ranking reads the documents alone.
create table search_texts (
  product_id integer primary key references search_documents on delete cascade,
  lexemes tsvector not null
);

create index search_texts_lexemes on search_texts using gin (lexemes);

-- Each word of the catalogue, to correct what was misspelt and to complete what was begun.
create table search_words (
  word text collate "C" primary key,
  -- As it is written in the catalogue, with accents.
  shown text not null,
  -- In how many titles it is.
  products integer not null default 0 check (products >= 0),
  -- Its prefixes, each also with one letter left out: two words with a key in common have an edit distance of 1 or 2. Words that are never
  -- corrected (short ones and numbers) have none.
  keys text[] not null
);

create index search_words_keys on search_words using gin (keys) with (fastupdate = off);
create index search_words_trigrams on search_words using gin (word gin_trgm_ops) with (fastupdate = off);

-- The words of names, best product first, so that a search for one word reads a few rows for each word that begins so.
create table search_name_words (
  product_id integer not null references search_documents on delete cascade,
  lexeme text collate "C" not null,
  -- 2: the whole name; 1: the name begins with the word or stem; 0: others.
  place smallint not null check (place between 0 and 2),
  -- What ranks a product before others with the same match.
  rank real not null,
  primary key (product_id, lexeme)
);

create index search_name_words_rank on search_name_words (lexeme, place, rank desc, product_id);

-- Products whose documents have to be written anew. Only ever added to, so that no change waits for another.
create table search_changes (
  id bigint generated always as identity primary key,
  product_id integer not null
);

-- A word as a part of a tsquery.
create function search_lexeme(word text, is_prefix boolean) returns text language sql immutable parallel safe
  return '''' || replace(replace(word, '\', '\\'), '''', '''''') || '''' || case when is_prefix then ':*' else '' end;

-- A query for words that begin so. PostgreSQL reads the whole index of a prefix before it looks at other words, and that of a word only where
-- the others match. So a few words are named. A prefix with digits may be that of a code, and codes are no words.
create function search_prefix(prefix text) returns text language sql stable parallel safe as $$
  select case when prefix ~ '\d' or count(*) > 20 then search_lexeme(prefix, true)
    else concat_ws(' | ', search_lexeme(prefix, false), string_agg(search_lexeme(word, false), ' | ')) end
  from (select word from search_words where word > prefix collate "C" and word < prefix || U&'\+10FFFF' collate "C" limit 21) words
$$;

-- Two words written as one are searched only if a word of the catalogue begins so, or a code may. Each such
-- alternative makes PostgreSQL check every document of every common word: three common words took six times as long.
create function search_joined(joined text, prefixes boolean) returns text language sql stable parallel safe as $$
  select case when joined ~ '\d'
      or exists (select from search_words where word >= joined collate "C" and word < joined || U&'\+10FFFF' collate "C")
    then search_lexeme(joined, prefixes) end
$$;

-- What a synonym stands for, in a query. `"two words`: all of them, as whole words; stop words count only when there are no
-- others. `@attribute:term`: products with this attribute term.
create function search_synonym(synonym text, dictionaries regdictionary[]) returns text language sql stable parallel safe as $$
  select case when left(synonym, 1) = '@' then search_lexeme(synonym, false)
    else coalesce((
      select '(' || string_agg(lexemes, ' & ') || ')' from (
        select lexemes, is_stop_word, bool_and(is_stop_word) over () as has_only_stop_words
        from unnest(string_to_array(substr(synonym, 2), ' ')) word cross join lateral (
          select coalesce(bool_or(stems = '{}'), false) as is_stop_word,
            '(' || concat_ws(' | ', search_lexeme(word, false),
              string_agg(search_lexeme(p.prefix || stems[1], false), ' | ') filter (where stems[1] is not null)) || ')' as lexemes
          from unnest(dictionaries) dictionary cross join lateral ts_lexize(dictionary, word) stems cross join (values (''), ('=')) p (prefix)
        ) stemmed where word <> ''
      ) words where has_only_stop_words or not is_stop_word
    ), search_lexeme(synonym, false)) end
$$;

-- A query for documents with all these terms, or with any of them. A term is a word, a synonym, or several of them with | between them. With
-- prefixes, words match beginnings of words, and two that follow each other may be written as one. Stop words count only when there are no
-- other words.
create function search_query(terms text[], dictionaries regdictionary[], prefixes boolean, match_any boolean) returns tsquery
  language plpgsql stable parallel safe as $$
declare
  term_count constant integer := cardinality(terms);
  all_parts text[] := '{}';
  significant_parts text[] := '{}';
  part text;
  joined text;
  word text;
  dictionary regdictionary;
  stems text[];
  is_stop_word boolean;
  query_text text;
begin
  for i in 1..term_count loop
    part := null;
    is_stop_word := false;
    foreach word in array string_to_array(terms[i], '|') loop
      if left(word, 1) in ('"', '@') then
        part := concat_ws(' | ', part, search_synonym(word, dictionaries));
        continue;
      end if;
      part := concat_ws(' | ', part,
        case when prefixes and (i = term_count or length(word) >= 3) then search_prefix(word) else search_lexeme(word, false) end);
      foreach dictionary in array dictionaries loop
        stems := ts_lexize(dictionary, word);
        is_stop_word := is_stop_word or stems = '{}';
        if cardinality(stems) > 0 then
          if stems[1] <> word then
            part := part || ' | ' || search_lexeme(stems[1], false);
          end if;
          part := part || ' | ' || search_lexeme('=' || stems[1], false);
        end if;
      end loop;
    end loop;
    all_parts := all_parts || ('(' || part || ')');
    if not is_stop_word then
      significant_parts := significant_parts || ('(' || part || ')');
    end if;
  end loop;
  if cardinality(significant_parts) = 0 then
    significant_parts := all_parts;
  end if;
  query_text := array_to_string(significant_parts, case when match_any then ' | ' else ' & ' end);
  if term_count between 2 and 4 and not match_any and position('|' in array_to_string(terms, '')) = 0 then
    for i in 1..term_count - 1 loop
      joined := search_joined(terms[i] || terms[i + 1], prefixes);
      if joined is not null then
        query_text := query_text || ' | ' || array_to_string(all_parts[:i - 1] || joined || all_parts[i + 2:], ' & ');
      end if;
    end loop;
    if term_count > 2 then
      query_text := concat_ws(' | ', query_text, search_joined(array_to_string(terms, ''), prefixes));
    end if;
  end if;
  return query_text::tsquery;
end $$;

-- What shoppers searched for without a result.
create table zero_result_searches (
  query text primary key check (length(query) between 1 and 100),
  times integer not null default 1 check (times > 0),
  first_at timestamptz not null,
  last_at timestamptz not null
);

create index zero_result_searches_last_at on zero_result_searches (last_at);
