import { fetchAddressLocales } from '#features/checkout/browser.ts';
import { expectedTotalField } from '#features/checkout/contract.ts';
import { mountWalletButtons } from '../buttons/browser/mount-wallet-buttons.ts';
import { createMethodHandlers, createStepHandlers, readPrintedOrder } from '../checkout/browser/method-handlers.ts';
import { type WalletButtonsSettings, walletButtonsAttribute } from '../contract.ts';
import { showError } from '../sdk/browser/show-error.ts';

/** Mounts the buttons at the checkout, in place of the order button, or on the page on which an order is paid. */
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
      ? createStepHandlers(step.client, readPrintedOrder(), showErrors)
      : createMethodHandlers(form as HTMLFormElement, showErrors),
  );
  const setTotal = (amount: number) => control.setAmount({ amount, currency: String(sdk.queryParams.currency) });
  if (step) control.setAmount({ amount: step.amount, currency: step.currency });
  const stop = form && !step ? followTotal(form, setTotal) : () => {};
  return () => {
    stop();
    control.unmount();
  };
}

/**
 * Reports the total of the checkout's form. The cart's total lacks parts of it, such as shipping.
 * @returns a function that stops the observation
 */
function followTotal(form: HTMLFormElement, tell: (total: number) => void): () => void {
  const read = () => {
    const total = Number(form.querySelector<HTMLInputElement>(`[name=${expectedTotalField}]`)?.value);
    if (total > 0) tell(total);
  };
  const observer = new MutationObserver(read);
  observer.observe(form, { subtree: true, childList: true, attributeFilter: ['value'] });
  read();
  return () => observer.disconnect();
}
