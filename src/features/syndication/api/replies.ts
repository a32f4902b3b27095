import { type CategoryNode, categoryPath, type ProductViewWithoutLinks } from '#features/catalog/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { toDecimal } from '#platform/money/money.ts';
import { productApiPath, productsApiPath } from '../contract.ts';
import type { MemberFacts, PriceSpan, ProductFacts } from '../facts.ts';
import type { OfferFacts } from '../offer-facts.ts';
import { syndicationSettings } from '../settings.ts';
import type { CategoryList, ProductDetail, ProductSummary } from './schemas.ts';

type RepliesShop = Pick<Shop, 'config' | 'choices' | 'settings'>;

const moneyOf = (amount: number, currency: string) => ({ value: toDecimal({ amount, currency }), currency });

const spanOf = (price: PriceSpan | null) =>
  price && { min: moneyOf(price.min, price.currency), max: moneyOf(price.max, price.currency) };

export function summaryOf({ config }: Pick<Shop, 'config'>, facts: ProductFacts): ProductSummary {
  const { id, slug, type, name, url, brand, categories, price, availability, rating } = facts;
  return {
    ...{ id, slug, type, name, url, brand, availability, rating },
    api_url: config.publicUrl + productApiPath(String(id)),
    image: facts.images[0] ?? null,
    categories: [...categories],
    price: spanOf(price),
    variations: facts.offers.length,
    updated_at: facts.updatedAt.toISOString(),
  };
}

/** @param addons the product's own, which may cost something */
export function detailOf(
  shop: RepliesShop,
  facts: ProductFacts,
  { addons }: Pick<ProductViewWithoutLinks, 'addons'>,
): ProductDetail {
  const { returns } = shop.settings(syndicationSettings);
  const { countries, currency, taxDisplay } = shop.choices;
  return {
    ...summaryOf(shop, facts),
    description: facts.description,
    images: [...facts.images],
    attributes: facts.attributes.map(({ terms, ...attribute }) => ({ ...attribute, terms: [...terms] })),
    variations: facts.offers.map(variationOf),
    addons: addons.map(({ label, kind, required, price, options }) => ({
      ...{ label, kind, required },
      price: moneyOf(price, currency),
      options: options.map((option) => ({ label: option.label, price: moneyOf(option.price, currency) })),
    })),
    members: facts.members.map((member) => memberOf(shop, member)),
    external_url: facts.externalUrl,
    prices_include_tax: taxDisplay === 'including',
    returns: returns && { ...returns, countries: [...countries] },
  };
}

function variationOf(offer: OfferFacts): ProductDetail['variations'][number] {
  const { sku, gtin, title, url, image, currency, sale, availability } = offer;
  return {
    ...{ id: offer.variationId, offer_id: offer.offerId, sku, gtin, title, url, image },
    options: offer.options.map(({ attribute, name, term, value }) => ({ attribute, name, term, value })),
    price: moneyOf(offer.current, currency),
    regular_price: moneyOf(offer.regular, currency),
    sale: sale && {
      price: moneyOf(sale.price, currency),
      from: sale.from?.toISOString() ?? null,
      to: sale.to?.toISOString() ?? null,
    },
    availability,
    available_from: offer.availableFrom?.toISOString() ?? null,
    weight_grams: offer.weightGrams,
    shipping: offer.shipping.map((way) => ({
      countries: [...way.countries],
      title: way.title,
      price: moneyOf(way.amount, currency),
    })),
  };
}

function memberOf({ config }: Pick<Shop, 'config'>, member: MemberFacts): ProductDetail['members'][number] {
  const { id, slug, name, url, price, availability } = member;
  const api_url = config.publicUrl + productApiPath(String(id));
  return { ...{ id, slug, name, url, api_url, availability }, price: spanOf(price) };
}

/** Parents before their children. */
export function categoriesOf({ config }: Pick<Shop, 'config'>, tree: readonly CategoryNode[]): CategoryList {
  const listed = (nodes: readonly CategoryNode[], parent: string | null): CategoryList['data'] =>
    nodes.flatMap(({ id, slug, name, children }) => [
      {
        ...{ id, slug, name, parent },
        url: config.publicUrl + categoryPath(slug),
        products_url: `${config.publicUrl}${productsApiPath}?category=${encodeURIComponent(slug)}`,
      },
      ...listed(children, slug),
    ]);
  return { data: listed(tree, null) };
}
