import type { Shop } from '#platform/features/shop.ts';
import { toDecimal } from '#platform/money/money.ts';
import type { ProductFacts } from '../facts.ts';
import type { OfferFacts } from '../offer-facts.ts';
import { syndicationSettings } from '../settings.ts';
import type { Node } from './json-ld.tsx';
import { collectShipping, returnsId, returnsNode, type ShippingNodes } from './policy-nodes.ts';
import { organizationId } from './site-nodes.ts';

type NodesShop = Pick<Shop, 'config' | 'choices' | 'settings'>;

const availabilities = { in_stock: 'InStock', backorder: 'BackOrder', out_of_stock: 'OutOfStock' } as const;
const conditions = { new: 'NewCondition', refurbished: 'RefurbishedCondition', used: 'UsedCondition' } as const;
const term = (name: string) => `https://schema.org/${name}`;

/**
 * A product with its offers, as search engines read it: a ProductGroup whose variations have offers of their own, or a Product with one. Ways of
 * sending and the terms of return stand beside it and are referred to.
 */
export function productNodes(shop: NodesShop, facts: ProductFacts): Node[] {
  const shipping = collectShipping(shop);
  const product = facts.type === 'variable' ? groupNode(shop, facts, shipping) : singleNode(shop, facts, shipping);
  const returns = facts.offers.some(({ own }) => own) ? returnsNode(shop) : null;
  return [product, ...shipping.nodes(), ...(returns ? [returns] : [])];
}

function commonOf({ url, name, description, brand, categories, rating }: ProductFacts): Node {
  return {
    '@id': `${url}#product`,
    name,
    description,
    url,
    brand: brand === null ? undefined : { '@type': 'Brand', name: brand },
    category: categories.length > 0 ? categories.map((step) => step.name).join(' > ') : undefined,
    aggregateRating: rating
      ? { '@type': 'AggregateRating', ratingValue: rating.average, reviewCount: rating.count }
      : undefined,
  };
}

function groupNode(shop: NodesShop, facts: ProductFacts, shipping: ShippingNodes): Node {
  const { id, offers, images } = facts;
  const varied = (['color', 'size', 'material', 'pattern'] as const).filter(
    (property) => new Set(offers.map(({ properties }) => properties[property])).size > 1,
  );
  return {
    '@type': 'ProductGroup',
    ...commonOf(facts),
    image: images.length > 0 ? images : undefined,
    productGroupID: String(id),
    variesBy: varied.length > 0 ? varied.map(term) : undefined,
    hasVariant: offers.map((offer) => ({
      '@type': 'Product',
      name: offer.title,
      ...identityOf(offer),
      image: offer.image ?? undefined,
      ...chosenOf(offer),
      offers: offerNode(shop, offer, shipping),
    })),
  };
}

function singleNode(shop: NodesShop, facts: ProductFacts, shipping: ShippingNodes): Node {
  const { offers, images, type } = facts;
  const [offer] = offers;
  return {
    '@type': 'Product',
    ...commonOf(facts),
    image: images.length > 0 ? images : undefined,
    ...(offer ? { ...identityOf(offer), ...chosenOf(offer) } : {}),
    offers: type === 'grouped' ? membersNode(facts) : offer && offerNode(shop, offer, shipping),
  };
}

function identityOf({ offerId, gtin, mpn }: OfferFacts): Node {
  return { sku: offerId, gtin: gtin ?? undefined, mpn: mpn ?? undefined };
}

/** What schema.org has a name for by that name, the rest as named values. */
function chosenOf({ options, properties }: OfferFacts): Node {
  const others = options.filter(({ hasProperty }) => !hasProperty);
  return {
    ...properties,
    additionalProperty:
      others.length > 0 ? others.map(({ name, value }) => ({ '@type': 'PropertyValue', name, value })) : undefined,
  };
}

function offerNode(shop: NodesShop, offer: OfferFacts, shipping: ShippingNodes): Node {
  const { current, regular, currency, sale, own } = offer;
  const { condition, returns } = shop.settings(syndicationSettings);
  const onSale = current !== regular;
  return {
    '@type': 'Offer',
    url: offer.url,
    price: toDecimal({ amount: current, currency }),
    priceCurrency: currency,
    priceValidUntil: onSale && sale?.to ? lastDay(sale.to) : undefined,
    priceSpecification: onSale
      ? {
          '@type': 'UnitPriceSpecification',
          priceType: term('StrikethroughPrice'),
          price: toDecimal({ amount: regular, currency }),
          priceCurrency: currency,
        }
      : undefined,
    availability: term(availabilities[offer.availability]),
    availabilityStarts: offer.availableFrom?.toISOString().slice(0, 10),
    itemCondition: term(conditions[condition]),
    seller: own ? { '@id': organizationId(shop) } : undefined,
    shippingDetails: offer.shipping.length > 0 ? offer.shipping.map((way) => shipping.refer(way, currency)) : undefined,
    hasMerchantReturnPolicy: own && returns !== null ? { '@id': returnsId } : undefined,
  };
}

/** A group is sold by its members; it says what they cost. */
function membersNode({ members, price, availability }: ProductFacts): Node | undefined {
  if (price === null) return undefined;
  const { min, max, currency } = price;
  return {
    '@type': 'AggregateOffer',
    lowPrice: toDecimal({ amount: min, currency }),
    highPrice: toDecimal({ amount: max, currency }),
    priceCurrency: currency,
    offerCount: members.filter((member) => member.price !== null).length,
    availability: term(availabilities[availability]),
  };
}

/** `YYYY-MM-DD` of the last moment before the end. */
function lastDay(end: Date): string {
  return new Date(end.getTime() - 1).toISOString().slice(0, 10);
}
