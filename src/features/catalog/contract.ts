/** Paths and shapes that are safe in the browser. Weights are grams, sizes millimetres. */

import type { StockDisplay } from '#features/inventory/contract.ts';
import type { PriceView, SaleView } from '#features/pricing/contract.ts';

/** The listing of all products. */
export const shopPath = '/shop';

export const productPath = (slug: string): string => `/product/${encodeURIComponent(slug)}`;

export const categoryPath = (slug: string): string => `/category/${encodeURIComponent(slug)}`;

export const tagPath = (slug: string): string => `/tag/${encodeURIComponent(slug)}`;

export const brandPath = (slug: string): string => `/brand/${encodeURIComponent(slug)}`;

export type ProductType = 'simple' | 'variable' | 'grouped' | 'external';

export type ProductStatus = 'draft' | 'pending' | 'private' | 'published';

export type Visibility = 'visible' | 'catalog' | 'search' | 'hidden';

export type TaxStatus = 'taxable' | 'shipping' | 'none';

export interface SizeMm {
  readonly length: number | null;
  readonly width: number | null;
  readonly height: number | null;
}

/** Attribute slug to term slug; null stands for any of the product's terms. */
export type VariationTerms = Readonly<Record<string, string | null>>;

export interface VariationView {
  readonly id: number;
  readonly terms: VariationTerms;
  /** Null: not for sale. */
  readonly price: PriceView | null;
  readonly stock: StockDisplay;
  /** Which of the product's images shows it. */
  readonly imageIndex: number | null;
  readonly sku: string | null;
  readonly weightGrams: number | null;
  readonly size: SizeMm | null;
  /** HTML, sanitised when it was written. */
  readonly description: string;
  readonly virtual: boolean;
  readonly downloadable: boolean;
  readonly gtin: string | null;
  /** Running or still to come. */
  readonly sale: SaleView | null;
}

export interface TermView {
  readonly slug: string;
  readonly name: string;
  /** `#rrggbb` */
  readonly swatch: string | null;
  /** Address of a small picture that shows it better than a colour. */
  readonly picture: string | null;
}

export interface AttributeView {
  readonly slug: string;
  readonly name: string;
  readonly kind: 'select' | 'swatch';
  /** Shown among the product's facts. */
  readonly visible: boolean;
  readonly forVariations: boolean;
  /** Slug of the term chosen at first. */
  readonly defaultTerm: string | null;
  readonly terms: readonly TermView[];
}
