/** Path to which a provider sends the shopper back. */
export const paymentPath = (publicId: string): string => `/checkout/payment/${publicId}`;

/** Path that receives the events of a provider. */
export const providerEventsPath = (provider: string): string => `/payments/${provider}/events`;
