/** Types and paths of wallet payments, for server and browser. */

/** Id of the payment method, at the checkout and in orders. */
export const walletId = 'wallet';

/** Kind of page with buttons, as the provider's SDK names it. */
export type WalletPage = 'product-details' | 'cart' | 'mini-cart' | 'checkout';

/** Funding sources that the shop offers. `card` is the provider's own form for guests. */
export type WalletFunding = 'paypal' | 'paylater' | 'card';

/**
 * Parameters of the SDK by name. Those that begin with `data-` become attributes; a list is several merchant
 * ids.
 */
export type SdkParameters = Readonly<Record<string, string | readonly string[]>>;

/** What the loader of the SDK must know. It has nothing personal: pages that are cached print it. */
export interface SdkSettings {
  /** Address of the SDK, or of what overrides it. */
  readonly baseUrl: string;
  readonly queryParams: SdkParameters;
  /** Messages by error code. */
  readonly errorMessages: Readonly<Record<string, string>>;
}

/** What a place for buttons prints for its behaviour, as JSON. */
export interface WalletButtonsSettings {
  readonly page: WalletPage;
  /**
   * `express`: the payment begins before its order. `method`: the form of the checkout is ordered first. `step`: an order
   * is there and its payment was begun.
   */
  readonly flow: 'express' | 'method' | 'step';
  readonly sdk: SdkSettings;
  readonly fundings: readonly WalletFunding[];
  readonly texts: Readonly<Record<string, string>>;
  /** Of the flow `step`: the payment that was begun. `amount` in minor units. */
  readonly step?: { readonly client: WalletClientData; readonly amount: number; readonly currency: string };
}

/** What the script gets when a payment was begun: `client` of the calls that begin one. */
export interface WalletClientData {
  /** The provider's id of the order. */
  readonly orderId: string;
  /** Where the shopper pays without the script. */
  readonly approveUrl: string;
}

/**
 * Events of the SDK's loader on `document`. Their detail has the `namespace`, besides of an instance its `sdk` and
 * `queryParams`, of an error the `error` and its `code`.
 */
export const sdkCreatedEvent = 'vt:wallet-sdk-created';
/** The instance is about to be replaced: what it has mounted goes. */
export const sdkCleanupEvent = 'vt:wallet-sdk-cleanup';
export const sdkErrorEvent = 'vt:wallet-sdk-error';

/** What the cart's state has as `cart.wallet`. */
export interface WalletStatus {
  /** False while the provider does not answer the shop. */
  readonly isAnswering: boolean;
}

/** Marks an element with buttons; its value is `WalletButtonsSettings`. */
export const walletButtonsAttribute = 'data-wallet-buttons';
