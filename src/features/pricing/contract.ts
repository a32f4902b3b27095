/** Shapes of prices and add-ons that are safe in the browser. Amounts are minor units. */

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
  /** Of a set with one of each member: what is chosen decides, from `min` on. */
  readonly isSet: boolean;
}

/** A running or upcoming sale. Null `from`: runs already. Null `to`: no end. `to` is exclusive. */
export interface SaleView {
  readonly price: number;
  readonly from: Date | null;
  readonly to: Date | null;
}

export const addonKinds = ['text', 'textarea', 'checkbox', 'checkboxes', 'select', 'radio', 'file'] as const;
export type AddonKind = (typeof addonKinds)[number];

/** Types of files, found by their content. */
export const addonFileTypes = ['png', 'jpeg', 'webp', 'pdf'] as const;
export type AddonFileType = (typeof addonFileTypes)[number];

/** Which files an add-on takes. */
export interface AddonFileRule {
  readonly types: readonly AddonFileType[];
  /** Bytes of one file. */
  readonly maxBytes: number;
  readonly maxFiles: number;
}

/** A stored file that an add-on names by its id. */
export interface AddonFile {
  readonly id: string;
  readonly name: string;
  readonly type: AddonFileType;
  readonly bytes: number;
  /** Equal for equal contents. */
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
  /** Characters; null means 1,000. */
  readonly maxLength: number | null;
  /** Added once when a text, checkbox or file field is filled in; options have their own prices. */
  readonly price: number;
  readonly options: readonly AddonOption[];
  /** Of a file field; all others have none. */
  readonly fileRule?: AddonFileRule | null | undefined;
}

/** Name of an add-on's form field; `[]` marks a list of checkboxes or files. */
export function addonFieldName(addon: Pick<AddonDefinition, 'key' | 'kind'>): string {
  return addon.kind === 'checkboxes' || addon.kind === 'file' ? `addon-${addon.key}[]` : `addon-${addon.key}`;
}
