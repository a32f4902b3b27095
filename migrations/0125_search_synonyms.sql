-- Documents have the attribute terms of their products as lexemes that begin with @, which synonyms name.
insert into search_changes (product_id) select distinct product_id from product_attribute_terms;

-- What a synonym stands for, in a query. `"two words`: all of them, as whole words; stop words count only when there are no
-- others. `@attribute:term`: products with this attribute term.
create function search_synonym(synonym text, dictionaries regdictionary[]) returns text language sql stable parallel safe as $$
  select case when left(synonym, 1) = '@' then search_lexeme(synonym, false)
    else coalesce((
      select '(' || string_agg(lexemes, ' & ') || ')' from (
        select lexemes, is_stop_word, bool_and(is_stop_word) over () as has_only_stop_words
        from unnest(string_to_array(substr(synonym, 2), ' ')) word cross join lateral (
          select coalesce(bool_or(stems = '{}'), false) as is_stop_word,
            '(' || concat_ws(' | ', search_lexeme(word, false), string_agg(search_lexeme(p.prefix || stems[1], false), ' | ') filter (where stems[1] is not null)) || ')' as lexemes
          from unnest(dictionaries) dictionary cross join lateral ts_lexize(dictionary, word) stems cross join (values (''), ('=')) p (prefix)
        ) stemmed where word <> ''
      ) words where has_only_stop_words or not is_stop_word
    ), search_lexeme(synonym, false)) end
$$;

-- A query for documents with all these terms, or with any of them. A term is a word, a synonym, or several of them with | between them. With
-- prefixes, words match beginnings of words, and two that follow each other may be written as one. Stop words count only when there are no
-- other words.
create or replace function search_query(terms text[], dictionaries regdictionary[], prefixes boolean, match_any boolean) returns tsquery
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
