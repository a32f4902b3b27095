import {
  availabilityCacheTag,
  brandPath,
  categoryPath,
  getCategoryTree,
  getProductCards,
  type ProductCard,
  productsCacheTag,
} from '#features/catalog/index.ts';
import { loadPriceDisplay } from '#features/pricing/index.ts';
import { awaitAll, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { formatMoney } from '#platform/money/money.ts';
import type { SearchOverview } from './contract.ts';
import { getSearchLanguages } from './languages.ts';
import { parseQueryWords, startsUnspaced } from './normalize-text.ts';
import { findPages } from './pages/find-pages.ts';
import { getDictionaries, getStems } from './postgres/stems.ts';
import { searchProducts, suggestProducts } from './search.ts';
import { searchSettings } from './settings.ts';
import { addSynonyms, matchSynonyms } from './synonyms/match-synonyms.ts';
import { searchTexts as texts } from './texts.ts';

const maxLabels = 3;
const maxTopCategories = 5;
const maxPages = 3;

/**
 * Names normalized as by `extractWords`: without the combining marks that `normalize` separates from their letters.
 */
const normalizedName = `lower(unaccent(regexp_replace(normalize(name, nfkd), $2, '', 'g')))`;

/** Finds categories and brands whose names match all patterns. */
const findLabels = sqlQuery<{ kind: 'category' | 'brand'; slug: string; name: string }>(
  'search.find-labels',
  `select kind, slug, name from (
    select 'category' as kind, slug, name, row_number() over (order by length(name), name) as nth from categories
      where ${normalizedName} ~ all($1::text[])
    union all select 'brand', slug, name, row_number() over (order by length(name), name) from brands
      where ${normalizedName} ~ all($1::text[])
  ) found where nth <= ${maxLabels} order by kind desc, nth`,
);

interface Query {
  readonly text: string;
  readonly category?: string | undefined;
}

/**
 * Finds the panel's content besides the suggestions. It is a request of its own, sent after a pause in typing,
 * because it counts all results.
 */
export async function findSearchOverview(shop: Shop, query: Query): Promise<SearchOverview> {
  const [{ productIds, isPartial }, suggested, labels, found] = await awaitAll([
    searchProducts(shop, query),
    suggestProducts(shop, query),
    findMatchingLabels(shop, query.text),
    findPages(shop, query.text),
  ]);
  const total = productIds.length;
  const pages = found
    // When products were found, a page that only mentions the words in its text is not relevant enough.
    .filter(({ isAboutIt }) => isAboutIt || total === 0 || isPartial)
    .slice(0, maxPages)
    .map(({ path, title, snippet }) => ({ name: title, url: path, text: snippet.map(({ text }) => text).join('') }));
  const links = labels.map(({ kind, slug, name }) => ({
    name,
    url: kind === 'category' ? categoryPath(slug) : brandPath(slug),
  }));
  return {
    total,
    viewAll: total === 0 ? '' : shop.t(texts.viewAll, { count: total }),
    formerPrices: await listFormerPrices(
      shop,
      suggested.map(({ id }) => id),
    ),
    links: total + links.length + pages.length === 0 ? await listTopCategories(shop) : links,
    pages,
    count: pages.length === 0 ? '' : shop.t(texts.countWithPages, { count: total, pages: pages.length }),
  };
}

/**
 * Matches the beginnings of words, their stems and synonyms. The words have only letters and digits, so they are safe
 * in a pattern.
 */
async function findMatchingLabels(shop: Shop, text: string) {
  const words = parseQueryWords(text);
  if (words.length === 0) return [];
  const dictionaries = getDictionaries(getSearchLanguages(shop));
  const stems = await getStems(shop.db, words, dictionaries);
  const spans = await matchSynonyms(shop.db, words, shop.settings(searchSettings).synonyms, dictionaries);
  const forms = words.map((word) => [word, ...(stems.get(word)?.stems ?? [])].join('|'));
  const terms = addSynonyms(forms, words, spans).map((term) => term.split('|').filter((each) => !each.startsWith('@')));
  const toPattern = (word: string) => (startsUnspaced(word) ? word : `\\m${word}`);
  return findLabels(shop.db, [
    terms.map((each) => each.map((word) => toPattern(word.replaceAll('"', ''))).join('|')),
    getMarks(),
  ]);
}

let marks: string | undefined;

/** Returns all combining marks as a class of a regular expression, since PostgreSQL has no name for them. */
function getMarks(): string {
  if (marks !== undefined) return marks;
  const ranges: [number, number][] = [];
  for (let code = 0x300; code < 0xfff0; code += 1) {
    const last = ranges.at(-1);
    if (code >= 0xd800 && code < 0xe000) continue;
    if (!/\p{M}/u.test(String.fromCodePoint(code))) continue;
    if (last && last[1] === code - 1) last[1] = code;
    else ranges.push([code, code]);
  }
  const toEscape = (code: number) => `\\u${code.toString(16).padStart(4, '0')}`;
  marks = `[${ranges.map(([first, last]) => (first === last ? toEscape(first) : `${toEscape(first)}-${toEscape(last)}`)).join('')}]`;
  return marks;
}

async function listFormerPrices(shop: Shop, ids: readonly number[]): Promise<SearchOverview['formerPrices']> {
  const display = await loadPriceDisplay(shop, shop.db);
  const cards = await getProductCards(shop.db, ids, shop.clock.now(), display);
  return cards.flatMap(({ id, priceRange }) => {
    if (!priceRange || priceRange.regular === null) return [];
    const { regular, currency } = priceRange;
    return [{ id, price: formatMoney({ amount: regular, currency }, shop.choices.locale) }];
  });
}

async function listTopCategories(shop: Shop): Promise<SearchOverview['links']> {
  const tree = await getCategoryTree(shop.db);
  return tree.slice(0, maxTopCategories).map(({ name, slug }) => ({ name, url: categoryPath(slug) }));
}

const findPopularIds = sqlQuery<{ id: number }>(
  'search.find-popular',
  `select d.product_id as id from search_documents d join product_listing l on l.product_id = d.product_id and l.in_stock
  order by d.ranking_boost desc, d.product_id limit $1`,
);

/** Returns the bestselling products that are in stock, for a page without results. */
export async function getPopularProducts(shop: Shop, limit: number): Promise<ProductCard[]> {
  const { db, pages } = shop;
  const tags = [productsCacheTag, availabilityCacheTag];
  const rows = await pages.remember(`search:popular-${limit}`, tags, () => findPopularIds(db, [limit]));
  const display = await loadPriceDisplay(shop, db);
  return getProductCards(
    db,
    rows.map(({ id }) => id),
    shop.clock.now(),
    display,
  );
}
