import { type ProductType, type ProductViewWithoutLinks, productPath } from '#features/catalog/index.ts';
import type { PriceDisplay } from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { removePlaceholders } from '#platform/texts/placeholders.ts';
import { stripHtml, truncateText } from '#platform/texts/plain-text.ts';
import { type Availability, availabilities, buildOfferFacts, type OfferFacts } from './offer-facts.ts';
import { getOwnValue, syndicationSettings } from './settings.ts';

/** Amounts in minor units. */
export interface PriceRange {
  readonly min: number;
  readonly max: number;
  readonly currency: string;
}

export type MemberFacts = Pick<ProductFacts, 'id' | 'slug' | 'name' | 'url' | 'price' | 'availability'>;

/**
 * All machine-readable data of a product. Structured data, feed and API read only this object, so they can't
 * contradict each other. URLs are absolute, texts are plain.
 */
export interface ProductFacts {
  readonly id: number;
  readonly slug: string;
  readonly type: ProductType;
  readonly name: string;
  readonly url: string;
  readonly description: string;
  readonly brand: string | null;
  /** Categories from the top level down. */
  readonly categories: readonly { readonly slug: string; readonly name: string }[];
  readonly googleCategory: string | null;
  readonly images: readonly string[];
  readonly attributes: readonly {
    readonly slug: string;
    readonly name: string;
    readonly terms: readonly { readonly slug: string; readonly name: string }[];
  }[];
  readonly rating: { readonly average: number; readonly count: number } | null;
  readonly price: PriceRange | null;
  readonly availability: Availability;
  /** Offers of the product: exactly one for a simple or external product, none without a price. */
  readonly offers: readonly OfferFacts[];
  readonly members: readonly MemberFacts[];
  /** URL of the shop that sells an external product. */
  readonly externalUrl: string | null;
  readonly updatedAt: Date;
}

/** Maximum number of characters in Google Merchant Center; other readers allow more. */
const maxDescriptionLength = 5000;

type FactsShop = Pick<Shop, 'config' | 'choices' | 'settings' | 'media'>;

interface FactsContext {
  readonly now: Date;
  /** Whether prices of the product are shown with or without tax. */
  readonly display: PriceDisplay;
}

export function buildProductFacts(
  shop: FactsShop,
  product: ProductViewWithoutLinks,
  context: FactsContext,
): ProductFacts {
  const { id, slug, type, name, breadcrumb, attributes, rating, priceRange, externalUrl, updatedAt } = product;
  const { ownBrand, googleCategories } = shop.settings(syndicationSettings);
  const url = shop.config.publicUrl + productPath(slug);
  // Leave out placeholders: they don't show the product.
  const pictures = product.images.map((image) =>
    image.isPlaceholder ? null : shop.config.publicUrl + shop.media.picture(image).src,
  );
  const images = pictures.filter((picture) => picture !== null);
  const brand = product.brands[0]?.name ?? (type === 'external' ? null : ownBrand || null);
  const offers = type === 'grouped' ? [] : buildOfferFacts(shop, product, { url, pictures, ...context });
  const members = product.grouped.map(
    (member): MemberFacts => ({
      id: member.id,
      slug: member.slug,
      name: member.name,
      url: shop.config.publicUrl + productPath(member.slug),
      price: toPriceRange(member.priceRange),
      availability: availabilities[member.inStock ? 'in' : 'out'],
    }),
  );
  return {
    ...{ id, slug, type, name, url, brand, images, offers, members, externalUrl, updatedAt },
    description: truncateText(
      stripHtml(removePlaceholders(product.description || product.shortDescription)) || name,
      maxDescriptionLength,
    ),
    categories: breadcrumb.map((step) => ({ slug: step.slug, name: step.name })),
    googleCategory:
      breadcrumb
        .map((step) => getOwnValue(googleCategories, step.slug))
        .findLast((category) => category !== undefined) ?? null,
    attributes: attributes
      .filter(({ visible, forVariations }) => visible || forVariations)
      .map((attribute) => ({
        slug: attribute.slug,
        name: attribute.name,
        terms: attribute.terms.map((term) => ({ slug: term.slug, name: term.name })),
      })),
    rating:
      rating.count === 0 ? null : { average: Math.round((rating.sum / rating.count) * 100) / 100, count: rating.count },
    price: toPriceRange(priceRange),
    availability: availabilities[product.availability],
  };
}

function toPriceRange(range: PriceRange | null): PriceRange | null {
  return range && { min: range.min, max: range.max, currency: range.currency };
}
