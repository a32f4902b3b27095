/** Paths and shapes that are safe in the browser. Weights in grams, sizes in millimetres. */

import type { StockDisplay } from '#features/inventory/contract.ts';
import type { PriceView, SaleView } from '#features/pricing/contract.ts';

/** The listing of all products. */
export const shopPath = '/shop';

export const productPath = (slug: string): string => `/product/${encodeURIComponent(slug)}`;

/** Query parameter of a product's page: the id of the chosen variation. */
export const variationParameter = 'variation';

/**
 * Query parameter of a product's page, once for each attribute that the variation leaves open, or that is chosen
 * while there is no variation yet: `size large` is the term large of size. A slug has no space.
 */
export const openTermParameter = 'term';

/** Terms of attributes that a variation leaves open: term slugs by attribute slug. */
export type OpenTerms = Readonly<Record<string, string>>;

/**
 * The query of the page of a product on which a variation is chosen.
 * @param variationId null: some attributes are still without a choice, `openTerms` has the others
 */
export function buildVariationQuery(variationId: number | null, openTerms: OpenTerms = {}): URLSearchParams {
  return new URLSearchParams([
    ...(variationId ? [[variationParameter, String(variationId)]] : []),
    ...Object.entries(openTerms).map((pair) => [openTermParameter, pair.join(' ')]),
  ]);
}

/** Reads all values of `openTermParameter`, joined by commas. Whether the product has such terms is not checked. */
export function parseOpenTerms(text: string): OpenTerms {
  const pairs = text.split(',').map((value) => value.split(' '));
  return Object.fromEntries(pairs.flatMap(([attribute, term]) => (attribute && term ? [[attribute, term]] : [])));
}

/**
 * The page of a product on which a variation is chosen.
 * @param variationId null: none is chosen
 */
export function variationPath(slug: string, variationId: number | null, openTerms?: OpenTerms): string {
  return variationId === null
    ? productPath(slug)
    : `${productPath(slug)}?${buildVariationQuery(variationId, openTerms)}`;
}

export const categoryPath = (slug: string): string => `/category/${encodeURIComponent(slug)}`;

export const tagPath = (slug: string): string => `/tag/${encodeURIComponent(slug)}`;

export const brandPath = (slug: string): string => `/brand/${encodeURIComponent(slug)}`;

export type ProductType = 'simple' | 'variable' | 'grouped' | 'external';

/** The slug of a page in a language (BCP 47): each language has its own. */
export interface LocalSlug {
  readonly locale: string;
  readonly slug: string;
}

export type ProductStatus = 'draft' | 'pending' | 'private' | 'published';

export type Visibility = 'visible' | 'catalog' | 'search' | 'hidden';

/** What prices are compared by, from kilograms to pieces. */
export const contentUnits = ['kg', 'l', 'm', 'm2', 'm3', 'piece'] as const;
export type ContentUnit = (typeof contentUnits)[number];

/** The contact for questions about the safety of a product. */
export interface SafetyContact {
  readonly name: string;
  /** Postal address, in lines. */
  readonly address: string;
  /** Email address or web address. */
  readonly contact: string;
}

/** Manufacturer, and the responsible person in the EU when the manufacturer has no seat there. */
export interface ProductSafety {
  readonly manufacturer?: SafetyContact | null;
  readonly responsible?: SafetyContact | null;
}

/** Prices of one unit, lowest and highest, in minor units. */
export interface UnitPrice {
  readonly min: number;
  readonly max: number;
  readonly currency: string;
  readonly unit: ContentUnit;
}

export type TaxStatus = 'taxable' | 'shipping' | 'none';

export interface SizeMm {
  readonly length: number | null;
  readonly width: number | null;
  readonly height: number | null;
}

/** Attribute slug to term slug; null means any of the product's terms. */
export type VariationTerms = Readonly<Record<string, string | null>>;

/** When and where something that is sold takes place. */
export interface EventDate {
  readonly startsAt: Date;
  readonly endsAt: Date;
  /** IANA name. Times are shown in it. */
  readonly timeZone: string;
  readonly place: string | null;
  /** Where an online event is joined. Only buyers see it. */
  readonly url: string | null;
}

export interface VariationView {
  readonly id: number;
  readonly terms: VariationTerms;
  /** As it is shown. Null: not for sale. */
  readonly price: PriceView | null;
  readonly stock: StockDisplay;
  /** Index in the product's images. */
  readonly imageIndex: number | null;
  readonly sku: string | null;
  readonly weightGrams: number | null;
  readonly size: SizeMm | null;
  /** HTML, sanitised when it was written. */
  readonly description: string;
  readonly virtual: boolean;
  readonly downloadable: boolean;
  readonly gtin: string | null;
  /** Running or upcoming. */
  readonly sale: SaleView | null;
  /** The current price as the shop enters it, in minor units. Null: not for sale. */
  readonly enteredPrice: number | null;
  readonly taxClass: string;
  readonly eventDate: EventDate | null;
}

export interface TermView {
  readonly slug: string;
  readonly name: string;
  /** `#rrggbb` */
  readonly swatch: string | null;
  /** URL of a small image; it takes precedence over the colour. */
  readonly picture: string | null;
}

export interface AttributeView {
  readonly slug: string;
  readonly name: string;
  readonly kind: 'select' | 'swatch';
  /** Shown in the product's list of facts. */
  readonly visible: boolean;
  readonly forVariations: boolean;
  /** Slug of the preselected term. */
  readonly defaultTerm: string | null;
  readonly terms: readonly TermView[];
}
