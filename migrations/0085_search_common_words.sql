-- Two words written as one are searched only if a word of the catalogue begins so, or a code may. Each such
-- alternative makes PostgreSQL check every document of every common word: three common words took six times as long.
create function search_joined(joined text, prefixes boolean) returns text language sql stable parallel safe as $$
  select case when joined ~ '\d'
      or exists (select from search_words where word >= joined collate "C" and word < joined || U&'\+10FFFF' collate "C")
    then search_lexeme(joined, prefixes) end
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
