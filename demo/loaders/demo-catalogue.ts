import type { ProductType, TaxStatus, Visibility } from '#features/catalog/index.ts';
import type { BackorderPolicy } from '#features/inventory/index.ts';
import type { AddonFileRule, AddonKind, AddonOption } from '#features/pricing/index.ts';

/**
 * The demo catalogue as plain data. Prices are minor units of `currency`; weights grams; sizes
 * millimetres; dates ISO 8601 in UTC. Records refer to each other by slug.
 */
export interface DemoCatalogue {
  readonly currency: string;
  /** Parents before their children. */
  readonly categories: readonly DemoCategory[];
  readonly attributes: readonly DemoAttribute[];
  readonly products: readonly DemoProduct[];
  readonly reviews?: readonly DemoReview[];
  /** Who waits for products that are sold out, the first first. */
  readonly waiting?: readonly DemoWaiting[];
  readonly journal?: DemoJournal;
}

/** Posts of the shop, with what they refer to, and what readers wrote about them. */
export interface DemoJournal {
  readonly terms: readonly {
    readonly kind: 'category' | 'tag';
    readonly slug: string;
    readonly name: string;
    readonly description: string;
  }[];
  readonly authors: readonly { readonly slug: string; readonly name: string; readonly bio: string }[];
  readonly posts: readonly {
    readonly slug: string;
    readonly title: string;
    readonly lead: string;
    /** Of a product: path below `demo/media`. */
    readonly picture: string;
    readonly daysAgo: number;
    /** Slug, as those of the terms. */
    readonly author: string;
    readonly categories: readonly string[];
    readonly tags: readonly string[];
    /** As content files have them. */
    readonly blocks: readonly object[];
  }[];
  readonly comments: readonly {
    readonly post: string;
    readonly author: string;
    readonly body: string;
    readonly daysAgo: number;
    readonly reply?: string;
  }[];
}

/** Somebody who waits for a product. */
export interface DemoWaiting {
  /** Slug. */
  readonly product: string;
  readonly name: string;
  readonly email: string;
  readonly daysAgo: number;
}

/** A review, and what the shop answered. */
export interface DemoReview {
  /** Slug. */
  readonly product: string;
  readonly author: string;
  readonly stars: number;
  /** '' for none. */
  readonly title: string;
  readonly body: string;
  readonly daysAgo: number;
  readonly isVerified?: boolean;
  readonly reply?: string;
}

export interface DemoImage {
  /** Path below `demo/media`. */
  readonly file: string;
  readonly alt: string;
}

export interface DemoCategory {
  readonly slug: string;
  readonly name: string;
  /** One paragraph of plain text. */
  readonly description: string;
  readonly parent: string | null;
  readonly image: DemoImage | null;
}

export interface DemoAttribute {
  readonly slug: string;
  readonly name: string;
  readonly display: 'swatch' | 'label';
  /** Name the terms after the date of the variations that have them. */
  readonly isNamedByDate?: boolean | undefined;
  readonly terms: readonly {
    readonly slug: string;
    readonly name: string;
    /** `#rrggbb`, for swatches. */
    readonly swatch?: string | undefined;
    readonly description?: string | undefined;
  }[];
}

export type DemoStock =
  | { readonly onHand: number; readonly backorders: BackorderPolicy; readonly lowStockThreshold: number | null }
  | { readonly status: 'in' | 'out' };

export interface DemoPrice {
  /** Null for grouped and variable products. */
  readonly regularPrice: number | null;
  readonly salePrice?: number | undefined;
  readonly saleFrom?: string | undefined;
  readonly saleTo?: string | undefined;
}

/** An event on a day after the one on which the demo shop is filled, so that it is always to come. */
export interface DemoEvent {
  /** Whole weeks after the next Saturday. */
  readonly weeks: number;
  /** `10:00`, on the clocks of the place. */
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
  readonly place: string;
}

export interface DemoVariation extends DemoPrice {
  readonly sku: string;
  /** Term by attribute; null means any term. */
  readonly options: Readonly<Record<string, string | null>>;
  readonly stock: DemoStock;
  readonly weightGrams?: number | undefined;
  readonly sizeMm?: readonly [length: number, width: number, height: number] | undefined;
  readonly image?: DemoImage | undefined;
  readonly event?: DemoEvent | undefined;
}

export interface DemoAddon {
  readonly name: string;
  readonly kind: AddonKind;
  readonly label: string;
  readonly help?: string | undefined;
  readonly required?: boolean | undefined;
  readonly maxLength?: number | undefined;
  readonly price?: number | undefined;
  readonly options?: readonly AddonOption[] | undefined;
  readonly fileRule?: AddonFileRule | undefined;
}

export interface DemoDownload {
  readonly name: string;
  /** Path below `demo/files`. */
  readonly file: string;
  /** Number of downloads; default: no limit. */
  readonly limit?: number | undefined;
  readonly expiryDays?: number | undefined;
}

export interface DemoProduct extends DemoPrice {
  readonly slug: string;
  readonly sku: string;
  readonly name: string;
  readonly type: ProductType;
  readonly status: 'published' | 'draft';
  readonly visibility: Visibility;
  readonly featured: boolean;
  /** HTML, one paragraph. */
  readonly shortDescription: string;
  /** HTML. */
  readonly description: string;
  readonly categories: readonly string[];
  readonly tags: readonly string[];
  readonly attributes: readonly {
    readonly slug: string;
    readonly terms: readonly string[];
    readonly variation: boolean;
    readonly visible: boolean;
  }[];
  readonly variations: readonly DemoVariation[];
  readonly stock: DemoStock;
  readonly weightGrams: number | null;
  readonly sizeMm: readonly [length: number, width: number, height: number] | null;
  /** Listings show the second image on hover. */
  readonly images: readonly DemoImage[];
  readonly addons: readonly DemoAddon[];
  readonly upsells: readonly string[];
  readonly crossSells: readonly string[];
  readonly grouped: readonly string[];
  readonly externalUrl?: string | undefined;
  readonly buttonText?: string | undefined;
  readonly downloads: readonly DemoDownload[];
  readonly virtual: boolean;
  readonly downloadable: boolean;
  readonly soldIndividually: boolean;
  readonly taxStatus: TaxStatus;
  /** 'standard', or the slug of another class. */
  readonly taxClass: string;
  readonly purchaseNote: string | null;
}
