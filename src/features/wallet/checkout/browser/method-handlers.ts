import { hasCompleteAddresses, orderForm } from '#features/checkout/browser.ts';
import { paymentMethodField } from '#features/checkout/contract.ts';
import {
  type OrderPaySettings,
  orderTokenField,
  type PaymentStatusReply,
  paymentDoneField,
  paymentStatusCallPath,
} from '#features/order-pay/contract.ts';
import { type WalletClientData, walletId } from '#features/wallet/contract.ts';
import type { WalletHandlers } from '#features/wallet/sdk/adapter.ts';
import { call } from '#platform/http/browser/api.ts';
import { readConfig } from '#platform/http/browser/config.ts';

type ShowErrors = (errors: readonly unknown[]) => void;

/** State of an order's payment. `go`: continue at the page `to`. `message`: reason of the decline. */
type Progress =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'declined'; readonly message: string }
  | { readonly kind: 'go'; readonly to: string };

/** Fields that identify an order in the call for its payment status. */
type OrderFields = Readonly<Record<string, string>>;

/**
 * Asks the shop for the status of an order's payment.
 * @param isDone whether the shopper has just completed the payment in the wallet's window
 */
export async function askProgress(order: OrderFields, isDone: boolean): Promise<Progress | null> {
  const path = paymentStatusCallPath(readConfig()?.rest ?? '');
  const body = { ...order, [paymentDoneField]: isDone ? '1' : '' };
  const reply = await call<PaymentStatusReply>(path, { method: 'POST', body });
  if (!reply.ok) return null;
  const { isWaiting, isDeclined, message, redirectTo } = reply.data;
  if (!isWaiting) return { kind: 'go', to: redirectTo };
  return isDeclined ? { kind: 'declined', message: message ?? '' } : { kind: 'waiting' };
}

/**
 * Asks for the status after the shopper has approved the payment.
 * @param path page that asks again, used when the shop does not answer
 */
async function finish(order: OrderFields, path: string): ReturnType<WalletHandlers['onApprove']> {
  const progress = await askProgress(order, true);
  if (progress?.kind === 'declined') return { kind: 'choose-again', message: progress.message };
  return { kind: 'go', to: progress?.kind === 'go' ? progress.to : path };
}

/**
 * Asks for the status after the window was closed: the shopper may have approved the payment before.
 * @param isCurrent false once another click has begun, which may have replaced the order
 */
export async function followCancelled(order: OrderFields, isCurrent = () => true): Promise<void> {
  const progress = await askProgress(order, false);
  if (progress?.kind === 'go' && isCurrent()) location.assign(progress.to);
}

/**
 * Creates handlers that place the order of the checkout's form and pay it. A refused order closes the window.
 * Messages that the form already shows are not repeated.
 */
export function createMethodHandlers(
  form: HTMLFormElement,
  showErrors: ShowErrors,
  method: string = walletId,
): WalletHandlers {
  let order: OrderFields | null = null;
  let path = '';
  return {
    async isReady() {
      if (new FormData(form).get(paymentMethodField) !== method) return false;
      if (await hasCompleteAddresses(form)) return true;
      // Submit the form all the same: the shop's reply names the missing fields in the same words as for all orders.
      const ordered = await orderForm(form);
      if (!ordered.ok) showErrors(ordered.messages);
      return ordered.ok;
    },
    async begin() {
      // Forget the previous order, which the new one may replace: closing the window now must not follow the previous
      // order.
      order = null;
      const ordered = await orderForm(form);
      if (!ordered.ok) throw new AggregateError(ordered.messages);
      path = ordered.redirectTo;
      order = { [orderTokenField]: ordered.order ?? '' };
      if (ordered.client) return ordered.client as unknown as WalletClientData;
      // The order was paid meanwhile, or its total is zero.
      location.assign(path);
      throw new AggregateError([]);
    },
    onApprove: () => finish(order ?? {}, path),
    onCancel() {
      const cancelled = order;
      if (cancelled) void followCancelled(cancelled, () => order === cancelled);
    },
    onError: (error) => showErrors(error instanceof AggregateError ? error.errors : [error]),
  };
}

export function readPrintedOrder(): OrderPaySettings['order'] {
  const json = document.querySelector('[data-order-settings]')?.textContent ?? '{}';
  return (JSON.parse(json) as OrderPaySettings).order;
}

/**
 * Creates handlers that pay an order whose payment has begun.
 * @param order the fields of `readPrintedOrder`
 */
export function createStepHandlers(
  client: WalletClientData,
  order: OrderFields,
  showErrors: ShowErrors,
): WalletHandlers {
  return {
    isReady: () => true,
    begin: () => Promise.resolve(client),
    onApprove: () => finish(order, location.pathname),
    onCancel: () => void followCancelled(order),
    onError: (error) => showErrors([error]),
  };
}
