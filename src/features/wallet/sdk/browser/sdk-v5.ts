import type { PayPalButtonsComponentOptions, PayPalNamespace } from '@paypal/paypal-js';
import type { WalletPage } from '#features/wallet/contract.ts';
import type {
  MountedButtons,
  WalletAmount,
  WalletButtonsLook,
  WalletHandlers,
  WalletSdk,
} from '#features/wallet/sdk/adapter.ts';
import { createCallbacks } from './callbacks-v5.ts';
import { createApplePay, createGooglePay } from './sheets-v5.ts';

export function createSdkV5(paypal: PayPalNamespace): WalletSdk {
  return {
    mount: (element, look, handlers) => mountButtons(paypal, element, look, handlers),
    mountCard: async (...given) => (await import('./card-form-v5.ts')).mountCardForm(paypal, ...given),
    applePay: createApplePay(paypal),
    googlePay: createGooglePay(paypal),
    canPay: (funding, amount) =>
      paypal.Buttons?.({ fundingSource: funding, ...toAmountOption(amount) }).isEligible() ?? false,
    showMessage(element, amount, { page, color }) {
      const currency = amount.currency as 'EUR';
      const style = { layout: 'text', text: { color } } as const;
      const options = { amount: toMajorUnits(amount), currency, placement: placements[page], style };
      paypal
        .Messages?.(options)
        .render(element)
        .catch(() => element.replaceChildren());
    },
  };
}

const placements = {
  'product-details': 'product',
  cart: 'cart',
  'mini-cart': 'cart',
  checkout: 'payment',
} as const satisfies Record<WalletPage, string>;

async function mountButtons(
  { Buttons }: PayPalNamespace,
  element: HTMLElement,
  { funding, amount, label, height, borderRadius, color }: WalletButtonsLook,
  handlers: WalletHandlers,
): Promise<MountedButtons | null> {
  let isEnabled = true;
  let applyEnabled = () => {};
  const component = Buttons?.({
    fundingSource: funding,
    style: { label, height, borderRadius, ...(color ? { color } : {}) },
    ...toAmountOption(amount),
    onInit: (_, { enable, disable }) => {
      applyEnabled = () => void (isEnabled ? enable() : disable());
      applyEnabled();
    },
    ...createCallbacks(funding, handlers),
  });
  if (!component?.isEligible()) return null;
  await component.render(element);
  return {
    setEnabled(isNowEnabled) {
      isEnabled = isNowEnabled;
      applyEnabled();
    },
    unmount() {
      // Ignore errors: a second SDK script destroys buttons that the first one has mounted.
      component.close().catch(() => {});
      element.replaceChildren();
    },
  };
}

const toAmountOption = (amount: WalletAmount | null): Pick<PayPalButtonsComponentOptions, 'message'> =>
  amount ? { message: { amount: toMajorUnits(amount) } } : {};

function toMajorUnits({ amount, currency }: WalletAmount): number {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  return amount / 10 ** maximumFractionDigits;
}
