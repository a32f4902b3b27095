import type {
  AttributeView,
  EventDate,
  ProductViewWithoutLinks,
  TermView,
  VariationView,
} from '#features/catalog/index.ts';
import { findBackorderDispatch } from '#features/delivery-dates/index.ts';
import type { StockState } from '#features/inventory/index.ts';
import type { PriceDisplay } from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { truncateText } from '#platform/texts/plain-text.ts';
import { getOwnValue, type Property, syndicationSettings } from './settings.ts';
import { listShippingFacts, type ShippingFacts } from './shipping-facts.ts';

export type Availability = 'in_stock' | 'backorder' | 'out_of_stock';

export interface OptionFacts {
  readonly attribute: string;
  readonly name: string;
  readonly term: string;
  readonly value: string;
  /** Whether the attribute is one of the shared properties, which `OfferFacts.properties` contains. */
  readonly hasProperty: boolean;
}

/** Data of a variation that has a price. Amounts are in minor units. */
export interface OfferFacts {
  readonly variationId: number;
  /** Stable id of the offer: the variation's own SKU when it is short enough. */
  readonly offerId: string;
  readonly sku: string | null;
  readonly gtin: string | null;
  /** Manufacturer part number. */
  readonly mpn: string | null;
  readonly title: string;
  readonly url: string;
  readonly image: string | null;
  /** Chosen options, without attributes for which the variation accepts any term. */
  readonly options: readonly OptionFacts[];
  /** Shared properties from the options and from the whole product. */
  readonly properties: Readonly<Partial<Record<Property, string>>>;
  readonly currency: string;
  readonly regular: number;
  readonly current: number;
  /** Lowest price of the 30 days before a current sale. */
  readonly prior: number | null;
  readonly sale: { readonly price: number; readonly from: Date | null; readonly to: Date | null } | null;
  readonly availability: Availability;
  /** Expected dispatch of a backorder: the beginning of a day in UTC. Null when the shop has configured none. */
  readonly availableFrom: Date | null;
  /** Empty for virtual and external products. */
  readonly shipping: readonly ShippingFacts[];
  readonly weightGrams: number | null;
  /** False for external products, which another shop sells. */
  readonly isOwn: boolean;
  readonly eventDate: EventDate | null;
}

type Properties = Readonly<Record<string, Property>>;

interface OfferContext {
  readonly url: string;
  /** URLs of the product's images; null in place of a placeholder. */
  readonly pictures: readonly (string | null)[];
  readonly now: Date;
  readonly display: PriceDisplay;
}

export const availabilities = {
  in: 'in_stock',
  backorder: 'backorder',
  out: 'out_of_stock',
} as const satisfies Record<StockState, Availability>;

const maxTitleLength = 150;
const maxIdLength = 50;

export function buildOfferFacts(
  shop: Pick<Shop, 'settings' | 'choices'>,
  product: ProductViewWithoutLinks,
  { url, pictures, now, display }: OfferContext,
): OfferFacts[] {
  const { properties, ownBrand } = shop.settings(syndicationSettings);
  const isVariable = product.type === 'variable';
  const isOwn = product.type !== 'external';
  const variations = isVariable ? product.variations : [product.master];
  const findShipping = memoizeShipping(shop, display);
  return variations.flatMap((variation) => {
    const { id, price, enteredPrice, stock, sale, virtual, weightGrams, eventDate } = variation;
    if (price === null) return [];
    const sku = isVariable && variation.sku === product.master.sku ? null : variation.sku;
    const options = listOptions(variation, product.attributes, properties);
    const availability = availabilities[stock.state];
    const taxClass = product.taxStatus === 'none' ? null : variation.taxClass;
    return {
      properties: listProperties(variation, product.attributes, properties),
      ...{ variationId: id, sku, options, availability, sale, weightGrams, isOwn, eventDate },
      offerId: sku !== null && sku.length <= maxIdLength ? sku : `id-${id}`,
      gtin: readGtin(variation.gtin),
      mpn: product.brands.length === 0 && ownBrand !== '' ? sku : null,
      title: truncateText(
        [product.name, options.map(({ value }) => value).join(', ')].filter(Boolean).join(' – '),
        maxTitleLength,
      ),
      url: isVariable ? `${url}?variation=${id}` : url,
      image: pictures[variation.imageIndex ?? -1] ?? pictures.find((picture) => picture !== null) ?? null,
      ...{ currency: price.currency, regular: price.regular, current: price.current, prior: price.prior },
      availableFrom: availability === 'backorder' ? findBackorderDispatch(shop, now) : null,
      shipping: virtual || !isOwn ? [] : findShipping(enteredPrice ?? price.current, weightGrams, taxClass),
    };
  });
}

/**
 * Caches shipping by price, weight and tax class: most variations share them, and each lookup asks for every country.
 */
function memoizeShipping(shop: Pick<Shop, 'settings' | 'choices'>, display: PriceDisplay) {
  const known = new Map<string, ShippingFacts[]>();
  return (enteredPrice: number, weightGrams: number | null, taxClass: string | null): ShippingFacts[] => {
    const key = JSON.stringify([enteredPrice, weightGrams, taxClass]);
    const found = known.get(key) ?? listShippingFacts(shop, { enteredPrice, weightGrams, display, taxClass });
    known.set(key, found);
    return found;
  };
}

/** Finds the term of the variation or, for an attribute without choice, the only visible term of the product. */
function findTerm({ terms }: VariationView, attribute: AttributeView): TermView | undefined {
  if (attribute.forVariations) return attribute.terms.find(({ slug }) => slug === terms[attribute.slug]);
  return attribute.visible && attribute.terms.length === 1 ? attribute.terms[0] : undefined;
}

function listOptions(
  variation: VariationView,
  attributes: readonly AttributeView[],
  properties: Properties,
): OptionFacts[] {
  return attributes.flatMap((attribute) => {
    const term = attribute.forVariations ? findTerm(variation, attribute) : undefined;
    if (!term) return [];
    return {
      attribute: attribute.slug,
      name: attribute.name,
      term: term.slug,
      value: term.name,
      hasProperty: getOwnValue(properties, attribute.slug) !== undefined,
    };
  });
}

function listProperties(
  variation: VariationView,
  attributes: readonly AttributeView[],
  properties: Properties,
): OfferFacts['properties'] {
  return Object.fromEntries(
    attributes.flatMap((attribute) => {
      const [property, term] = [getOwnValue(properties, attribute.slug), findTerm(variation, attribute)];
      return property && term ? [[property, term.name]] : [];
    }),
  );
}

/**
 * Returns the digits of a GTIN-8, 12, 13 or 14 with a valid check digit (GS1 General
 * Specifications, 7.9), else null.
 */
export function readGtin(text: string | null): string | null {
  const digits = text?.replace(/[\s-]/g, '') ?? '';
  if (!/^(?:\d{8}|\d{12,14})$/.test(digits)) return null;
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0 ? digits : null;
}
