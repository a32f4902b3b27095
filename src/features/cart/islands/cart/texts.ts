import type { CartTexts } from '#features/cart/contract.ts';

let texts: CartTexts | undefined;

/** Reads the texts and the names of calls that each page contains for the cart's scripts. */
export function readCartTexts(): CartTexts {
  texts ??= JSON.parse(
    document.querySelector<HTMLElement>('[data-cart-texts]')?.dataset.cartTexts ?? '{}',
  ) as CartTexts;
  return texts;
}
