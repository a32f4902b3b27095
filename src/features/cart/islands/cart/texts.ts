import type { CartTexts } from '#features/cart/contract.ts';

let texts: CartTexts | undefined;

/** Texts and names of calls that the header has for the cart's scripts. */
export function readCartTexts(): CartTexts {
  texts ??= JSON.parse(document.getElementById('mini-cart')?.dataset.texts ?? '{}') as CartTexts;
  return texts;
}
