export { checkoutPath } from '#features/cart/contract.ts';

/** Path to which a provider sends the shopper back. */
export const paymentPath = (publicId: string): string => `/checkout/payment/${publicId}`;

/** Path to which a provider sends a shopper who has given up. */
export const paymentCancelPath = (publicId: string): string => `${paymentPath(publicId)}/cancel`;

/** Parameter of the checkout: the payment that began before its order, and with which the shopper has come back. */
export const heldPaymentField = 'payment';

/** In the data of a `client` action, if a page of the provider does the same: its address, for shoppers without script. */
export const approveUrlField = 'approveUrl';

/** Path that receives the events of a provider. */
export const providerEventsPath = (provider: string): string => `/payments/${provider}/events`;
