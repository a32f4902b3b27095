import type { CartReply } from '#features/cart/contract.ts';

export const miniCartFragment = 'mini-cart';

export interface AddReply extends CartReply {
  /** Whether the mini-cart opens (setting `cart.revealMiniCart`). */
  readonly reveal: boolean;
  /** The `cart_item_key` of each line whose quantity grew. */
  readonly added: readonly string[];
}
