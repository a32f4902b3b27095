/** Prices and add-ons as the browser may see them. Amounts are minor units. */

/** A price at one moment. `sale` is set only while the sale runs. */
export interface PriceView {
  readonly regular: number;
  readonly sale: number | null;
  /** Lowest price of the 30 days before the sale. Null without a sale, and when it is unknown. */
  readonly prior: number | null;
  readonly current: number;
  readonly currency: string;
}

export interface PriceRange {
  readonly min: number;
  readonly max: number;
  /** The price to strike through: set when all prices are equal and on sale. */
  readonly regular: number | null;
  /** Lowest price of the 30 days before the sale. Null without `regular`, and when it is unknown. */
  readonly prior: number | null;
  readonly currency: string;
  /** Whether this is the price of a set, which is at least `min` and depends on the chosen items. */
  readonly isSet: boolean;
}

/**
 * A running or upcoming sale. `from` is null when the sale already runs, `to` is null when it never ends. `to` is
 * exclusive.
 */
export interface SaleView {
  readonly price: number;
  readonly from: Date | null;
  readonly to: Date | null;
}

export const addonKinds = ['text', 'textarea', 'checkbox', 'checkboxes', 'select', 'radio', 'file'] as const;
export type AddonKind = (typeof addonKinds)[number];

/** Types of files, which are detected by their content. */
export const addonFileTypes = ['png', 'jpeg', 'webp', 'pdf'] as const;
export type AddonFileType = (typeof addonFileTypes)[number];

export interface AddonFileRule {
  readonly types: readonly AddonFileType[];
  /** Maximum size of one file in bytes. */
  readonly maxBytes: number;
  readonly maxFiles: number;
}

/** A stored file that an add-on refers to by its id. */
export interface AddonFile {
  readonly id: string;
  readonly name: string;
  readonly type: AddonFileType;
  readonly bytes: number;
  /** Hash of the content. */
  readonly sha256: string;
  /** Name and size, as lines show it. */
  readonly shown: string;
}

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
  /** Maximum number of characters; null means 1,000. */
  readonly maxLength: number | null;
  /** Amount that is added once when a text, checkbox or file field is filled in; options have their own prices. */
  readonly price: number;
  readonly options: readonly AddonOption[];
  /** Rule of a file field; missing for other fields. */
  readonly fileRule?: AddonFileRule | null | undefined;
}

/** Name of an add-on's form field; `[]` marks a list of checkboxes or files. */
export function addonFieldName(addon: Pick<AddonDefinition, 'key' | 'kind'>): string {
  return addon.kind === 'checkboxes' || addon.kind === 'file' ? `addon-${addon.key}[]` : `addon-${addon.key}`;
}
