import type { WalletHandlers } from '#features/wallet/sdk/adapter.ts';
import { isPopupBlocked } from '#features/wallet/sdk/browser/choose-message.ts';

/**
 * Places whose payment is running. Meanwhile the SDK is not replaced, since that would close the shopper's window.
 */
const running = new Set<object>();
const listeners = new Set<() => void>();

export const isAnyRunning = (): boolean => running.size > 0;

/** @returns a function that removes the listener */
export function onPaymentEnd(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function setRunning(place: object, isRunning: boolean): void {
  if (isRunning) running.add(place);
  else if (running.delete(place)) for (const listener of [...listeners]) listener();
}

/** Wraps the handlers of a place to record while its payment is running. */
export function watchPayment(place: object, handlers: WalletHandlers, onBlocked: () => void): WalletHandlers {
  return {
    ...handlers,
    begin(funding) {
      setRunning(place, true);
      return handlers.begin(funding);
    },
    async onApprove(approval) {
      try {
        const outcome = await handlers.onApprove(approval);
        if (outcome.kind !== 'choose-again') setRunning(place, false);
        return outcome;
      } catch (error) {
        setRunning(place, false);
        throw error;
      }
    },
    onCancel() {
      setRunning(place, false);
      handlers.onCancel();
    },
    onError(error) {
      setRunning(place, false);
      if (isPopupBlocked(error)) onBlocked();
      else handlers.onError(error);
    },
  };
}
