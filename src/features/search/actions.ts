import { z } from 'zod';
import { productPath } from '#features/catalog/index.ts';
import { formatPriceRange } from '#features/pricing/index.ts';
import type { WireNames } from '#platform/config/wire-names.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineAjaxAction } from '#platform/http/ajax.ts';
import { formatMoney } from '#platform/money/money.ts';
import { defineMutation } from '#platform/mutations/mutation.ts';
import { storableText } from '#platform/texts/storable-text.ts';
import { maxQueryLength, minQueryLength, type Suggestion } from './contract.ts';
import type { SuggestedProduct } from './engine.ts';
import { countQueryCharacters } from './normalize-text.ts';
import { findSearchOverview } from './overview.ts';
import { suggestProducts } from './search.ts';
import { searchSettings } from './settings.ts';
import { searchTexts as texts } from './texts.ts';
import { recordZeroResultSearch } from './zero-result-searches.ts';

export const getSuggestActionName = ({ themePrefix }: WireNames) => `${themePrefix}_ajax_search_products`;
export const getOverviewActionName = ({ themePrefix }: WireNames) => `${themePrefix}_search_overview`;
export const getZeroResultActionName = ({ themePrefix }: WireNames) => `${themePrefix}_search_zero_results`;

/** Queries longer than the field allows are cut; much longer ones are rejected. */
const querySchema = z
  .string()
  .max(1_000)
  .transform((text) => text.slice(0, maxQueryLength));

const categorySchema = storableText(200);

const suggestInput = z.object({ query: querySchema.default(''), product_cat: categorySchema.default('') });

const zeroResultInput = z.object({ query: querySchema });

const suggestionList: z.ZodType<Suggestion[]> = z.array(
  z
    .strictObject({
      value: z.string().describe('Name of the product'),
      url: z.string(),
      img: z.string().describe('Path of a small picture; empty when there is none'),
      price: z.string().describe('Formatted; empty without a price'),
      id: z.int().describe('-1: a message that cannot be selected'),
    })
    .meta({ id: 'Suggestion' }),
);

const suggestReply = z
  .union([suggestionList, z.strictObject({ suggestions: suggestionList })])
  .describe('A list, or an object with it: setting `search.answer`');

export const suggestAction = defineAjaxAction({
  name: getSuggestActionName,
  description: 'Suggests products for the beginning of a search.',
  endpoint: 'platformAjaxEndpoint',
  method: 'GET',
  schema: suggestInput,
  response: suggestReply,
  run: async ({ shop }, { query, product_cat: category }) => {
    const { noResults, answer } = shop.settings(searchSettings);
    const isLongEnough = countQueryCharacters(query) >= minQueryLength;
    const found = isLongEnough ? await suggestProducts(shop, { text: query, category: category || undefined }) : [];
    const none: Suggestion[] =
      isLongEnough && noResults ? [{ value: shop.t(texts.noResults), url: '', img: '', price: '', id: -1 }] : [];
    const suggestions = found.length > 0 ? found.map((product) => toSuggestion(shop, product)) : none;
    return answer === 'object' ? { suggestions } : suggestions;
  },
});

const overviewReply = z.strictObject({
  total: z.int().describe('Number of results, at most 1,000'),
  viewAll: z.string().describe('Text of the link to all results; empty without results'),
  formerPrices: z
    .array(z.strictObject({ id: z.int(), price: z.string() }))
    .describe('Formatted former prices of suggested products that are reduced'),
  links: z
    .array(z.strictObject({ name: z.string(), url: z.string() }))
    .describe('Categories and brands that match; the top categories when nothing matches'),
  pages: z
    .array(z.strictObject({ name: z.string(), url: z.string(), text: z.string().describe('The text around the hit') }))
    .describe('Pages of the shop that match, such as those about delivery and returns: at most three'),
  count: z.string().describe('Text that counts products and pages; empty without pages'),
});

export const overviewAction = defineAjaxAction({
  name: getOverviewActionName,
  description: 'Counts the results of a search, and names categories, brands and pages that match.',
  endpoint: 'platformAjaxEndpoint',
  method: 'GET',
  schema: suggestInput,
  response: overviewReply,
  run: async ({ shop }, { query, product_cat: category }) => {
    const isLongEnough = countQueryCharacters(query) >= minQueryLength;
    if (!isLongEnough) return { total: 0, viewAll: '', formerPrices: [], links: [], pages: [], count: '' };
    const overview = await findSearchOverview(shop, { text: query, category: category || undefined });
    const { formerPrices, links, pages } = overview;
    return { ...overview, formerPrices: [...formerPrices], links: [...links], pages: [...pages] };
  },
});

function toSuggestion(shop: Shop, { id, slug, name, min, max, isSet, image }: SuggestedProduct): Suggestion {
  return {
    value: name,
    url: productPath(slug),
    img: image ? getSmallestUrl(shop.media.picture(image).srcset) : '',
    price: formatSuggestedPrice(shop, { min, max, isSet }),
    id,
  };
}

/** Returns the first URL of a srcset: '/media/x-160.jpg 160w, …' → '/media/x-160.jpg'. */
function getSmallestUrl(srcset: string): string {
  return srcset.split(' ', 1)[0] ?? '';
}

function formatSuggestedPrice(
  { choices, t }: Shop,
  { min, max, isSet }: Pick<SuggestedProduct, 'min' | 'max' | 'isSet'>,
): string {
  if (min === null || max === null) return '';
  const { currency, locale } = choices;
  return formatPriceRange({ t, price: (money) => formatMoney(money, locale) }, { min, max, currency, isSet });
}

/** Records a zero-result search. This is a separate POST, because a GET must not change anything. */
export const recordZeroResult = defineMutation({
  name: 'search.record-zero-result',
  description: 'Records a search that found nothing, for the owner of the shop.',
  schema: zeroResultInput,
  run: async ({ shop, request }, { query }) =>
    ({ ok: true, noted: await recordZeroResultSearch(shop, query, request.ip) }) as const,
  ajax: {
    name: getZeroResultActionName,
    endpoint: 'platformAjaxEndpoint',
    response: z.strictObject({ noted: z.boolean() }),
    success: (_, { noted }) => ({ noted }),
  },
});
