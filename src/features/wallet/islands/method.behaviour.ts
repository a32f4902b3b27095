import type { OrderPaySettings } from '#features/order-pay/contract.ts';
import { mountWalletButtons } from '../buttons/browser/mount-wallet-buttons.ts';
import { fetchAddressLocales } from '../checkout/browser/complete-address.ts';
import { createMethodHandlers, createStepHandlers } from '../checkout/browser/method-handlers.ts';
import { type WalletButtonsSettings, walletButtonsAttribute } from '../contract.ts';
import { showError } from '../sdk/browser/show-error.ts';

/** Fills the place of the order button, or the page on which an order is paid. */
export function behaviour(element: HTMLElement): (() => void) | undefined {
  const place = element.querySelector(`[${walletButtonsAttribute}]`);
  const { sdk, step, page }: WalletButtonsSettings = JSON.parse(place?.getAttribute(walletButtonsAttribute) ?? '{}');
  const showErrors = (errors: readonly unknown[]) =>
    void showError(errors, { errorMessages: sdk.errorMessages, page, before: element });
  const form = element.closest('form');
  if (!step && !form) return;
  if (form) void fetchAddressLocales();
  const control = mountWalletButtons(
    element,
    step
      ? createStepHandlers(step.client, readOrder(), showErrors)
      : createMethodHandlers(form as HTMLFormElement, showErrors),
  );
  if (step) control.setAmount({ amount: step.amount, currency: step.currency });
  return () => control.unmount();
}

/** What the page prints for scripts. */
function readOrder(): OrderPaySettings['order'] {
  const json = document.querySelector('[data-order-settings]')?.textContent ?? '{}';
  return (JSON.parse(json) as OrderPaySettings).order;
}
