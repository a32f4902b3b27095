import type { SdkSettings, WalletClientData, WalletFunding, WalletPage } from '../contract.ts';

/** The part of an address that the wallet discloses before the shopper approves the payment. */
export interface PartialWalletAddress {
  readonly city: string;
  readonly state: string;
  readonly postalCode: string;
  readonly countryCode: string;
}

/** Reason for which the wallet's window asks for another address or shipping method. */
export type WalletRefusal = 'country' | 'state' | 'postcode' | 'address' | 'method';

/**
 * Next step after the approval. `choose-again`: pay the same payment with another instrument; `message` gives the
 * reason.
 */
export type ApprovalOutcome =
  | { readonly kind: 'go'; readonly to: string }
  | { readonly kind: 'choose-again'; readonly message?: string }
  | { readonly kind: 'stay' };

/** Handlers of a place for buttons. `onError` receives everything that the other handlers throw. */
export interface WalletHandlers {
  /**
   * Called during the click, while the window opens. Returning false closes the window again; the page must show the
   * reason.
   */
  readonly isReady: () => boolean | Promise<boolean>;
  /** Begins the payment. Also called when no window opens and the shopper is led to the wallet's page. */
  readonly begin: (funding: WalletFunding) => Promise<WalletClientData>;
  readonly onApprove: (approval: { readonly orderId: string }) => Promise<ApprovalOutcome>;
  /**
   * Only for payments that begin before the order and whose goods are shipped.
   * @returns null when the address is accepted
   */
  readonly onAddress?: (orderId: string, address: PartialWalletAddress) => Promise<WalletRefusal | null>;
  readonly onShippingOption?: (orderId: string, optionId: string) => Promise<WalletRefusal | null>;
  /** Called once when the shopper closes the window or cancels, whatever else the SDK reports. */
  readonly onCancel: () => void;
  readonly onError: (error: unknown) => void;
}

export interface WalletButtonsLook {
  readonly funding: WalletFunding;
  /** Chooses the text of the button. */
  readonly label: 'paypal' | 'checkout' | 'buynow' | 'pay';
  readonly color?: 'black' | 'white';
  readonly height: number;
  readonly borderRadius: number;
  readonly amount: WalletAmount | null;
}

export interface WalletAmount {
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
}

export interface MountedButtons {
  setEnabled(isEnabled: boolean): void;
  unmount(): void;
}

export interface MessageLook {
  readonly page: WalletPage;
  readonly color: 'black' | 'white';
}

export type CardFieldName = 'name' | 'number' | 'expiry' | 'cvv';

export type CardFieldState = 'empty' | 'wrong' | 'fine';

export interface CardFormHandlers {
  /**
   * Begins the payment after all fields are valid.
   * @returns the provider's order id
   */
  readonly begin: () => Promise<string>;
  /**
   * Called after the payment, including a possible 3-D Secure check. The shop's server decides whether it succeeded.
   */
  readonly onApprove: (orderId: string) => Promise<void>;
  /** Called when the shopper closes the 3-D Secure check. */
  readonly onCancel: () => void;
  readonly onChange: (name: CardFieldName) => void;
  /** Called when the shopper presses Enter in a field. */
  readonly onEnter: () => void;
}

/** Fields of a card, each in an iframe of the provider, so that the page never sees the typed values. */
export interface CardForm {
  readonly read: () => Promise<Readonly<Record<CardFieldName, CardFieldState>>>;
  /** Tells screen reader users the problem of a field; null when the field has none. */
  readonly setProblem: (name: CardFieldName, text: string | null) => void;
  readonly focus: (name: CardFieldName) => void;
  /** Settles when the payment is approved, or when the shopper closes the 3-D Secure check. */
  readonly submit: () => Promise<void>;
  readonly unmount: () => void;
}

export interface CardLook {
  readonly color: string;
  readonly fontFamily: string;
  readonly fontSize: string;
}

/** Options with which Apple's payment sheet is opened, as the account allows. */
export interface ApplePayConfig {
  readonly isEligible: boolean;
  readonly countryCode: string;
  /** Default: any currency. */
  readonly currencyCode?: string;
  readonly merchantCapabilities: readonly string[];
  readonly supportedNetworks: readonly string[];
}

/** Calls of the provider for Apple Pay. Data from Apple's payment sheet is sent only to the provider. */
export interface ApplePayCalls {
  readonly config: () => Promise<ApplePayConfig>;
  /** @returns the merchant session for Apple's payment sheet, when the domain is registered */
  readonly validateMerchant: (validationUrl: string, displayName: string) => Promise<unknown>;
  readonly confirm: (
    orderId: string,
    payment: { readonly token: unknown; readonly billingContact: unknown },
  ) => Promise<void>;
}

/** Options with which Google's payment sheet is opened, as the account allows. */
export interface GooglePayConfig {
  /** Default: true. */
  readonly isEligible?: boolean;
  readonly apiVersion: number;
  readonly apiVersionMinor: number;
  readonly allowedPaymentMethods: readonly unknown[];
  readonly merchantInfo: unknown;
  readonly countryCode: string;
}

/** Calls of the provider for Google Pay. Data from Google's payment sheet is sent only to the provider. */
export interface GooglePayCalls {
  readonly config: () => Promise<GooglePayConfig>;
  /** @returns whether the bank of the card requires a 3-D Secure check */
  readonly confirm: (orderId: string, paymentMethodData: unknown) => Promise<boolean>;
  /** Shows the 3-D Secure check. Rejects when the shopper closes it. */
  readonly askShopper: (orderId: string) => Promise<void>;
}

/** The loaded SDK. An interface, so that the next generation of the provider's SDK can be a second implementation. */
export interface WalletSdk {
  /**
   * Mounts the button of a funding source.
   * @returns null when the shopper can't pay with the funding source
   */
  mount(element: HTMLElement, look: WalletButtonsLook, handlers: WalletHandlers): Promise<MountedButtons | null>;
  /**
   * Returns whether the shopper can pay the amount with the funding source: paying later has a minimum and a maximum.
   */
  canPay(funding: WalletFunding, amount: WalletAmount | null): boolean;
  /**
   * Shows the message about paying later, or nothing where it is not offered. Call this again when the amount
   * changes.
   */
  showMessage(element: HTMLElement, amount: WalletAmount, look: MessageLook): void;
  /**
   * Mounts the card fields, when the SDK was loaded with them.
   * @returns null when the account can't use card fields
   */
  mountCard(
    elements: Readonly<Record<CardFieldName, HTMLElement>>,
    look: CardLook,
    handlers: CardFormHandlers,
  ): Promise<CardForm | null>;
  /** Null when the SDK was loaded without Apple Pay. */
  readonly applePay: ApplePayCalls | null;
  readonly googlePay: GooglePayCalls | null;
}

/** Loads the SDK once for equal settings. Rejects with an error, which has a `code` when the reason is known. */
export type LoadWalletSdk = (settings: SdkSettings) => Promise<WalletSdk>;
