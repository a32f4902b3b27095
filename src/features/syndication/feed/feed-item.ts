import type { Shop } from '#platform/features/shop.ts';
import { toDecimal } from '#platform/money/money.ts';
import type { ProductFacts } from '../facts.ts';
import type { OfferFacts } from '../offer-facts.ts';
import { syndicationSettings } from '../settings.ts';
import { element } from '../xml.ts';

/** Merchant Center takes ten besides the first. */
const moreImages = 10;

/** The items of a product in the feed: one for each variation that is sold here. */
export function feedItems({ settings }: Pick<Shop, 'settings'>, facts: ProductFacts, now: Date): string {
  const inCommon = [
    g('description', facts.description),
    g('brand', facts.brand),
    g('condition', settings(syndicationSettings).condition),
    g('product_type', facts.categories.map(({ name }) => name).join(' > ') || null),
    g('google_product_category', facts.googleCategory),
    g('item_group_id', facts.type === 'variable' ? String(facts.id) : null),
    g('canonical_link', facts.url),
  ];
  return facts.offers
    .filter(({ own }) => own)
    .map((offer) => [...inCommon, ...fieldsOf(facts, offer, now), ...deliveryFields(settings, offer)])
    .map((fields) => `<item>\n${fields.filter((field) => field !== '').join('\n')}\n</item>\n`)
    .join('');
}

/** By Google's product data specification, as far as it is about one variation. */
function fieldsOf(facts: ProductFacts, offer: OfferFacts, now: Date): string[] {
  const others = facts.images.filter((image) => image !== offer.image).slice(0, moreImages);
  const isIdentified = offer.gtin !== null || (offer.mpn !== null && facts.brand !== null);
  return [
    g('id', offer.offerId),
    g('title', offer.title),
    g('link', offer.url),
    g('image_link', offer.image),
    ...others.map((image) => g('additional_image_link', image)),
    g('availability', offer.availability),
    g('availability_date', offer.availableFrom?.toISOString()),
    ...priceFields(facts, offer, now),
    g('gtin', offer.gtin),
    g('mpn', offer.mpn),
    g('identifier_exists', isIdentified ? null : 'no'),
    ...Object.entries(offer.properties).map(([property, value]) => g(property, value)),
    ...offer.options.map(detail),
    g('shipping_weight', offer.weightGrams === null ? null : `${offer.weightGrams} g`),
  ];
}

const g = (name: string, text: string | null | undefined): string => element(`g:${name}`, text);

const amountOf = (amount: number, currency: string): string => `${toDecimal({ amount, currency })} ${currency}`;

/** A sale that is still to come is told only with its end: without dates the sale price would count at once. */
function priceFields({ updatedAt }: ProductFacts, { regular, sale, currency }: OfferFacts, now: Date): string[] {
  const price = g('price', amountOf(regular, currency));
  if (sale === null) return [price];
  const runs = sale.from === null || sale.from <= now;
  if (!runs && sale.to === null) return [price];
  const from = sale.from ?? (updatedAt < now ? updatedAt : now);
  const dates = sale.to && `${from.toISOString()}/${sale.to.toISOString()}`;
  return [price, g('sale_price', amountOf(sale.price, currency)), g('sale_price_effective_date', dates)];
}

function detail({ hasProperty, name, value }: OfferFacts['options'][number]): string {
  if (hasProperty) return '';
  return `<g:product_detail>${g('attribute_name', name)}${g('attribute_value', value)}</g:product_detail>`;
}

/** Nothing for what needs no delivery. */
function deliveryFields(settings: Shop['settings'], { shipping, currency }: OfferFacts): string[] {
  if (shipping.length === 0) return [];
  const { handlingDays, transitDays } = settings(syndicationSettings);
  const handling = handlingDays && daysOf('handling', handlingDays);
  const transit = transitDays ? daysOf('transit', transitDays) : '';
  const ways = shipping.flatMap(({ countries, amount, title }) => {
    const how = g('service', title) + g('price', amountOf(amount, currency)) + transit;
    return countries.map((country) => `<g:shipping>${g('country', country)}${how}</g:shipping>`);
  });
  return handling ? [handling, ...ways] : ways;
}

const daysOf = (what: 'handling' | 'transit', { min, max }: { readonly min: number; readonly max: number }): string =>
  g(`min_${what}_time`, String(min)) + g(`max_${what}_time`, String(max));
