/** Id of the payment method, at the checkout and in orders. */
export const cardId = 'card';

/** What the script gets when the payment of a card was begun: `client` of the calls that begin one. */
export interface CardClientData {
  /** The provider's id of the order, which changes with each try. */
  readonly orderId: string;
  /** The provider's own page for cards, where the account may have no fields in the shop's page. */
  readonly approveUrl?: string;
}
