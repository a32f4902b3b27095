/** Paths and types that may be used in the browser. Weights are in grams, sizes in millimetres. */

import type { StockDisplay } from '#features/inventory/contract.ts';
import type { PriceView, SaleView } from '#features/pricing/contract.ts';

export const shopPath = '/shop';

export const productPath = (slug: string): string => `/product/${encodeURIComponent(slug)}`;

/** Query parameter of a product page with the id of the chosen variation. */
export const variationParameter = 'variation';

/**
 * Query parameter of a product page that names a chosen term: `size large` is the term `large` of the attribute
 * `size`. Slugs contain no space. The parameter is repeated for each attribute that the variation leaves open, or for
 * each choice while no variation is chosen.
 */
export const openTermParameter = 'term';

/** Terms of attributes that a variation leaves open: term slugs by attribute slug. */
export type OpenTerms = Readonly<Record<string, string>>;

/**
 * Builds the query of a product page with a chosen variation.
 * @param variationId null while some attributes are not chosen; `openTerms` contains the chosen ones
 */
export function buildVariationQuery(variationId: number | null, openTerms: OpenTerms = {}): URLSearchParams {
  return new URLSearchParams([
    ...(variationId ? [[variationParameter, String(variationId)]] : []),
    ...Object.entries(openTerms).map((pair) => [openTermParameter, pair.join(' ')]),
  ]);
}

/** Parses all values of `openTermParameter`, joined by commas. Does not check whether the product has the terms. */
export function parseOpenTerms(text: string): OpenTerms {
  const pairs = text.split(',').map((value) => value.split(' '));
  return Object.fromEntries(pairs.flatMap(([attribute, term]) => (attribute && term ? [[attribute, term]] : [])));
}

/**
 * Path of a product page with a chosen variation.
 * @param variationId null when no variation is chosen
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

/** The slug of a page in a language (BCP 47): a page has one slug per language. */
export interface LocalSlug {
  readonly locale: string;
  readonly slug: string;
}

export type ProductStatus = 'draft' | 'pending' | 'private' | 'published';

export type Visibility = 'visible' | 'catalog' | 'search' | 'hidden';

/** Units for unit prices, from kilograms to pieces. */
export const contentUnits = ['kg', 'l', 'm', 'm2', 'm3', 'piece'] as const;
export type ContentUnit = (typeof contentUnits)[number];

export interface SafetyContact {
  readonly name: string;
  /** Postal address with line breaks. */
  readonly address: string;
  /** Email address or web address. */
  readonly contact: string;
}

/** Manufacturer, and the responsible person in the EU if the manufacturer is not established there. */
export interface ProductSafety {
  readonly manufacturer?: SafetyContact | null;
  readonly responsible?: SafetyContact | null;
}

/** The lowest and the highest price per unit, in minor units. */
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

export interface EventDate {
  readonly startsAt: Date;
  readonly endsAt: Date;
  /** IANA name of the time zone in which times are shown. */
  readonly timeZone: string;
  readonly place: string | null;
  /** Address at which participants join an online event. Only buyers see it. */
  readonly url: string | null;
}

export interface VariationView {
  readonly id: number;
  readonly terms: VariationTerms;
  /** The displayed price; null when the variation is not for sale. */
  readonly price: PriceView | null;
  readonly stock: StockDisplay;
  /** Index in the images of the product. */
  readonly imageIndex: number | null;
  readonly sku: string | null;
  readonly weightGrams: number | null;
  readonly size: SizeMm | null;
  /** HTML, sanitised when it was written. */
  readonly description: string;
  readonly virtual: boolean;
  readonly downloadable: boolean;
  readonly gtin: string | null;
  /** A current or upcoming sale. */
  readonly sale: SaleView | null;
  /** The current price as entered by the shop, in minor units; null when the variation is not for sale. */
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
  /** Whether the attribute is shown in the product's list of facts. */
  readonly visible: boolean;
  readonly forVariations: boolean;
  /** Slug of the preselected term. */
  readonly defaultTerm: string | null;
  readonly terms: readonly TermView[];
}
