import type { CartTexts } from '#features/cart/contract.ts';

let texts: CartTexts | undefined;

export function readCartTexts(): CartTexts {
  texts ??= JSON.parse(
    document.querySelector<HTMLElement>('[data-cart-texts]')?.dataset.cartTexts ?? '{}',
  ) as CartTexts;
  return texts;
}
