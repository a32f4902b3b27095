import type { SdkSettings } from '#features/wallet/contract.ts';

/** Id of the payment method, at the checkout and in orders. */
export const cardId = 'wallet-card';

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
  /** Of an order whose payment was begun; null where the form of a checkout is ordered first. */
  readonly step: CardClientData | null;
}

/** Marks a place with the fields of a card; its value is `CardPlaceSettings`. */
export const cardFieldsAttribute = 'data-card-fields';
