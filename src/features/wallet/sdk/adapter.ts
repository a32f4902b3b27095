import type { SdkSettings, WalletClientData, WalletFunding, WalletPage } from '../contract.ts';

/** An address as far as the wallet passes it on before the shopper has agreed. */
export interface PartialWalletAddress {
  readonly city: string;
  readonly state: string;
  readonly postalCode: string;
  readonly countryCode: string;
}

/** Why the wallet's window asks for another address or way of delivery. */
export type WalletRefusal = 'country' | 'state' | 'postcode' | 'address' | 'method';

/** What to do when the shopper has agreed. `choose-again`: the same payment, with another instrument; `message` says why. */
export type ApprovalOutcome =
  | { readonly kind: 'go'; readonly to: string }
  | { readonly kind: 'choose-again'; readonly message?: string }
  | { readonly kind: 'stay' };

/** What a place with buttons does. Each may throw: `onError` gets what was thrown. */
export interface WalletHandlers {
  /** Called in the click, while the window opens. False closes it again: the page says why. */
  readonly isReady: () => boolean | Promise<boolean>;
  /** Begins the payment, also where the shopper is led to the wallet's page since no window opens. */
  readonly begin: (funding: WalletFunding) => Promise<WalletClientData>;
  readonly onApprove: (approval: { readonly orderId: string }) => Promise<ApprovalOutcome>;
  /** Only of payments before their order whose goods are sent. @returns null when it is fine */
  readonly onAddress?: (orderId: string, address: PartialWalletAddress) => Promise<WalletRefusal | null>;
  readonly onShippingOption?: (orderId: string, optionId: string) => Promise<WalletRefusal | null>;
  /** Called once when the shopper has closed or cancelled, whatever the SDK calls then. */
  readonly onCancel: () => void;
  readonly onError: (error: unknown) => void;
}

export interface WalletButtonsLook {
  readonly funding: WalletFunding;
  /** `pay`, `buynow` and `checkout` word the button. */
  readonly label: 'paypal' | 'checkout' | 'buynow' | 'pay';
  readonly color?: 'black' | 'white';
  /** Pixels. */
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

/** What a field of a card has. */
export type CardFieldState = 'empty' | 'wrong' | 'fine';

export interface CardFormHandlers {
  /** Begins the payment once the fields are fine. @returns the provider's id of the order */
  readonly begin: () => Promise<string>;
  /** The bank, where it was asked, has answered: the shop's server judges it. */
  readonly onApprove: (orderId: string) => Promise<void>;
  /** The shopper has closed the bank's question. */
  readonly onCancel: () => void;
  /** A field was changed. */
  readonly onChange: (name: CardFieldName) => void;
  /** Enter was pressed in a field. */
  readonly onEnter: () => void;
}

/** Fields of a card, each in a frame of the provider: the page never sees what is typed. */
export interface CardForm {
  readonly read: () => Promise<Readonly<Record<CardFieldName, CardFieldState>>>;
  /** Tells who reads a field by ear what is wrong with it; null when nothing is. */
  readonly setProblem: (name: CardFieldName, text: string | null) => void;
  readonly focus: (name: CardFieldName) => void;
  /** Settles when the payment has been approved, or the shopper has closed the bank's question. */
  readonly submit: () => Promise<void>;
  readonly unmount: () => void;
}

export interface CardLook {
  readonly color: string;
  readonly fontFamily: string;
  readonly fontSize: string;
}

/** What Apple's sheet is opened with, as the account allows it. */
export interface ApplePayConfig {
  readonly isEligible: boolean;
  readonly countryCode: string;
  /** Default: any. */
  readonly currencyCode?: string;
  readonly merchantCapabilities: readonly string[];
  readonly supportedNetworks: readonly string[];
}

/** Calls of Apple Pay at the provider. What Apple's sheet hands over goes there alone. */
export interface ApplePayCalls {
  readonly config: () => Promise<ApplePayConfig>;
  /** @returns what Apple's session takes, for a domain that is registered */
  readonly validateMerchant: (validationUrl: string, displayName: string) => Promise<unknown>;
  readonly confirm: (
    orderId: string,
    payment: { readonly token: unknown; readonly billingContact: unknown },
  ) => Promise<void>;
}

/** What Google's sheet is opened with, as the account allows it. */
export interface GooglePayConfig {
  /** Default: yes. */
  readonly isEligible?: boolean;
  readonly apiVersion: number;
  readonly apiVersionMinor: number;
  readonly allowedPaymentMethods: readonly unknown[];
  readonly merchantInfo: unknown;
  readonly countryCode: string;
}

/** Calls of Google Pay at the provider. What Google's sheet hands over goes there alone. */
export interface GooglePayCalls {
  readonly config: () => Promise<GooglePayConfig>;
  /** @returns whether the bank of the card wants to ask the shopper */
  readonly confirm: (orderId: string, paymentMethodData: unknown) => Promise<boolean>;
  /** Shows the bank's question. Rejects when the shopper closes it. */
  readonly askShopper: (orderId: string) => Promise<void>;
}

/** What was loaded. The next generation of the provider's SDK is a second implementation. */
export interface WalletSdk {
  /** Mounts the buttons of a funding source. @returns null when the shopper can't pay with it */
  mount(element: HTMLElement, look: WalletButtonsLook, handlers: WalletHandlers): Promise<MountedButtons | null>;
  /** Whether the shopper can pay with it: paying later has a range. */
  canPay(funding: WalletFunding, amount: WalletAmount | null): boolean;
  /** Shows the message about paying later, empty where it is not offered. Called again for another amount. */
  showMessage(element: HTMLElement, amount: WalletAmount, look: MessageLook): void;
  /**
   * Mounts the fields of a card, where the SDK was loaded with them.
   * @returns null where the account may have none
   */
  mountCard(
    elements: Readonly<Record<CardFieldName, HTMLElement>>,
    look: CardLook,
    handlers: CardFormHandlers,
  ): Promise<CardForm | null>;
  /** Null where the SDK was loaded without it. */
  readonly applePay: ApplePayCalls | null;
  readonly googlePay: GooglePayCalls | null;
}

/** Loads the SDK, once for equal settings. Rejects with an error that has a `code`, where the reason is known. */
export type LoadWalletSdk = (settings: SdkSettings) => Promise<WalletSdk>;
