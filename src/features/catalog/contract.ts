/** Shapes and paths that are safe in the browser. Amounts are minor units; weights grams; sizes millimetres. */

export const productPath = (slug: string): string => `/product/${encodeURIComponent(slug)}`;
export const categoryPath = (slug: string): string => `/category/${encodeURIComponent(slug)}`;

export const tagPath = (slug: string): string => `/tag/${encodeURIComponent(slug)}`;
export const brandPath = (slug: string): string => `/brand/${encodeURIComponent(slug)}`;

export type ProductType = 'simple' | 'variable' | 'grouped' | 'external';
export type ProductStatus = 'draft' | 'pending' | 'private' | 'published';
export type Visibility = 'visible' | 'catalog' | 'search' | 'hidden';
export type TaxStatus = 'taxable' | 'shipping' | 'none';

/** `sale` is set only while the sale runs. */
export interface PriceView {
  readonly regular: number;
  readonly sale: number | null;
  readonly current: number;
  readonly currency: string;
}

/** `regular` is what to cross out: set when all of it costs the same and is on sale. */
export interface PriceRange {
  readonly min: number;
  readonly max: number;
  readonly regular: number | null;
  readonly currency: string;
}

export type StockState = 'in' | 'out' | 'backorder';

/** What a page may say about stock. */
export interface StockDisplay {
  readonly state: StockState;
  /** How many are left, only when they are few. */
  readonly left: number | null;
  /** The most one can buy, when a page may say so; null leaves it to the server. */
  readonly max: number | null;
}

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

/** Without a start it runs; without an end it goes on. The end is the first moment at which it is over. */
export interface SaleView {
  readonly price: number;
  readonly from: Date | null;
  readonly to: Date | null;
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

export type AddonKind = 'text' | 'textarea' | 'checkbox' | 'checkboxes' | 'select' | 'radio';

export interface AddonOption {
  readonly value: string;
  readonly label: string;
  readonly price: number;
}

export interface AddonDefinition {
  readonly key: string;
  readonly kind: AddonKind;
  readonly label: string;
  readonly help: string;
  readonly required: boolean;
  /** Characters; null leaves a limit of 1,000. */
  readonly maxLength: number | null;
  /** Added when the field is filled in or ticked; choices have their own. */
  readonly price: number;
  readonly options: readonly AddonOption[];
}

/** The name of an add-on's form field: several ticks come as a list (spec 3.4/7). */
export function addonFieldName(addon: Pick<AddonDefinition, 'key' | 'kind'>): string {
  return addon.kind === 'checkboxes' ? `addon-${addon.key}[]` : `addon-${addon.key}`;
}

/** The name of the form field in which an attribute is chosen. */
export function attributeFieldName(attributeSlug: string): string {
  return `attribute_${attributeSlug}`;
}

/** The name of the form field with the quantity of a member of a grouped product. */
export function groupQuantityName(productId: number): string {
  return `quantity[${productId}]`;
}

/** The field of a button that leads straight to the checkout. */
export const buyNowField = 'buy_now';

/** On a product's form when a variation is chosen, changed or reset. */
export const variationChangedEvent = 'vt:variation-changed';

export interface VariationChange {
  readonly productId: number;
  /** Null: none is chosen. */
  readonly variationId: number | null;
  /** Of the picture that shows it, where it has one. */
  readonly imageId: number | null;
}

/** What a product comes to as its form is filled in. The words are the server's: the browser computes no price. */
export interface LivePrice {
  /** One piece and each add-on that costs something; empty when none does. */
  readonly lines: readonly { readonly label: string; readonly price: string }[];
  readonly total: { readonly label: string; readonly price: string };
  readonly amounts: { readonly unit: number; readonly total: number; readonly currency: string };
}
