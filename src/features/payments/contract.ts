export { checkoutPath } from '#features/cart/contract.ts';

/** Path to which a provider sends the shopper back. */
export const paymentPath = (publicId: string): string => `/checkout/payment/${publicId}`;

/** Path to which a provider sends a shopper who has cancelled. */
export const paymentCancelPath = (publicId: string): string => `${paymentPath(publicId)}/cancel`;

/**
 * Query parameter with which a shopper returns from the provider to the checkout: the id of a payment that began
 * before its order.
 */
export const heldPaymentField = 'payment';

/**
 * Field in the data of a `client` action: the address of the provider's page for the same step, for shoppers without
 * script. Missing when the provider has no such page.
 */
export const approveUrlField = 'approveUrl';

export const providerEventsPath = (provider: string): string => `/payments/${provider}/events`;
