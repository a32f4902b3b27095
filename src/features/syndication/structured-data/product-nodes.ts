import type { Shop } from '#platform/features/shop.ts';
import { toDecimal } from '#platform/money/money.ts';
import type { OfferFacts } from '../offer-facts.ts';
import type { ProductFacts } from '../product-facts.ts';
import { syndicationSettings } from '../settings.ts';
import { buildEventNodes } from './event-nodes.ts';
import { type JsonLdNode, toAvailabilityUrl, toSchemaUrl } from './json-ld.tsx';
import { buildReturnsNode, createShippingCollector, returnsId, type ShippingCollector } from './policy-nodes.ts';
import { getOrganizationId } from './site-nodes.ts';

type NodesShop = Pick<Shop, 'config' | 'choices' | 'settings'>;

const conditionNames = { new: 'NewCondition', refurbished: 'RefurbishedCondition', used: 'UsedCondition' } as const;

export interface ReviewFacts {
  readonly author: string;
  readonly stars: number;
  readonly title: string;
  readonly body: string;
  readonly writtenAt: Date;
}

/**
 * Builds a ProductGroup with variants, or a Product with one offer. Shipping details and return policy are separate
 * nodes to which offers refer.
 */
export function buildProductNodes(
  shop: NodesShop,
  facts: ProductFacts,
  reviews: readonly ReviewFacts[] = [],
): JsonLdNode[] {
  const shipping = createShippingCollector(shop);
  const product =
    facts.type === 'variable' ? buildGroupNode(shop, facts, shipping) : buildSingleNode(shop, facts, shipping);
  const returns = facts.offers.some(({ isOwn }) => isOwn) ? buildReturnsNode(shop) : null;
  const review = reviews.length > 0 ? { review: reviews.map(buildReviewNode) } : {};
  return [
    { ...product, ...review },
    ...buildEventNodes(shop, facts),
    ...shipping.listNodes(),
    ...(returns ? [returns] : []),
  ];
}

function buildCommonFields({ url, name, description, brand, categories, rating }: ProductFacts): JsonLdNode {
  return {
    '@id': `${url}#product`,
    name,
    description,
    url,
    brand: brand === null ? undefined : { '@type': 'Brand', name: brand },
    category: categories.length > 0 ? categories.map((step) => step.name).join(' > ') : undefined,
    // Round to one decimal, as pages show ratings.
    aggregateRating: rating
      ? { '@type': 'AggregateRating', ratingValue: Math.round(rating.average * 10) / 10, reviewCount: rating.count }
      : undefined,
  };
}

function buildReviewNode({ author, stars, title, body, writtenAt }: ReviewFacts): JsonLdNode {
  return {
    '@type': 'Review',
    author: { '@type': 'Person', name: author },
    datePublished: writtenAt.toISOString().slice(0, 10),
    name: title === '' ? undefined : title,
    reviewBody: body === '' ? undefined : body,
    reviewRating: { '@type': 'Rating', ratingValue: stars, bestRating: 5 },
  };
}

function buildGroupNode(shop: NodesShop, facts: ProductFacts, shipping: ShippingCollector): JsonLdNode {
  const { id, offers, images } = facts;
  const varying = (['color', 'size', 'material', 'pattern'] as const).filter(
    (property) => new Set(offers.map(({ properties }) => properties[property])).size > 1,
  );
  return {
    '@type': 'ProductGroup',
    ...buildCommonFields(facts),
    image: images.length > 0 ? images : undefined,
    productGroupID: String(id),
    variesBy: varying.length > 0 ? varying.map(toSchemaUrl) : undefined,
    hasVariant: offers.map((offer) => ({
      '@type': 'Product',
      name: offer.title,
      ...buildIdentityFields(offer),
      image: offer.image ?? undefined,
      ...buildOptionFields(offer),
      offers: buildOfferNode(shop, offer, shipping),
    })),
  };
}

function buildSingleNode(shop: NodesShop, facts: ProductFacts, shipping: ShippingCollector): JsonLdNode {
  const { offers, images, type } = facts;
  const [offer] = offers;
  return {
    '@type': 'Product',
    ...buildCommonFields(facts),
    image: images.length > 0 ? images : undefined,
    ...(offer ? { ...buildIdentityFields(offer), ...buildOptionFields(offer) } : {}),
    offers: type === 'grouped' ? buildMembersNode(facts) : offer && buildOfferNode(shop, offer, shipping),
  };
}

function buildIdentityFields({ offerId, gtin, mpn }: OfferFacts): JsonLdNode {
  return { sku: offerId, gtin: gtin ?? undefined, mpn: mpn ?? undefined };
}

/** Writes shared properties under their schema.org names, and other options as named values. */
function buildOptionFields({ options, properties }: OfferFacts): JsonLdNode {
  const others = options.filter(({ hasProperty }) => !hasProperty);
  return {
    ...properties,
    additionalProperty:
      others.length > 0 ? others.map(({ name, value }) => ({ '@type': 'PropertyValue', name, value })) : undefined,
  };
}

function buildOfferNode(shop: NodesShop, offer: OfferFacts, shipping: ShippingCollector): JsonLdNode {
  const { current, regular, currency, sale, isOwn } = offer;
  const { condition, returns } = shop.settings(syndicationSettings);
  const isOnSale = current !== regular;
  return {
    '@type': 'Offer',
    url: offer.url,
    price: toDecimal({ amount: current, currency }),
    priceCurrency: currency,
    priceValidUntil: isOnSale && sale?.to ? formatLastDay(sale.to) : undefined,
    priceSpecification: isOnSale
      ? {
          '@type': 'UnitPriceSpecification',
          priceType: toSchemaUrl('StrikethroughPrice'),
          price: toDecimal({ amount: regular, currency }),
          priceCurrency: currency,
        }
      : undefined,
    availability: toAvailabilityUrl(offer.availability),
    availabilityStarts: offer.availableFrom?.toISOString().slice(0, 10),
    itemCondition: toSchemaUrl(conditionNames[condition]),
    seller: isOwn ? { '@id': getOrganizationId(shop) } : undefined,
    shippingDetails:
      offer.shipping.length > 0 ? offer.shipping.map((option) => shipping.addReference(option, currency)) : undefined,
    hasMerchantReturnPolicy: isOwn && returns !== null ? { '@id': returnsId } : undefined,
  };
}

/** Builds an offer for a grouped product. Its price is that of a set with one piece of each member. */
function buildMembersNode({ members, price, availability }: ProductFacts): JsonLdNode | undefined {
  if (price === null) return undefined;
  const { min, max, currency } = price;
  return {
    '@type': 'AggregateOffer',
    lowPrice: toDecimal({ amount: min, currency }),
    highPrice: toDecimal({ amount: max, currency }),
    priceCurrency: currency,
    offerCount: members.filter((member) => member.price !== null).length,
    availability: toAvailabilityUrl(availability),
  };
}

function formatLastDay(end: Date): string {
  return new Date(end.getTime() - 1).toISOString().slice(0, 10);
}
