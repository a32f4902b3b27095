import type { Shop } from '#platform/features/shop.ts';
import { toDecimal } from '#platform/money/money.ts';
import type { ProductFacts } from '../facts.ts';
import type { OfferFacts } from '../offer-facts.ts';
import { syndicationSettings } from '../settings.ts';
import { element } from '../xml.ts';

/** Merchant Center takes ten besides the first. */
const moreImages = 10;

/** The items of a product in the feed: one for each variation that is sold here. */
export function feedItems(shop: Pick<Shop, 'settings'>, facts: ProductFacts, now: Date): string {
  return facts.offers
    .filter(({ own }) => own)
    .map((offer) => feedItem(shop, facts, offer, now))
    .join('');
}

/** Google's product data specification, as an item of RSS 2.0. */
function feedItem({ settings }: Pick<Shop, 'settings'>, facts: ProductFacts, offer: OfferFacts, now: Date): string {
  const { condition } = settings(syndicationSettings);
  const others = facts.images.filter((image) => image !== offer.image).slice(0, moreImages);
  const isIdentified = offer.gtin !== null || (offer.mpn !== null && facts.brand !== null);
  const fields = [
    g('id', offer.offerId),
    g('item_group_id', facts.type === 'variable' ? String(facts.id) : null),
    g('title', offer.title),
    g('description', facts.description),
    g('link', offer.url),
    g('canonical_link', facts.url),
    g('image_link', offer.image),
    ...others.map((image) => g('additional_image_link', image)),
    g('availability', offer.availability),
    g('availability_date', offer.availableFrom?.toISOString()),
    ...priceFields(facts, offer, now),
    g('brand', facts.brand),
    g('gtin', offer.gtin),
    g('mpn', offer.mpn),
    g('identifier_exists', isIdentified ? null : 'no'),
    g('condition', condition),
    ...Object.entries(offer.properties).map(([property, value]) => g(property, value)),
    ...offer.options.map(detail),
    g('product_type', facts.categories.map(({ name }) => name).join(' > ') || null),
    g('google_product_category', facts.googleCategory),
    g('shipping_weight', offer.weightGrams === null ? null : `${offer.weightGrams} g`),
    ...(offer.shipping.length > 0 ? handlingFields(settings) : []),
    ...shippingFields(settings, offer),
  ];
  return `<item>\n${fields.filter((field) => field !== '').join('\n')}\n</item>\n`;
}

const g = (name: string, text: string | null | undefined): string => element(`g:${name}`, text);

const amountOf = (amount: number, currency: string): string => `${toDecimal({ amount, currency })} ${currency}`;

/** A sale that is still to come is told only with its end: without dates the sale price would count at once. */
function priceFields({ updatedAt }: ProductFacts, { regular, sale, currency }: OfferFacts, now: Date): string[] {
  const price = g('price', amountOf(regular, currency));
  if (sale === null) return [price];
  const runs = sale.from === null || sale.from <= now;
  if (!runs && sale.to === null) return [price];
  const from = sale.from ?? updatedAt;
  const dates = sale.to && `${from.toISOString()}/${sale.to.toISOString()}`;
  return [price, g('sale_price', amountOf(sale.price, currency)), g('sale_price_effective_date', dates)];
}

function detail({ hasProperty, name, value }: OfferFacts['options'][number]): string {
  if (hasProperty) return '';
  return `<g:product_detail>${g('attribute_name', name)}${g('attribute_value', value)}</g:product_detail>`;
}

function handlingFields(settings: Shop['settings']): string[] {
  const { handlingDays } = settings(syndicationSettings);
  if (handlingDays === null) return [];
  return [g('min_handling_time', String(handlingDays.min)), g('max_handling_time', String(handlingDays.max))];
}

function shippingFields(settings: Shop['settings'], { shipping, currency }: OfferFacts): string[] {
  const { transitDays } = settings(syndicationSettings);
  const times =
    transitDays === null
      ? ''
      : g('min_transit_time', String(transitDays.min)) + g('max_transit_time', String(transitDays.max));
  return shipping.flatMap(({ countries, amount, title }) =>
    countries.map(
      (country) =>
        `<g:shipping>${g('country', country)}${g('service', title)}${g('price', amountOf(amount, currency))}${times}</g:shipping>`,
    ),
  );
}
