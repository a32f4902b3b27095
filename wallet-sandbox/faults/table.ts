/** What may go wrong with one call, and how often in a hundred calls when chance decides. */
export const callFaults = {
  /** The work is done and the reply comes after 1 to 20 seconds. */
  slow: 5,
  /** The work is done and the connection ends without a reply. */
  lostReply: 4,
  /** The connection ends before anything is done. */
  noConnection: 3,
  /** The work is done and the reply is an error 500. */
  errorAfter: 2,
  /** Nothing is done and the reply is an error 500. */
  errorBefore: 2,
  tooManyRequests: 1,
  conflict: 1,
  unauthorized: 1,
} as const;

export type CallFault = keyof typeof callFaults;

/** What may go wrong with one payment, and how often in a hundred payments when chance decides. */
export const paymentFaults = {
  instrumentDeclined: 6,
  payerActionRequired: 3,
  /** The capture is decided later, and completes. */
  pending: 2,
  /** The capture is decided later, and is denied. */
  pendingDenied: 1,
  webhookFirst: 40,
  webhookTwice: 10,
  webhookLate: 10,
  webhookShuffled: 10,
  webhookNever: 5,
  webhookBadSignature: 2,
  /** The shopper closes the window instead of paying. */
  popupClosed: 15,
  /** The shopper approves, and the window closes without telling the shop's page. */
  noReturn: 8,
  /** The shopper changes the cart in another tab after opening the window: done by who plays the shopper. */
  cartChanged: 4,
  /** Money goes back without the shop: from the provider's own pages. */
  foreignRefund: 1,
  dispute: 1,
} as const;

export type PaymentFault = keyof typeof paymentFaults;

/** What will go wrong with a payment, decided when its order is created. */
export type PaymentPlan = Partial<Record<PaymentFault, true>>;

/** How often in a hundred loads the SDK isn't served. */
export const sdkFaults = { sdkFails: 3 } as const;

export type Probabilities = Record<CallFault | PaymentFault | keyof typeof sdkFaults, number>;

export const soakProbabilities: Probabilities = { ...callFaults, ...paymentFaults, ...sdkFaults };

export const faultNames = Object.keys(soakProbabilities) as (keyof Probabilities)[];
