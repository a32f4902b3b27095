import { checkoutPath } from '#features/checkout/contract.ts';

export { chooseTextColor } from './buttons/browser/buttons-look.ts';
export { mountWalletButtons } from './buttons/browser/mount-wallet-buttons.ts';
export {
  askProgress,
  createMethodHandlers,
  createStepHandlers,
  followCancelled,
  readPrintedOrder,
} from './checkout/browser/method-handlers.ts';
export type {
  ApplePayConfig,
  CardFieldName,
  CardForm,
  GooglePayConfig,
  WalletSdk,
} from './sdk/adapter.ts';
export { loadWalletSdk } from './sdk/browser/load-sdk.ts';
export { showError } from './sdk/browser/show-error.ts';

/** URL fragment with which the wallet's app opens the shop's page again, perhaps in another tab. */
const returnPattern = /^#on(?:Approve|Cancel|Error)&(.*)/;

/** Leads shoppers who come back from the wallet's app to the checkout, which finds the payment by the wallet's id. */
export function startAppReturns(): void {
  const follow = () => {
    const token = new URLSearchParams(returnPattern.exec(location.hash)?.[1]).get('token');
    if (token) location.replace(`${checkoutPath}?${new URLSearchParams({ token })}`);
  };
  follow();
  addEventListener('hashchange', follow);
}
