import type { ProductRecord, RecordChanges, StockRecord, VariationInput } from '#features/catalog/index.ts';

/**
 * A generated catalogue as plain data. Records refer to each other by name. Prices are minor units
 * of `currency`.
 */
export interface GeneratedCatalogue {
  readonly currency: string;
  /** Paths of names from the top down. */
  readonly categories: readonly (readonly string[])[];
  readonly attributes: readonly GeneratedAttribute[];
  readonly tags: readonly string[];
  readonly brands: readonly string[];
  readonly products: readonly GeneratedProduct[];
}

export interface GeneratedAttribute {
  readonly name: string;
  readonly display: 'swatch' | 'label';
  /** In order; `swatch` is `#rrggbb`. */
  readonly terms: readonly { readonly name: string; readonly swatch: string | null }[];
}

export type GeneratedPrice = Pick<VariationInput, 'regularPrice' | 'salePrice' | 'saleFrom' | 'saleTo'>;

interface GeneratedOffer extends GeneratedPrice, Pick<VariationInput, 'gtin' | 'weightGrams'> {
  readonly sku: string;
  readonly stock: GeneratedStock;
}

export type GeneratedStock = RecordChanges<StockRecord>;

export interface GeneratedVariation extends GeneratedOffer {
  /** Term by attribute; null means any term. */
  readonly options: Readonly<Record<string, string | null>>;
}

type Shown = 'type' | 'name' | 'status' | 'visibility' | 'featured' | 'position' | 'publishedAt' | 'externalUrl';

export interface GeneratedProduct
  extends GeneratedOffer,
    Readonly<Pick<ProductRecord, Shown | 'shortDescription' | 'description'>> {
  readonly categories: readonly (readonly string[])[];
  readonly tags: readonly string[];
  readonly brand: string | null;
  readonly attributes: readonly {
    readonly name: string;
    readonly terms: readonly string[];
    readonly variation: boolean;
  }[];
  readonly variations: readonly GeneratedVariation[];
  /** Indexes of earlier products in the list. */
  readonly upsells: readonly number[];
  readonly grouped: readonly number[];
  /** Sum and number of ratings. */
  readonly ratingSum: number;
  readonly ratingCount: number;
}
