/** Shapes of prices and add-ons that are safe in the browser. Amounts are minor units. */

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

/** Without a start it runs; without an end it goes on. The end is the first moment at which it is over. */
export interface SaleView {
  readonly price: number;
  readonly from: Date | null;
  readonly to: Date | null;
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
