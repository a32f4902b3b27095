import type { SdkSettings, WalletClientData } from '#features/wallet/contract.ts';

/** Id of the payment method, at the checkout and in orders. */
export const cardId = 'wallet-card';

/** Ids of the methods that pay with a card in the wallet of a device, in a sheet of Apple or Google. */
export const sheetIds = ['wallet-apple-pay', 'wallet-google-pay'] as const;
export type SheetId = (typeof sheetIds)[number];

/** All methods whose tries are counted as those of cards. */
export const cardIds: readonly string[] = [cardId, ...sheetIds];

/** What the script gets when the payment of a card was begun: `client` of the calls that begin one. */
export interface CardClientData {
  /** The provider's id of the order, which changes with each try. */
  readonly orderId: string;
  /** The provider's own page for cards, where the account may have no fields in the shop's page. */
  readonly approveUrl?: string;
}

/** What a place for the fields of a card prints for its behaviour, as JSON. */
export interface CardPlaceSettings {
  readonly sdk: SdkSettings;
  /** By name: problems of fields (`numberWrong`), states of the place (`failed`), and what else may have to be said. */
  readonly texts: Readonly<Record<string, string>>;
  /** Step of an order whose payment was begun; null where the form of a checkout is ordered first. */
  readonly step: CardClientData | null;
}

/** Marks a place with the fields of a card; its value is `CardPlaceSettings`. */
export const cardFieldsAttribute = 'data-card-fields';

/** How a total is made up, in minor units: `items` − `discount` + `shipping` + `fees`. */
export interface SheetParts {
  readonly items: number;
  readonly discount: number;
  readonly shipping: number;
  readonly fees: number;
}

/** What a sheet shows, as the server has calculated it. */
export interface SheetAmount {
  readonly total: number;
  readonly parts: SheetParts;
}

/** What the script gets when the payment was begun: it pays this order alone. */
export interface SheetClientData extends Omit<WalletClientData, 'approveUrl'> {
  /** Minor units, as a text: the Store API passes on nothing else. */
  readonly amount: string;
  readonly currency: string;
}

/** What finds out whether a shopper can pay in a sheet here. */
export interface SheetSettings {
  readonly method: SheetId;
  readonly sdk: SdkSettings;
  readonly currency: string;
  /** What brings the sheet into the page; null where the browser has it. */
  readonly scriptUrl: string | null;
  readonly isLive: boolean;
}

/** What a place with the button of a sheet prints for its behaviour, as JSON. */
export interface SheetPlaceSettings extends SheetSettings {
  readonly shopName: string;
  /** Language of the button, such as `en`. */
  readonly language: string;
  readonly texts: Readonly<
    Record<'items' | 'discount' | 'shipping' | 'fees' | 'paying' | 'changed' | 'closed' | 'failed' | 'missing', string>
  >;
  /** Step of an order whose payment was begun; null where the form of a checkout is ordered first. */
  readonly step: { readonly client: SheetClientData; readonly amount: SheetAmount } | null;
}

/** Marks a place with the button of a sheet; its value is `SheetPlaceSettings`. */
export const sheetAttribute = 'data-sheet';
/** Marks what lets a form offer sheets; its value is a list of `SheetSettings`. */
export const sheetRowsAttribute = 'data-sheet-rows';
