import type { AttributeView, ProductViewWithoutLinks, TermView, VariationView } from '#features/catalog/index.ts';
import type { StockState } from '#features/inventory/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { readGtin } from './gtin.ts';
import { truncateText } from './plain-text.ts';
import { getOwnValue, type Property, syndicationSettings } from './settings.ts';
import { listShippingFacts, type ShippingFacts } from './shipping-facts.ts';

export type Availability = 'in_stock' | 'backorder' | 'out_of_stock';

export interface OptionFacts {
  readonly attribute: string;
  readonly name: string;
  readonly term: string;
  readonly value: string;
  /** Machines have a name of their own for the attribute: see `properties`. */
  readonly hasProperty: boolean;
}

/** A variation that is for sale. Amounts in minor units. */
export interface OfferFacts {
  readonly variationId: number;
  /** By which machines know it again: its SKU where it has one of its own that is short enough. */
  readonly offerId: string;
  readonly sku: string | null;
  readonly gtin: string | null;
  /** The maker's number. */
  readonly mpn: string | null;
  /** The product's name with what was chosen. */
  readonly title: string;
  /** The product's page with this variation chosen. */
  readonly url: string;
  readonly image: string | null;
  /** An attribute that is left to the shopper is not here. */
  readonly options: readonly OptionFacts[];
  /** What was chosen, and what all of the product has in common. */
  readonly properties: Readonly<Partial<Record<Property, string>>>;
  readonly currency: string;
  readonly regular: number;
  /** What it costs now. */
  readonly current: number;
  /** Running or still to come. */
  readonly sale: { readonly price: number; readonly from: Date | null; readonly to: Date | null } | null;
  readonly availability: Availability;
  /** When what is on backorder can be sent, where the shop says so. */
  readonly availableFrom: Date | null;
  /** Empty for what needs none, and for what others sell. */
  readonly shipping: readonly ShippingFacts[];
  readonly weightGrams: number | null;
  /** Sold here, not by somebody else. */
  readonly isOwn: boolean;
}

type Properties = Readonly<Record<string, Property>>;

interface OfferContext {
  readonly url: string;
  /** Addresses of the product's; null for a drawn one. */
  readonly pictures: readonly (string | null)[];
  readonly now: Date;
}

const availabilities = {
  in: 'in_stock',
  backorder: 'backorder',
  out: 'out_of_stock',
} as const satisfies Record<StockState, Availability>;

const maxTitleLength = 150;
const maxIdLength = 50;
const day = 24 * 60 * 60 * 1000;

/** The variations of a product that have a price, in order. */
export function buildOfferFacts(
  shop: Pick<Shop, 'settings' | 'choices'>,
  product: ProductViewWithoutLinks,
  { url, pictures, now }: OfferContext,
): OfferFacts[] {
  const { properties, backorderDays, ownBrand } = shop.settings(syndicationSettings);
  const variable = product.type === 'variable';
  const isOwn = product.type !== 'external';
  const sold = variable ? product.variations : [product.master];
  return sold.flatMap((variation) => {
    const { id, price, stock, sale, virtual, weightGrams } = variation;
    if (price === null) return [];
    const sku = variable && variation.sku === product.master.sku ? null : variation.sku;
    const options = listOptions(variation, product.attributes, properties);
    const availability = availabilities[stock.state];
    return {
      properties: listProperties(variation, product.attributes, properties),
      ...{ variationId: id, sku, options, availability, sale, weightGrams, isOwn },
      offerId: sku !== null && sku.length <= maxIdLength ? sku : `id-${id}`,
      gtin: readGtin(variation.gtin),
      mpn: product.brands.length === 0 && ownBrand !== '' ? sku : null,
      title: truncateText(
        [product.name, options.map(({ value }) => value).join(', ')].filter(Boolean).join(' – '),
        maxTitleLength,
      ),
      url: variable ? `${url}?variation=${id}` : url,
      image: pictures[variation.imageIndex ?? -1] ?? pictures.find((picture) => picture !== null) ?? null,
      ...{ currency: price.currency, regular: price.regular, current: price.current },
      availableFrom:
        availability === 'backorder' && backorderDays !== null ? new Date(now.getTime() + backorderDays * day) : null,
      shipping: virtual || !isOwn ? [] : listShippingFacts(shop, price.current),
    };
  });
}

/** The term of an attribute that a variation stands for, or that the whole product has. */
function findTerm({ terms }: VariationView, attribute: AttributeView): TermView | undefined {
  if (attribute.forVariations) return attribute.terms.find(({ slug }) => slug === terms[attribute.slug]);
  return attribute.visible && attribute.terms.length === 1 ? attribute.terms[0] : undefined;
}

function listOptions(variation: VariationView, attributes: readonly AttributeView[], known: Properties): OptionFacts[] {
  return attributes.flatMap((attribute) => {
    const term = attribute.forVariations ? findTerm(variation, attribute) : undefined;
    if (!term) return [];
    return {
      attribute: attribute.slug,
      name: attribute.name,
      term: term.slug,
      value: term.name,
      hasProperty: getOwnValue(known, attribute.slug) !== undefined,
    };
  });
}

function listProperties(
  variation: VariationView,
  attributes: readonly AttributeView[],
  known: Properties,
): OfferFacts['properties'] {
  return Object.fromEntries(
    attributes.flatMap((attribute) => {
      const [property, term] = [getOwnValue(known, attribute.slug), findTerm(variation, attribute)];
      return property && term ? [[property, term.name]] : [];
    }),
  );
}
