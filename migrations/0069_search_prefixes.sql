-- Words of names, labels and texts, also those that are never corrected (short ones and numbers), which have no keys.
insert into search_words (word, shown, keys)
select distinct word, word, array[]::text[] from search_documents d cross join regexp_split_to_table(d.name, ' ') word where word <> ''
on conflict (word) do nothing;

-- A query for words that begin so. PostgreSQL reads the whole index of a prefix before it looks at other words, and that of a word only where
-- the others match. So a few words are named. A prefix with digits may be that of a code, and codes are no words.
create function search_prefix(prefix text) returns text language sql stable parallel safe as $$
  select case when prefix ~ '\d' or count(*) > 20 then search_lexeme(prefix, true)
    else concat_ws(' | ', search_lexeme(prefix, false), string_agg(search_lexeme(word, false), ' | ')) end
  from (select word from search_words where word > prefix collate "C" and word < prefix || U&'\+10FFFF' collate "C" limit 21) words
$$;

-- A query for documents with all these terms, or with any of them. A term is a word or several with | between them. With prefixes, words match
-- beginnings of words, and two that follow each other may be written as one. Stop words count only when there are no other words.
create or replace function search_query(terms text[], dictionaries regdictionary[], prefixes boolean, match_any boolean) returns tsquery
  language plpgsql stable parallel safe as $$
declare
  term_count constant integer := cardinality(terms);
  all_parts text[] := '{}';
  significant_parts text[] := '{}';
  part text;
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
      part := concat_ws(' | ', part,
        case when prefixes and (i = term_count or length(word) >= 3) then search_prefix(word) else search_lexeme(word, false) end);
      foreach dictionary in array dictionaries loop
        stems := ts_lexize(dictionary, word);
        is_stop_word := is_stop_word or stems = '{}';
        if cardinality(stems) > 0 then
          part := part || ' | ' || search_lexeme(stems[1], false) || ' | ' || search_lexeme('=' || stems[1], false);
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
      query_text := query_text || ' | ' || array_to_string(
        all_parts[:i - 1] || search_lexeme(terms[i] || terms[i + 1], prefixes) || all_parts[i + 2:], ' & ');
    end loop;
    if term_count > 2 then
      query_text := query_text || ' | ' || search_lexeme(array_to_string(terms, ''), prefixes);
    end if;
  end if;
  return query_text::tsquery;
end $$;

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

insert into search_name_words (product_id, lexeme, place, rank)
select d.product_id, l.lexeme, case when l.lexeme = d.name then 2 when starts_with(d.name, l.lexeme || ' ') or starts_with('=' || d.name, l.lexeme) then 1 else 0 end,
  2.0 / d.name_words + d.ranking_boost
from search_documents d cross join unnest(tsvector_to_array(d.name_lexemes)) l (lexeme);

create index search_name_words_rank on search_name_words (lexeme, place, rank desc, product_id);
