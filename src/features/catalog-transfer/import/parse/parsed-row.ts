import type { ProductStatus, ProductType, TaxStatus, Visibility } from '#features/catalog/index.ts';
import type { BackorderPolicy, StockState } from '#features/inventory/index.ts';
import type { AddonDefinition } from '#features/pricing/index.ts';
import type { Reference } from './cell-values.ts';

export interface ParsedAttribute {
  /** Index among the file's attributes, from 0. */
  readonly index: number;
  readonly name: string;
  readonly values: readonly string[];
  readonly visible: boolean | undefined;
  readonly global: boolean;
  /** Null when the attribute has no default value. */
  readonly default: string | null | undefined;
}

/** Swatches of an attribute's terms: colors `#rrggbb`, images by URL or file name, or both. */
export interface ParsedSwatches {
  readonly attribute: string;
  readonly terms: readonly { readonly name: string; readonly color: string | null; readonly image: string | null }[];
}

/** A parsed row. A field is undefined when the file has no column for it; an empty cell clears the field. */
export interface ParsedRow {
  readonly line: number;
  readonly type: ProductType | 'variation';
  /** Whether the file has a type column; otherwise the row counts as a simple product. */
  readonly hasType: boolean;
  readonly virtual: boolean | undefined;
  readonly downloadable: boolean | undefined;
  readonly importId: string | null;
  readonly sku: string | null | undefined;
  readonly gtin: string | null | undefined;
  readonly name: string | undefined;
  readonly slug: string | undefined;
  readonly status: ProductStatus | undefined;
  readonly publishedAt: Date | undefined;
  readonly featured: boolean | undefined;
  readonly visibility: Visibility | undefined;
  readonly shortDescription: string | undefined;
  readonly description: string | undefined;
  readonly saleFrom: Date | null | undefined;
  readonly saleTo: Date | null | undefined;
  readonly taxStatus: TaxStatus | undefined;
  /** Null when the variation uses the tax class of its product. */
  readonly taxClass: string | null | undefined;
  readonly stock: ParsedStock;
  readonly soldIndividually: boolean | undefined;
  readonly minQuantity: number | undefined;
  /** Null for the maximum that the shop allows. */
  readonly maxQuantity: number | null | undefined;
  readonly quantityStep: number | undefined;
  readonly weightGrams: number | null | undefined;
  readonly lengthMm: number | null | undefined;
  readonly widthMm: number | null | undefined;
  readonly heightMm: number | null | undefined;
  readonly reviewsAllowed: boolean | undefined;
  readonly purchaseNote: string | undefined;
  readonly salePrice: number | null | undefined;
  readonly regularPrice: number | null | undefined;
  readonly categories: readonly (readonly string[])[] | undefined;
  readonly tags: readonly string[] | undefined;
  readonly brands: readonly string[] | undefined;
  readonly shippingClass: string | undefined;
  readonly images: readonly string[] | undefined;
  readonly downloadLimit: number | null | undefined;
  readonly downloadExpiryDays: number | null | undefined;
  readonly parent: Reference | null;
  readonly grouped: readonly Reference[] | undefined;
  readonly upsells: readonly Reference[] | undefined;
  readonly crossSells: readonly Reference[] | undefined;
  readonly externalUrl: string | null | undefined;
  readonly buttonText: string | undefined;
  readonly position: number | undefined;
  readonly eventStartsAt: Date | null | undefined;
  readonly eventEndsAt: Date | null | undefined;
  readonly eventTimeZone: string | null | undefined;
  readonly eventPlace: string | null | undefined;
  readonly eventUrl: string | null | undefined;
  readonly attributes: readonly ParsedAttribute[] | undefined;
  readonly swatches: readonly ParsedSwatches[];
  readonly downloads: readonly { readonly name: string; readonly location: string }[] | undefined;
  readonly addons: readonly AddonDefinition[] | undefined;
  readonly meta: Readonly<Record<string, string>> | undefined;
}

export interface ParsedStock {
  readonly isOwn?: boolean | undefined;
  readonly managed?: boolean | undefined;
  readonly onHand?: number | undefined;
  readonly lowStockThreshold?: number | null | undefined;
  readonly backorders?: BackorderPolicy | undefined;
  readonly status?: StockState | undefined;
}
