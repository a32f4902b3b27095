import { sqlQuery } from '#platform/database/database.ts';
import type { MediaRow } from '#platform/media/media.ts';

/**
 * Ranks matches in names: exact words before prefixes, then names that start with the query or are little longer,
 * then the ranking boost (stock and sales).
 */
const scoreSql = `case when d.name_lexemes @@ (select exact from q) then 4 else 0 end
  + case when d.name = $3::text then 6 when starts_with(d.name, $3::text || ' ') then 2 when starts_with(d.name, $3::text) then 1 else 0 end
  + 2.0 * least(1.0, cardinality($1::text[])::float8 / d.name_words) + d.ranking_boost`;

/** The lowest score of a match in labels. */
const labelScore = 50;

const categoryTreeSql = `tree as (
    select id from categories where locale = $6 and slug = $5::text union select c.id from categories c join tree on c.parent_id = tree.id
  ), `;
/** Arrays are used because the planner estimates a thousand rows for a recursive query. */
const categoryFilterSql = `and d.product_id = any(array(select product_id from product_categories where category_id = any(array(select id from tree))))`;

/**
 * Variant of a statement. `word` finds products with one typed word, `all` with all of several words, `some` with at
 * least half.
 */
export interface SearchShape {
  readonly match: 'word' | 'all' | 'some';
  readonly scope: 'all' | 'category';
  readonly limit: number;
}

/** Most words that are looked up for a prefix. */
const maxPrefixWords = 200;

/**
 * Finds matches of one word in names without reading all of them: the best products of each word that begins with the
 * typed word, and of its stems. Synonyms of several words and attribute terms are found in labels instead. The score
 * is `scoreSql`. Subqueries hide the lengths of arrays, so that PostgreSQL plans once per connection.
 */
function buildWordHitsSql(limit: number): string {
  return `alternatives as materialized (select unnest((select string_to_array(($1::text[])[1], '|'))) as word), typed as materialized (
    select ltrim(word, '"') as word, not starts_with(word, '"') as is_prefix from alternatives where word !~ '[ @]'
  ),
  words as materialized (
    select lexeme, max(exact) as exact from (
      select word as lexeme, 4 as exact from typed
      union all select prefix || stem[1], 4 from typed cross join unnest((select $2::regdictionary[])) dictionary
        cross join lateral ts_lexize(dictionary, word) stem cross join (values (''), ('=')) p (prefix) where stem[1] is not null
      union all select w.word, 0 from typed cross join lateral (
        select word from search_words w where w.word > typed.word collate "C" and w.word < typed.word || U&'\\+10FFFF' collate "C"
        order by w.products desc limit ${maxPrefixWords}
      ) w where is_prefix
    ) found group by lexeme
  ), name_hits as materialized (
    select product_id, 100.0::float8 + max(exact) + max(case when place = 0 or not starts_with(ltrim(lexeme, '='), $3::text) then 0 when lexeme <> $3::text then 1
      when place = 2 then 6 else 2 end) + max(rank) as score
    from words cross join generate_series(0, 2) places (place) cross join lateral (
      select n.product_id, n.rank from search_name_words n where n.lexeme = words.lexeme and n.place = places.place
      order by n.rank desc, n.product_id limit ${limit}
    ) best group by product_id order by score desc, product_id limit ${limit}
  )`;
}

/**
 * `$1` terms, `$2` dictionaries, `$3` the query in one line, `$4` the query as a code, `$5` the category, and `$6`
 * its locale. Finds products whose code matches, then products with all words in their names. With fewer than `limit`
 * products it adds those with the words in labels, and if they are still too few, those with the words in texts.
 */
function buildHitsSql({ match, scope, limit }: SearchShape): string {
  const within = scope === 'category' ? categoryFilterSql : '';
  const best = `order by score desc, d.product_id limit ${limit}`;
  const nameHitsSql =
    match === 'word' && scope === 'all'
      ? buildWordHitsSql(limit)
      : `name_hits as materialized (
    select d.product_id, 100.0 + ${scoreSql} as score from search_documents d where d.name_lexemes @@ (select loose from q) ${within} ${best}
  )`;
  return `with recursive ${scope === 'category' ? categoryTreeSql : ''}q as materialized (
    select search_query($1::text[], $2::regdictionary[], true, false) as loose, search_query($1::text[], $2::regdictionary[], false, false) as exact,
      search_lexeme('#' || $4::text, false)::tsquery as code
  ), code_hits as materialized (
    select d.product_id, 200.0 + d.ranking_boost as score from search_documents d where d.keyword_lexemes @@ (select code from q) ${within} ${best}
  ), ${nameHitsSql}, keyword_hits as materialized (
    select d.product_id, case when d.keyword_lexemes @@ (select exact from q) then ${labelScore}.0 + 3 else ${labelScore}.0 end + d.ranking_boost as score from search_documents d
    where (select count(*) from name_hits) < ${limit} and d.keyword_lexemes @@ (select loose from q)
      and d.product_id <> all(array(select product_id from name_hits)) ${within} ${best}
  ), text_hits as materialized (
    select d.product_id, 0.0 + d.ranking_boost as score from search_texts t join search_documents d on d.product_id = t.product_id
    where (select count(*) from name_hits) + (select count(*) from keyword_hits) < ${limit} and t.lexemes @@ (select loose from q)
      and not d.keyword_lexemes @@ (select loose from q) ${within} ${best}
  ), hits as (
    select product_id, max(score) as score from (
      select * from code_hits union all select * from name_hits union all select * from keyword_hits union all select * from text_hits
    ) matches group by product_id order by 2 desc, product_id limit ${limit}
  )`;
}

/**
 * Finds products with at least half of the words, for queries that no product matches fully. `unused` tells
 * PostgreSQL the types of parameters that only the other statement needs.
 */
function buildPartialSql({ scope, limit }: SearchShape): string {
  const within = scope === 'category' ? categoryFilterSql : '';
  return `with recursive ${scope === 'category' ? categoryTreeSql : ''}q as materialized (
    select search_query($1::text[], $2::regdictionary[], true, true) as loose, $3::text || $4::text as unused,
      array(select search_query(array[term], $2::regdictionary[], true, false) from unnest($1::text[]) term) as each
  ), counted as materialized (
    select d.product_id, d.ranking_boost, (select count(*) from unnest((select each from q)) term where d.keyword_lexemes @@ term) as words
    from search_documents d where d.keyword_lexemes @@ (select loose from q) ${within}
  ), hits as (
    select product_id, words * 10 + ranking_boost as score from counted
    where words * 2 >= cardinality($1::text[]) order by score desc, product_id limit ${limit}
  )`;
}

export interface FoundRow {
  id: number;
  /** Whether name, labels or codes match, not only the text. Meaningless for `some`. */
  isNamed: boolean;
}

export interface SuggestionRow extends FoundRow {
  slug: string;
  name: string;
  min: number | null;
  max: number | null;
  isSet: boolean;
  image: MediaRow | null;
}

/** The price is computed again when its sale has started or ended since the last job run. */
function buildSuggestionColumns(now: string): string {
  const priceNow = (aggregate: 'min' | 'max', storedPrice: string) => `case when p.price_changes_at <= ${now} then (
      select ${aggregate}(price_at(o.regular_price, o.sale_price, o.sale_from, o.sale_to, ${now})) from product_offers o where o.product_id = p.id
    ) else ${storedPrice} end as ${aggregate}`;
  const picture = ['id', 'sha256', 'width', 'height', 'color', 'alt'].map((column) => `'${column}', m.${column}`);
  return `p.id, p.slug, p.name, p.type = 'grouped' as "isSet", ${priceNow('min', 'p.price_min')}, ${priceNow('max', 'p.price_max')},
    (select json_build_object(${picture.join(', ')}) from product_media i join platform.media m on m.id = i.media_id
      where i.product_id = p.id order by i.position limit 1) as image`;
}

const statements = new Map<string, ReturnType<typeof sqlQuery>>();

/**
 * The limit is part of the statement's text, because PostgreSQL plans badly for unknown limits: each limit has its
 * own statement.
 */
function getStatement<Row extends object>(name: string, text: () => string): ReturnType<typeof sqlQuery<Row>> {
  const known = statements.get(name) ?? sqlQuery(name, text());
  statements.set(name, known);
  return known as ReturnType<typeof sqlQuery<Row>>;
}

const buildSearchSql = (shape: SearchShape) => (shape.match === 'some' ? buildPartialSql(shape) : buildHitsSql(shape));

export function getSuggestStatement(shape: SearchShape) {
  return getStatement<SuggestionRow>(
    `search.suggest-${shape.match}-${shape.scope}-${shape.limit}`,
    () => `${buildSearchSql(shape)}
      select ${buildSuggestionColumns(shape.scope === 'all' ? '$5::timestamptz' : '$7::timestamptz')}, hits.score >= ${labelScore} as "isNamed"
      from hits join published_products p on p.id = hits.product_id
      order by hits.score desc, p.id`,
  );
}

export function getFindStatement(shape: SearchShape) {
  return getStatement<FoundRow>(
    `search.find-${shape.match}-${shape.scope}-${shape.limit}`,
    () =>
      `${buildSearchSql(shape)} select product_id as id, score >= ${labelScore} as "isNamed" from hits order by score desc, product_id`,
  );
}
