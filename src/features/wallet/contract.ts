/** Id of the payment method at the checkout and in orders. */
export const walletId = 'wallet';

/** Kind of page with buttons, named as in the provider's SDK. */
export type WalletPage = 'product-details' | 'cart' | 'mini-cart' | 'checkout';

/** Funding sources that the shop offers. `card` is the provider's own card form for guests. */
export type WalletFunding = 'paypal' | 'paylater' | 'card';

/**
 * Parameters of the SDK by name. Parameters whose name begins with `data-` become attributes. A list contains several
 * merchant ids.
 */
export type SdkParameters = Readonly<Record<string, string | readonly string[]>>;

/** Settings for loading the SDK. They contain no personal data, since cached pages include them. */
export interface SdkSettings {
  /** Address of the SDK, or of its replacement in the settings. */
  readonly baseUrl: string;
  readonly queryParams: SdkParameters;
  /** Messages for shoppers by error code. */
  readonly errorMessages: Readonly<Record<string, string>>;
}

export interface WalletButtonsSettings {
  readonly page: WalletPage;
  /**
   * `express`: the payment begins before the order. `method`: the checkout's form first places the order. `step`: the
   * order exists and its payment has begun.
   */
  readonly flow: 'express' | 'method' | 'step';
  readonly sdk: SdkSettings;
  readonly fundings: readonly WalletFunding[];
  readonly texts: Readonly<Record<string, string>>;
  /** The payment that has begun, for the flow `step`. `amount` is in minor units. */
  readonly step?: { readonly client: WalletClientData; readonly amount: number; readonly currency: string };
}

/** Data of a begun payment for the script: `client` in replies of the calls that begin payments. */
export interface WalletClientData {
  /** Order id of the provider. */
  readonly orderId: string;
  /** Page on which the shopper pays without script. */
  readonly approveUrl: string;
}

/**
 * Events of the SDK's loader on `document`. Their detail contains the `namespace`; also `sdk` and `queryParams` when
 * an SDK was loaded, and `error` and `code` after an error.
 */
export const sdkCreatedEvent = 'vt:wallet-sdk-created';
/** The SDK is about to be replaced. Everything that it has mounted is removed. */
export const sdkCleanupEvent = 'vt:wallet-sdk-cleanup';
export const sdkErrorEvent = 'vt:wallet-sdk-error';

/** Data in the cart's state, as `cart.wallet`. */
export interface WalletStatus {
  /** False while the provider does not answer the shop. */
  readonly isAnswering: boolean;
}

/** Marks an element for buttons. The value is a `WalletButtonsSettings` as JSON. */
export const walletButtonsAttribute = 'data-wallet-buttons';
