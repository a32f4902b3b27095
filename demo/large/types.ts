/** Things refer to each other by name, as in a file from another shop. Prices are minor units of `currency`. */
export interface LargeCatalogue {
  readonly currency: string;
  /** Paths of names from the top down, one for every category. */
  readonly categories: readonly (readonly string[])[];
  readonly attributes: readonly LargeAttribute[];
  readonly tags: readonly string[];
  readonly brands: readonly string[];
  readonly products: readonly LargeProduct[];
}

export interface LargeAttribute {
  readonly name: string;
  readonly display: 'swatch' | 'label';
  /** In order; `swatch` is `#rrggbb`. */
  readonly terms: readonly { readonly name: string; readonly swatch: string | null }[];
}

export interface LargePrice {
  readonly regularPrice: number | null;
  readonly salePrice: number | null;
  readonly saleFrom: Date | null;
  readonly saleTo: Date | null;
}

export interface LargeStock {
  readonly managed: boolean;
  readonly onHand: number;
  readonly backorders: 'no' | 'notify' | 'yes';
  readonly lowStockThreshold: number | null;
  readonly status: 'in' | 'out' | 'backorder';
}

export interface LargeVariation extends LargePrice {
  readonly sku: string;
  readonly gtin: string | null;
  /** Attribute to term; null stands for any term. */
  readonly options: Readonly<Record<string, string | null>>;
  readonly stock: LargeStock;
  readonly weightGrams: number;
}

export interface LargeProduct extends LargePrice {
  readonly type: 'simple' | 'variable' | 'grouped' | 'external';
  readonly sku: string;
  readonly gtin: string | null;
  readonly name: string;
  readonly status: 'draft' | 'private' | 'published';
  readonly visibility: 'visible' | 'catalog' | 'search' | 'hidden';
  readonly featured: boolean;
  readonly position: number;
  readonly publishedAt: Date;
  /** HTML. */
  readonly shortDescription: string;
  readonly description: string;
  readonly categories: readonly (readonly string[])[];
  readonly tags: readonly string[];
  readonly brand: string | null;
  readonly attributes: readonly {
    readonly name: string;
    readonly terms: readonly string[];
    readonly variation: boolean;
  }[];
  readonly variations: readonly LargeVariation[];
  readonly stock: LargeStock;
  readonly weightGrams: number | null;
  readonly externalUrl: string | null;
  /** Places of earlier products in the list. */
  readonly upsells: readonly number[];
  readonly grouped: readonly number[];
  /** Stars that shoppers gave, together, and how many gave some. */
  readonly ratingSum: number;
  readonly ratingCount: number;
}
