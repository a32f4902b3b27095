import { sdkCleanupEvent, sdkCreatedEvent, sdkErrorEvent } from '#features/wallet/contract.ts';
import { loadWalletSdk } from '#features/wallet/sdk/browser/load-sdk.ts';
import { showError } from '#features/wallet/sdk/browser/show-error.ts';
import { type MountedPlace, mountTestButtons } from './test-place.ts';

/** What tests call in the page, and what has happened there. */
const trial = {
  loadWalletSdk,
  showError,
  mount: mountTestButtons,
  places: {} as Record<string, MountedPlace>,
  events: [] as string[],
  noted: [] as string[],
};

declare global {
  interface Window {
    wallet: typeof trial;
  }
}

window.wallet = trial;
for (const name of [sdkCleanupEvent, sdkCreatedEvent, sdkErrorEvent]) {
  document.addEventListener(name, (event) => {
    const { queryParams = {}, code } = (event as CustomEvent).detail;
    trial.events.push([name.replace('vt:wallet-sdk-', ''), queryParams.currency, code].filter(Boolean).join(' '));
  });
}
for (const root of document.querySelectorAll<HTMLElement>('[data-wallet-buttons][id]')) mountTestButtons(root.id);
