import { productPath } from '#features/catalog/index.ts';
import type { WireNames } from '#platform/config/wire-names.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineAjaxAction } from '#platform/http/ajax.ts';
import { formatMoney } from '#platform/money/money.ts';
import { type Suggestion, shortestQuery } from './contract.ts';
import type { SuggestedProduct } from './engine.ts';
import { noteMissed } from './missed.ts';
import { missedInput, suggestInput } from './schemas.ts';
import { suggestProducts } from './search.ts';
import { searchSettings } from './settings.ts';
import { searchTexts as texts } from './texts.ts';
import { queryLength } from './words.ts';

export const suggestActionName = ({ themePrefix }: WireNames) => `${themePrefix}_ajax_search_products`;
export const missedActionName = ({ themePrefix }: WireNames) => `${themePrefix}_search_missed`;

/** The live search (spec 7.2/5). */
export const suggestAction = defineAjaxAction({
  name: suggestActionName,
  endpoint: 'platformAjaxEndpoint',
  method: 'GET',
  schema: suggestInput,
  run: async ({ shop }, { query, product_cat: category }) => {
    const { noResults, answer } = shop.settings(searchSettings);
    const isAsked = queryLength(query) >= shortestQuery;
    const found = isAsked ? await suggestProducts(shop, { text: query, category: category || undefined }) : [];
    const none: Suggestion[] =
      isAsked && noResults ? [{ value: shop.t(texts.noResults), url: '', img: '', price: '', id: -1 }] : [];
    const suggestions = found.length > 0 ? found.map((product) => suggestionOf(shop, product)) : none;
    return answer === 'object' ? { suggestions } : suggestions;
  },
});

function suggestionOf(shop: Shop, { id, slug, name, min, max, image }: SuggestedProduct): Suggestion {
  return {
    value: name,
    url: productPath(slug),
    img: image ? smallest(shop.media.picture(image).srcset) : '',
    price: priceOf(shop, min, max),
    id,
  };
}

/** '/media/x-160.jpg 160w, …' → '/media/x-160.jpg' */
function smallest(srcset: string): string {
  return srcset.split(' ', 1)[0] ?? '';
}

function priceOf({ choices, t }: Shop, min: number | null, max: number | null): string {
  if (min === null || max === null) return '';
  const { currency, locale } = choices;
  const words = (amount: number) => formatMoney({ amount, currency }, locale);
  return min === max ? words(min) : t(texts.priceRange, { min: words(min), max: words(max) });
}

/** A page of results was empty, and somebody has looked at it: a call of its own, since a GET changes nothing. */
export const missedAction = defineAjaxAction({
  name: missedActionName,
  endpoint: 'platformAjaxEndpoint',
  method: 'POST',
  schema: missedInput,
  run: async ({ shop, request }, { query }) => ({ noted: await noteMissed(shop, query, request.ip) }),
});
