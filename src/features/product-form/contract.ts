/** Names of the product form's fields and events, for whoever renders, reads or listens to it. */

/** The name of the form field in which an attribute is chosen. */
export function getAttributeFieldName(attributeSlug: string): string {
  return `attribute_${attributeSlug}`;
}

/** The name of the form field with the quantity of a member of a grouped product. */
export function getGroupQuantityName(productId: number): string {
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
