import {
  mountWalletButtons,
  type WalletButtonsControl,
} from '#features/wallet/buttons/browser/mount-wallet-buttons.ts';
import type { WalletHandlers } from '#features/wallet/sdk/adapter.ts';
import { showError } from '#features/wallet/sdk/browser/show-error.ts';

export type MountedPlace = WalletButtonsControl;

/** Mounts buttons in an element of the page. Their callbacks are noted, and ask the test's server. */
export function mountTestButtons(id: string, changes: Partial<WalletHandlers> = {}): void {
  const root = document.getElementById(id) as HTMLElement;
  const { page, sdk } = JSON.parse(root.dataset.walletButtons ?? '{}');
  const note = (...parts: unknown[]) => void window.wallet.noted.push([id, ...parts].join(' '));
  const place = mountWalletButtons(root, {
    isReady: () => {
      note('ready?');
      return true;
    },
    begin: async (funding) => {
      note('begin', funding);
      return (await fetch(`/trial-wallet/begin/${id}`, { method: 'POST' })).json();
    },
    onApprove: async ({ orderId }) => {
      note('approve', orderId);
      return { kind: 'stay' };
    },
    onCancel: () => note('cancel'),
    onError: (error) => {
      note('error', (error as Error).message);
      showError(error, { errorMessages: sdk.errorMessages, page, before: root });
    },
    ...changes,
  });
  window.wallet.places[id] = place;
}
