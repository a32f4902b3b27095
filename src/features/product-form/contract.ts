export function getAttributeFieldName(attributeSlug: string): string {
  return `attribute_${attributeSlug}`;
}

export function getSetQuantityFieldName(productId: number): string {
  return `quantity[${productId}]`;
}

export function getSetAttributeFieldName(productId: number, attributeSlug: string): string {
  return `${getAttributeFieldName(attributeSlug)}[${productId}]`;
}

/**
 * Reads the name of a field of a set: for a quantity the attribute is null.
 * @returns null for all other fields
 */
export function parseSetFieldName(
  name: string,
): { readonly productId: number; readonly attributeSlug: string | null } | null {
  const [, attributeSlug = null, id] = /^(?:quantity|attribute_(.{1,200}))\[([1-9]\d{0,8})\]$/.exec(name) ?? [];
  return id === undefined ? null : { productId: Number(id), attributeSlug };
}

/**
 * @param instance distinguishes several forms of a product on a page. Default: the form of the product's own page.
 */
export const getFormId = (productId: number, instance = 'buy'): string => `${instance}-${productId}`;

export const buyNowField = 'buy_now';

/**
 * Dispatched on the product form when its variation is chosen, changed or reset, and when an incomplete choice has a
 * picture.
 */
export const variationChangedEvent = 'vt:variation-changed';

/** Dispatched on a form whose product was added by script, or could not be added. */
export const addSettledEvent = 'vt:add-settled';

export interface VariationChange {
  readonly productId: number;
  readonly variationId: number | null;
  /**
   * Id of the variation's own picture, if it has one. For an incomplete choice, the picture of the first variation
   * that matches it.
   */
  readonly imageId: number | null;
}

/** The price for the current form values. The server formats it; the browser computes no prices. */
export interface LivePrice {
  /** Price of one item with its add-ons. For a set its total, with 'From' while a choice may change it. */
  readonly headline: string;
  readonly total: LabelledPrice;
  /** Minor units. */
  readonly amounts: { readonly unit: number; readonly total: number; readonly currency: string };
}

export interface LabelledPrice {
  readonly label: string;
  readonly price: string;
}
