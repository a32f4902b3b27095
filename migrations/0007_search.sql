create extension if not exists pg_trgm;

-- What the search knows of each product that it may find. Lexemes are words in small letters without accents; one that begins with = is the stem
-- of a word that is another, one with # a whole SKU or GTIN.
create table search_documents (
  product_id integer primary key references products on delete cascade,
  name text not null,
  name_words smallint not null check (name_words > 0),
  -- What stands before others that fit as well: what can be bought, and what sells.
  merit real not null,
  named tsvector not null,
  -- Name, codes, categories, brands, tags and attributes.
  titled tsvector not null
) with (fillfactor = 90);

create index search_documents_named on search_documents using gin (named);
create index search_documents_titled on search_documents using gin (titled);

-- All of that and the product's texts. Apart, because a ranking reads the others alone.
create table search_texts (
  product_id integer primary key references search_documents on delete cascade,
  lexemes tsvector not null
);

create index search_texts_lexemes on search_texts using gin (lexemes);

-- Every word of the catalogue, for what was misspelt.
create table search_words (
  word text collate "C" primary key,
  -- As it is written in the catalogue, with accents.
  shown text not null,
  -- In how many titles it is.
  products integer not null default 0 check (products >= 0),
  -- Its beginnings, each also with one letter left out: two words with a key in common are a slip or two apart.
  keys text[] not null
);

create index search_words_keys on search_words using gin (keys) with (fastupdate = off);
create index search_words_trigrams on search_words using gin (word gin_trgm_ops) with (fastupdate = off);

-- Products whose documents have to be written anew. Only ever added to, so that no change waits for another.
create table search_changes (
  id bigint generated always as identity primary key,
  product_id integer not null
);

-- What shoppers looked for in vain.
create table search_missed (
  query text primary key check (length(query) between 1 and 100),
  times integer not null default 1 check (times > 0),
  first_at timestamptz not null,
  last_at timestamptz not null
);

create index search_missed_oldest on search_missed (last_at);

create function search_lexeme(word text, is_prefix boolean) returns text language sql immutable parallel safe
  return '''' || replace(replace(word, '\', '\\'), '''', '''''') || '''' || case when is_prefix then ':*' else '' end;

-- A query for documents with all these terms, or with any of them. A term is a word or several with | between them. With prefixes, words are
-- beginnings of words; two that follow each other may also be written as one. Words that say nothing (the, with) count only when there are no others.
create function search_query(terms text[], dictionaries regdictionary[], prefixes boolean, any_of_them boolean) returns tsquery
  language plpgsql stable parallel safe as $$
declare
  many constant integer := cardinality(terms);
  parts text[] := '{}';
  telling text[] := '{}';
  part text;
  word text;
  dictionary regdictionary;
  stems text[];
  is_idle boolean;
  whole text;
begin
  for i in 1..many loop
    part := null;
    is_idle := false;
    foreach word in array string_to_array(terms[i], '|') loop
      part := concat_ws(' | ', part, search_lexeme(word, prefixes and (i = many or length(word) >= 3)));
      foreach dictionary in array dictionaries loop
        stems := ts_lexize(dictionary, word);
        is_idle := is_idle or stems = '{}';
        if cardinality(stems) > 0 then
          part := part || ' | ' || search_lexeme(stems[1], false) || ' | ' || search_lexeme('=' || stems[1], false);
        end if;
      end loop;
    end loop;
    parts := parts || ('(' || part || ')');
    if not is_idle then
      telling := telling || ('(' || part || ')');
    end if;
  end loop;
  if cardinality(telling) = 0 then
    telling := parts;
  end if;
  whole := array_to_string(telling, case when any_of_them then ' | ' else ' & ' end);
  if many between 2 and 4 and not any_of_them and position('|' in array_to_string(terms, '')) = 0 then
    for i in 1..many - 1 loop
      whole := whole || ' | ' || array_to_string(
        parts[:i - 1] || search_lexeme(terms[i] || terms[i + 1], prefixes) || parts[i + 2:], ' & ');
    end loop;
    if many > 2 then
      whole := whole || ' | ' || search_lexeme(array_to_string(terms, ''), prefixes);
    end if;
  end if;
  return whole::tsquery;
end $$;
