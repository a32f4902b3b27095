import { z } from 'zod';

/** Strict schemas of the structured data: schema.org, Google's merchant listings and variants. */

const address = z.url();
const amount = z.string().regex(/^\d+(\.\d+)?$/);
const currency = z.string().regex(/^[A-Z]{3}$/);
const date = z.iso.date();
const reference = z.strictObject({ '@id': z.string().min(2) });
const brand = z.strictObject({ '@type': z.literal('Brand'), name: z.string().min(1).max(70) });
const availability = z.enum(['InStock', 'BackOrder', 'OutOfStock'].map((name) => `https://schema.org/${name}`));

const review = z.strictObject({
  '@type': z.literal('Review'),
  author: z.strictObject({ '@type': z.literal('Person'), name: z.string().min(1) }),
  datePublished: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
  name: z.string().min(1).optional(),
  reviewBody: z.string(),
  reviewRating: z.strictObject({
    '@type': z.literal('Rating'),
    ratingValue: z.int().min(1).max(5),
    bestRating: z.literal(5),
  }),
});

const rating = z.strictObject({
  '@type': z.literal('AggregateRating'),
  ratingValue: z.number().min(1).max(5),
  reviewCount: z.int().positive(),
});

const strikethrough = z.strictObject({
  '@type': z.literal('UnitPriceSpecification'),
  priceType: z.literal('https://schema.org/StrikethroughPrice'),
  price: amount,
  priceCurrency: currency,
});

export const offer = z.strictObject({
  '@type': z.literal('Offer'),
  url: address,
  price: amount,
  priceCurrency: currency,
  priceValidUntil: date.optional(),
  priceSpecification: strikethrough.optional(),
  availability,
  availabilityStarts: date.optional(),
  itemCondition: z.enum(['New', 'Used', 'Refurbished'].map((name) => `https://schema.org/${name}Condition`)),
  seller: reference.optional(),
  shippingDetails: z.array(reference).min(1).optional(),
  hasMerchantReturnPolicy: reference.optional(),
});

const aggregateOffer = z.strictObject({
  '@type': z.literal('AggregateOffer'),
  lowPrice: amount,
  highPrice: amount,
  priceCurrency: currency,
  offerCount: z.int().positive(),
  availability,
});

const commonFields = {
  '@id': address,
  name: z.string().min(1),
  description: z.string().min(1).max(5000),
  url: address,
  image: z.array(address).min(1).optional(),
  brand: brand.optional(),
  category: z.string().optional(),
  aggregateRating: rating.optional(),
  review: z.array(review).min(1).optional(),
};

const ownFields = {
  sku: z.string().min(1).max(50),
  gtin: z
    .string()
    .regex(/^(\d{8}|\d{12,14})$/)
    .optional(),
  mpn: z.string().max(70).optional(),
  color: z.string().optional(),
  size: z.string().optional(),
  material: z.string().optional(),
  pattern: z.string().optional(),
  additionalProperty: z
    .array(z.strictObject({ '@type': z.literal('PropertyValue'), name: z.string(), value: z.string() }))
    .min(1)
    .optional(),
};

/** Grouped products and products without a price have no SKU or offer of their own. */
const product = z.strictObject({
  '@type': z.literal('Product'),
  ...commonFields,
  ...z.object(ownFields).partial().shape,
  offers: z.union([offer, aggregateOffer]).optional(),
});

const variant = z.strictObject({
  '@type': z.literal('Product'),
  name: z.string().min(1).max(150),
  ...ownFields,
  image: address.optional(),
  offers: offer,
});

const event = z.strictObject({
  '@type': z.literal('Event'),
  ...{ '@id': address, name: z.string().min(1), description: z.string().min(1), url: address },
  image: z.array(address).min(1).optional(),
  startDate: z.iso.datetime(),
  endDate: z.iso.datetime(),
  eventStatus: z.literal('https://schema.org/EventScheduled'),
  eventAttendanceMode: z.enum(
    ['Offline', 'Online', 'Mixed'].map((mode) => `https://schema.org/${mode}EventAttendanceMode`),
  ),
  location: z
    .array(
      z.union([
        z.strictObject({ '@type': z.literal('Place'), name: z.string().min(1), address: z.string().min(1) }),
        z.strictObject({ '@type': z.literal('VirtualLocation'), url: address }),
      ]),
    )
    .min(1)
    .optional(),
  organizer: reference,
  offers: z.strictObject({
    ...{ '@type': z.literal('Offer'), url: address, price: amount, priceCurrency: currency, availability },
  }),
});

const productGroup = z.strictObject({
  '@type': z.literal('ProductGroup'),
  ...commonFields,
  productGroupID: z.string().min(1),
  variesBy: z
    .array(z.enum(['color', 'size', 'material', 'pattern'].map((name) => `https://schema.org/${name}`)))
    .min(1)
    .optional(),
  hasVariant: z.array(variant),
});

const days = z.strictObject({
  '@type': z.literal('QuantitativeValue'),
  minValue: z.int().min(0),
  maxValue: z.int().min(0),
  unitCode: z.literal('DAY'),
});

const shipping = z.strictObject({
  '@type': z.literal('OfferShippingDetails'),
  '@id': z.string().startsWith('#shipping-'),
  shippingLabel: z.string().min(1),
  shippingRate: z.strictObject({ '@type': z.literal('MonetaryAmount'), value: amount, currency }),
  shippingDestination: z
    .array(z.strictObject({ '@type': z.literal('DefinedRegion'), addressCountry: z.string().length(2) }))
    .min(1),
  deliveryTime: z
    .strictObject({
      '@type': z.literal('ShippingDeliveryTime'),
      handlingTime: days.optional(),
      transitTime: days.optional(),
      businessDays: z.strictObject({
        '@type': z.literal('OpeningHoursSpecification'),
        dayOfWeek: z.array(z.string().regex(/^https:\/\/schema\.org\/\w+day$/)).min(1),
      }),
    })
    .optional(),
});

const returns = z.strictObject({
  '@type': z.literal('MerchantReturnPolicy'),
  '@id': z.literal('#returns'),
  applicableCountry: z.array(z.string().length(2)).min(1).max(50),
  returnPolicyCategory: z.string().startsWith('https://schema.org/MerchantReturn'),
  merchantReturnDays: z.int().positive().optional(),
  returnMethod: z.literal('https://schema.org/ReturnByMail').optional(),
  returnFees: z
    .enum(['FreeReturn', 'ReturnFeesCustomerResponsibility'].map((name) => `https://schema.org/${name}`))
    .optional(),
});

const breadcrumbs = z.strictObject({
  '@type': z.literal('BreadcrumbList'),
  itemListElement: z
    .array(
      z.strictObject({
        '@type': z.literal('ListItem'),
        position: z.int().positive(),
        name: z.string().min(1),
        item: address.optional(),
      }),
    )
    .min(2),
});

const itemList = z.strictObject({
  '@type': z.literal('ItemList'),
  itemListElement: z
    .array(
      z.strictObject({
        '@type': z.literal('ListItem'),
        position: z.int().positive(),
        name: z.string().min(1),
        url: address,
      }),
    )
    .min(1),
});

const store = z.strictObject({
  '@type': z.literal('OnlineStore'),
  '@id': address,
  name: z.string().min(1),
  description: z.string(),
  url: address,
  logo: address,
  email: z.email(),
  address: z.string().optional(),
  hasMerchantReturnPolicy: returns.optional(),
});

const site = z.strictObject({
  '@type': z.literal('WebSite'),
  '@id': address,
  name: z.string().min(1),
  url: address,
  inLanguage: z.string(),
  publisher: reference,
  potentialAction: z.strictObject({
    '@type': z.literal('SearchAction'),
    target: z.strictObject({
      '@type': z.literal('EntryPoint'),
      urlTemplate: z.string().includes('{search_term_string}'),
    }),
    'query-input': z.literal('required name=search_term_string'),
  }),
});

const kinds = [product, event, productGroup, shipping, returns, breadcrumbs, itemList, store, site] as const;

const document = z.strictObject({
  '@context': z.literal('https://schema.org'),
  '@graph': z.array(z.discriminatedUnion('@type', kinds)).min(1),
});

export type SchemaNode = z.infer<typeof document>['@graph'][number];
export type SchemaOffer = z.infer<typeof offer>;

/**
 * The structured data of a page.
 * @throws Error for unexpected properties or values, and for references to missing nodes
 */
export function readStructuredData(html: string): SchemaNode[] {
  const scripts = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  const nodes = scripts.flatMap(([, json = '']) => document.parse(JSON.parse(json))['@graph']);
  const known = new Set(nodes.flatMap((node) => ('@id' in node ? node['@id'] : [])));
  for (const [, referred = ''] of JSON.stringify(nodes).matchAll(/\{"@id":"(#[^"]*)"\}/g)) {
    if (!known.has(referred)) throw new Error(`no node on the page has the id ${referred}`);
  }
  return nodes;
}

/** @throws Error unless there is exactly one node of this type */
export function findNode<Type extends SchemaNode['@type']>(nodes: readonly SchemaNode[], type: Type) {
  const found = nodes.filter((node): node is Extract<SchemaNode, { '@type': Type }> => node['@type'] === type);
  const [only] = found;
  if (!only || found.length > 1) throw new Error(`expected one node of the type ${type}, not ${found.length}`);
  return only;
}
