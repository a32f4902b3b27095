import { followForm } from '#features/product-form/browser.ts';
import { mountWalletButtons } from '../buttons/browser/mount-wallet-buttons.ts';
import { type WalletButtonsSettings, walletButtonsAttribute } from '../contract.ts';
import { createExpressHandlers, type ExpressSource } from '../express/browser/express-handlers.ts';
import { createProductSource } from '../express/browser/product-source.ts';
import { showError } from '../sdk/browser/show-error.ts';

/** Mounts the express buttons, which order with the address from the wallet. */
export function behaviour(element: HTMLElement): () => void {
  const place = element.querySelector<HTMLElement>(`[${walletButtonsAttribute}]`);
  const { page, sdk } = JSON.parse(place?.getAttribute(walletButtonsAttribute) ?? '{}') as WalletButtonsSettings;
  const form = page === 'product-details' ? element.closest('form') : null;
  const source: ExpressSource = {
    isReady: () => true,
    prepare: async () => {},
    readForm: () => (page === 'checkout' ? readCheckoutForm() : {}),
    showError: (error) => void showError(error, { errorMessages: sdk.errorMessages, page, before: element }),
    ...(form && createProductSource(form)),
  };
  const control = mountWalletButtons(element, createExpressHandlers(source, sdk.queryParams.commit === 'false'));
  const currency = String(sdk.queryParams.currency);
  const stop =
    form &&
    followForm(form, ({ canAdd, total }) => {
      control.setEnabled(canAdd);
      control.setAmount(total === null ? null : { amount: total, currency });
    });
  return () => {
    stop?.();
    control.unmount();
  };
}

/** Reads fields that the shopper has filled in below the buttons, such as a note. */
function readCheckoutForm(): Record<string, string> {
  const form = document.querySelector<HTMLFormElement>('form#checkout');
  const fields = form ? [...new FormData(form)] : [];
  return Object.fromEntries(fields.filter((field): field is [string, string] => typeof field[1] === 'string'));
}
