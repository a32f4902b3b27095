import type { WalletButtonsSettings, WalletFunding, WalletPage } from '#features/wallet/contract.ts';
import type { WalletAmount, WalletButtonsLook } from '#features/wallet/sdk/adapter.ts';
import { buttonHeights } from '../buttons-size.shared.ts';

const labels: Record<WalletPage, WalletButtonsLook['label']> = {
  'product-details': 'buynow',
  cart: 'checkout',
  'mini-cart': 'checkout',
  checkout: 'checkout',
};

/** Chooses height and label of a button by its page, and the corners by the CSS of its element. */
export function chooseLook(
  { page, flow }: WalletButtonsSettings,
  funding: WalletFunding,
  element: HTMLElement,
  amount: WalletAmount | null,
): WalletButtonsLook {
  const radius = Number.parseFloat(getComputedStyle(element).borderTopLeftRadius) || 0;
  return {
    funding,
    amount,
    label: flow === 'express' ? labels[page] : 'pay',
    height: buttonHeights[page],
    borderRadius: Math.min(Math.max(Math.round(radius), 0), 55),
    // The provider's black button would be invisible on a dark background.
    ...(funding === 'card' ? { color: chooseTextColor(element) } : {}),
  };
}

export function chooseTextColor(element: HTMLElement): 'black' | 'white' {
  const parent = element.closest('[data-wallet-buttons]') ?? element;
  const [red = 0, green = 0, blue = 0] = (
    /[\d.]+[, ]+[\d.]+[, ]+[\d.]+/.exec(getComputedStyle(parent).color)?.[0] ?? ''
  )
    .split(/[, ]+/)
    .map(Number);
  return red + green + blue > 382 ? 'white' : 'black';
}
