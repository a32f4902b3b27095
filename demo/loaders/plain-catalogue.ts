import type { ProductType, TaxStatus, Visibility } from '#features/catalog/index.ts';
import type { BackorderPolicy } from '#features/inventory/index.ts';
import type { AddonKind, AddonOption } from '#features/pricing/index.ts';

/**
 * A whole catalogue as plain data, for shops that come with one. Prices are minor units of `currency`; weights grams; sizes millimetres; dates
 * ISO 8601 in UTC. Things refer to each other by slug.
 */
export interface PlainCatalogue {
  readonly currency: string;
  /** Parents before their children. */
  readonly categories: readonly PlainCategory[];
  readonly attributes: readonly PlainAttribute[];
  readonly products: readonly PlainProduct[];
}

export interface PlainImage {
  /** Relative to the folder of the images. */
  readonly file: string;
  readonly alt: string;
}

export interface PlainCategory {
  readonly slug: string;
  readonly name: string;
  /** Without markup. */
  readonly description: string;
  readonly parent: string | null;
  readonly image: PlainImage | null;
}

export interface PlainAttribute {
  readonly slug: string;
  readonly name: string;
  readonly display: 'swatch' | 'label';
  readonly terms: readonly {
    readonly slug: string;
    readonly name: string;
    readonly swatch?: string | undefined;
    readonly description?: string | undefined;
  }[];
}

export type PlainStock =
  | { readonly onHand: number; readonly backorders: BackorderPolicy; readonly lowAt: number | null }
  | { readonly status: 'in' | 'out' };

export interface PlainPrice {
  readonly regularPrice: number | null;
  readonly salePrice?: number | undefined;
  readonly saleFrom?: string | undefined;
  readonly saleTo?: string | undefined;
}

export interface PlainVariation extends PlainPrice {
  readonly sku: string;
  readonly options: Readonly<Record<string, string | null>>;
  readonly stock: PlainStock;
  readonly weightGrams?: number | undefined;
  readonly sizeMm?: readonly [length: number, width: number, height: number] | undefined;
  readonly image?: PlainImage | undefined;
}

export interface PlainAddon {
  readonly name: string;
  readonly kind: AddonKind;
  readonly label: string;
  readonly help?: string | undefined;
  readonly required?: boolean | undefined;
  readonly maxLength?: number | undefined;
  readonly price?: number | undefined;
  readonly options?: readonly AddonOption[] | undefined;
}

export interface PlainDownload {
  readonly name: string;
  readonly file: string;
  readonly limit?: number | undefined;
  readonly expiryDays?: number | undefined;
}

export interface PlainProduct extends PlainPrice {
  readonly slug: string;
  readonly sku: string;
  readonly name: string;
  readonly type: ProductType;
  readonly status: 'published' | 'draft';
  readonly visibility: Visibility;
  readonly featured: boolean;
  readonly shortDescription: string;
  readonly description: string;
  readonly categories: readonly string[];
  readonly tags: readonly string[];
  readonly attributes: readonly {
    readonly slug: string;
    readonly terms: readonly string[];
    readonly variation: boolean;
    readonly visible: boolean;
  }[];
  readonly variations: readonly PlainVariation[];
  readonly stock: PlainStock;
  readonly weightGrams: number | null;
  readonly sizeMm: readonly [length: number, width: number, height: number] | null;
  readonly images: readonly PlainImage[];
  readonly addons: readonly PlainAddon[];
  readonly upsells: readonly string[];
  readonly crossSells: readonly string[];
  readonly grouped: readonly string[];
  readonly externalUrl?: string | undefined;
  readonly buttonText?: string | undefined;
  readonly downloads: readonly PlainDownload[];
  readonly virtual: boolean;
  readonly downloadable: boolean;
  readonly soldIndividually: boolean;
  readonly taxStatus: TaxStatus;
  readonly taxClass: string;
  readonly purchaseNote: string | null;
}
