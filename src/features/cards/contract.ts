import type { SdkSettings, WalletClientData } from '#features/wallet/contract.ts';

export const cardId = 'wallet-card';

/** Ids of the payment methods that use a card in a device's wallet, in a payment sheet of Apple or Google. */
export const sheetIds = ['wallet-apple-pay', 'wallet-google-pay'] as const;
export type SheetId = (typeof sheetIds)[number];

/** All methods whose attempts count as attempts with a card. */
export const cardIds: readonly string[] = [cardId, ...sheetIds];

/** Data for the script once a card payment has begun: `client` in the reply of the call that begins it. */
export interface CardClientData {
  /** The provider's id of the order, which changes with each attempt. */
  readonly orderId: string;
  /** Address of the provider's own card page, for accounts that may not use card fields in the shop's page. */
  readonly approveUrl?: string;
}

/** Settings of a place with card fields, which the server renders as JSON. */
export interface CardPlaceSettings {
  readonly sdk: SdkSettings;
  /** Texts by name: problems of fields (`numberWrong`), states of the place (`failed`), and other messages. */
  readonly texts: Readonly<Record<string, string>>;
  /** Data of an order whose payment has begun; null where the form of a checkout must create the order first. */
  readonly step: CardClientData | null;
}

/** Attribute that marks a place with card fields. Its value is `CardPlaceSettings`. */
export const cardFieldsAttribute = 'data-card-fields';

/** Parts of a total in minor units: `items` − `discount` + `shipping` + `fees`. */
export interface SheetParts {
  readonly items: number;
  readonly discount: number;
  readonly shipping: number;
  readonly fees: number;
}

/** Amount that a sheet shows, as the server has calculated it. */
export interface SheetAmount {
  readonly total: number;
  readonly parts: SheetParts;
}

/** Data for the script once the payment has begun. It can pay this order only. */
export interface SheetClientData extends Omit<WalletClientData, 'approveUrl'> {
  /** Minor units as text, since the store API passes on texts only. */
  readonly amount: string;
  readonly currency: string;
}

/** Settings to find out whether a shopper can pay in a sheet on this device. */
export interface SheetSettings {
  readonly method: SheetId;
  readonly sdk: SdkSettings;
  readonly currency: string;
  /** Address of the script that provides the sheet; null where the browser has the sheet built in. */
  readonly scriptUrl: string | null;
  readonly isLive: boolean;
}

/** Settings of a place with the button of a sheet, which the server renders as JSON. */
export interface SheetPlaceSettings extends SheetSettings {
  readonly shopName: string;
  /** Language of the button, such as `en`. */
  readonly language: string;
  readonly texts: Readonly<
    Record<'items' | 'discount' | 'shipping' | 'fees' | 'paying' | 'changed' | 'closed' | 'failed' | 'missing', string>
  >;
  /** Data of an order whose payment has begun; null where the form of a checkout must create the order first. */
  readonly step: { readonly client: SheetClientData; readonly amount: SheetAmount } | null;
}

/** Attribute that marks a place with the button of a sheet. Its value is `SheetPlaceSettings`. */
export const sheetAttribute = 'data-sheet';
/** Attribute that marks the element through which a form offers sheets. Its value is a list of `SheetSettings`. */
export const sheetRowsAttribute = 'data-sheet-rows';
