/** Names of the product form's fields and events. */

/** The name of the form field in which an attribute is chosen. */
export function getAttributeFieldName(attributeSlug: string): string {
  return `attribute_${attributeSlug}`;
}

/** The name of the form field with the quantity of a member of a grouped product. */
export function getGroupQuantityFieldName(productId: number): string {
  return `quantity[${productId}]`;
}

/** Name of the 'Buy now' button. */
export const buyNowField = 'buy_now';

/** Dispatched on the product form when a variation is chosen, changed or reset. */
export const variationChangedEvent = 'vt:variation-changed';

/** Dispatched on a form whose product was added by script, or could not be added. */
export const addSettledEvent = 'vt:add-settled';

export interface VariationChange {
  readonly productId: number;
  /** Null when none is chosen. */
  readonly variationId: number | null;
  /** Id of the variation's own picture, if it has one. */
  readonly imageId: number | null;
}

/** The price for the current form values. The server formats it; the browser computes no price. */
export interface LivePrice {
  /** The unit price and each add-on with a price; empty without such add-ons. */
  readonly lines: readonly { readonly label: string; readonly price: string }[];
  readonly total: { readonly label: string; readonly price: string };
  readonly amounts: { readonly unit: number; readonly total: number; readonly currency: string };
}
