/** Names of the product form's fields and events. */

/** The name of the form field in which an attribute is chosen. */
export function getAttributeFieldName(attributeSlug: string): string {
  return `attribute_${attributeSlug}`;
}

/** The name of the form field with the quantity of a member of a set. */
export function getSetQuantityFieldName(productId: number): string {
  return `quantity[${productId}]`;
}

/** The name of the form field in which an attribute of a member of a set is chosen. */
export function getSetAttributeFieldName(productId: number, attributeSlug: string): string {
  return `${getAttributeFieldName(attributeSlug)}[${productId}]`;
}

/** Reads the name of a field of a set; null for any other field. The attribute of a quantity is null. */
export function parseSetFieldName(
  name: string,
): { readonly productId: number; readonly attributeSlug: string | null } | null {
  const [, attributeSlug = null, id] = /^(?:quantity|attribute_(.{1,200}))\[([1-9]\d{0,8})\]$/.exec(name) ?? [];
  return id === undefined ? null : { productId: Number(id), attributeSlug };
}

/** @param instance distinguishes it from another form for the same product. Default: the form of the product's own page. */
export const getFormId = (productId: number, instance = 'buy'): string => `${instance}-${productId}`;

/** Name of the 'Buy now' button. */
export const buyNowField = 'buy_now';

/** Dispatched on the product form when a variation is chosen, changed or reset, and when an incomplete choice has a picture. */
export const variationChangedEvent = 'vt:variation-changed';

/** Dispatched on a form whose product was added by script, or could not be added. */
export const addSettledEvent = 'vt:add-settled';

export interface VariationChange {
  readonly productId: number;
  /** Null when none is chosen. */
  readonly variationId: number | null;
  /** Id of the variation's own picture, if it has one. Of an incomplete choice, that of the first variation that it allows. */
  readonly imageId: number | null;
}

/** The price for the current form values. The server formats it; the browser computes no price. */
export interface LivePrice {
  /** One item with its add-ons; of a set the total, with 'From' while a choice may change it. */
  readonly headline: string;
  readonly total: LabelledPrice;
  /** In minor units. */
  readonly amounts: { readonly unit: number; readonly total: number; readonly currency: string };
}

export interface LabelledPrice {
  readonly label: string;
  readonly price: string;
}
