import { type CategoryNode, categoryPath, type ProductViewWithoutLinks } from '#features/catalog/index.ts';
import { arePricesWithTax } from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { toDecimal } from '#platform/money/money.ts';
import { productApiPath, productsApiPath } from '../contract.ts';
import type { OfferFacts } from '../offer-facts.ts';
import type { MemberFacts, PriceRange, ProductFacts } from '../product-facts.ts';
import { syndicationSettings } from '../settings.ts';
import type { CategoryList, ProductDetail, ProductSummary } from './schemas.ts';

type RepliesShop = Pick<Shop, 'config' | 'choices' | 'settings'>;

const toMoney = (amount: number, currency: string) => ({ value: toDecimal({ amount, currency }), currency });

const toPriceRange = (price: PriceRange | null) =>
  price && { min: toMoney(price.min, price.currency), max: toMoney(price.max, price.currency) };

export function toProductSummary({ config }: Pick<Shop, 'config'>, facts: ProductFacts): ProductSummary {
  const { id, slug, type, name, url, brand, categories, price, availability, rating } = facts;
  return {
    ...{ id, slug, type, name, url, brand, availability, rating },
    api_url: config.publicUrl + productApiPath(String(id)),
    image: facts.images[0] ?? null,
    categories: [...categories],
    price: toPriceRange(price),
    variations: facts.offers.length,
    updated_at: facts.updatedAt.toISOString(),
  };
}

export function toProductDetail(
  shop: RepliesShop,
  facts: ProductFacts,
  { addons }: Pick<ProductViewWithoutLinks, 'addons'>,
): ProductDetail {
  const { returns } = shop.settings(syndicationSettings);
  const { countries, currency } = shop.choices;
  return {
    ...toProductSummary(shop, facts),
    description: facts.description,
    images: [...facts.images],
    attributes: facts.attributes.map(({ terms, ...attribute }) => ({ ...attribute, terms: [...terms] })),
    variations: facts.offers.map(toVariation),
    addons: addons.map(({ label, kind, required, price, options }) => ({
      ...{ label, kind, required },
      price: toMoney(price, currency),
      options: options.map((option) => ({ label: option.label, price: toMoney(option.price, currency) })),
    })),
    members: facts.members.map((member) => toMember(shop, member)),
    external_url: facts.externalUrl,
    prices_include_tax: arePricesWithTax(shop.choices),
    returns: returns && { ...returns, countries: [...countries] },
  };
}

function toVariation(offer: OfferFacts): ProductDetail['variations'][number] {
  const { sku, gtin, title, url, image, currency, sale, availability } = offer;
  return {
    ...{ id: offer.variationId, offer_id: offer.offerId, sku, gtin, title, url, image },
    options: offer.options.map(({ attribute, name, term, value }) => ({ attribute, name, term, value })),
    price: toMoney(offer.current, currency),
    regular_price: toMoney(offer.regular, currency),
    lowest_price_30_days: offer.prior === null ? null : toMoney(offer.prior, currency),
    sale: sale && {
      price: toMoney(sale.price, currency),
      from: sale.from?.toISOString() ?? null,
      to: sale.to?.toISOString() ?? null,
    },
    availability,
    available_from: offer.availableFrom?.toISOString() ?? null,
    weight_grams: offer.weightGrams,
    shipping: offer.shipping.map((option) => ({
      countries: [...option.countries],
      title: option.title,
      price: toMoney(option.amount, currency),
      transit_days: option.transitDays,
    })),
  };
}

function toMember({ config }: Pick<Shop, 'config'>, member: MemberFacts): ProductDetail['members'][number] {
  const { id, slug, name, url, price, availability } = member;
  const api_url = config.publicUrl + productApiPath(String(id));
  return { ...{ id, slug, name, url, api_url, availability }, price: toPriceRange(price) };
}

/** Flattens the category tree: parents come before their children. */
export function toCategoryList({ config }: Pick<Shop, 'config'>, tree: readonly CategoryNode[]): CategoryList {
  const flatten = (nodes: readonly CategoryNode[], parent: string | null): CategoryList['data'] =>
    nodes.flatMap(({ id, slug, name, children }) => [
      {
        ...{ id, slug, name, parent },
        url: config.publicUrl + categoryPath(slug),
        products_url: `${config.publicUrl}${productsApiPath}?category=${encodeURIComponent(slug)}`,
      },
      ...flatten(children, slug),
    ]);
  return { data: flatten(tree, null) };
}
