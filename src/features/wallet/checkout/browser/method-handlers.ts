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

/** The order's page, or what to do about its payment. `message`: why it was declined. */
type Progress =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'declined'; readonly message: string }
  | { readonly kind: 'go'; readonly to: string };

/** Fields that name an order in the call that tells how its payment goes. */
type OrderFields = Readonly<Record<string, string>>;

/** Asks how the payment of an order goes. @param isDone the shopper has just done their part */
export async function askProgress(order: OrderFields, isDone: boolean): Promise<Progress | null> {
  const path = paymentStatusCallPath(readConfig()?.rest ?? '');
  const body = { ...order, [paymentDoneField]: isDone ? '1' : '' };
  const reply = await call<PaymentStatusReply>(path, { method: 'POST', body });
  if (!reply.ok) return null;
  const { isWaiting, isDeclined, message, redirectTo } = reply.data;
  if (!isWaiting) return { kind: 'go', to: redirectTo };
  return isDeclined ? { kind: 'declined', message: message ?? '' } : { kind: 'waiting' };
}

/** What follows when the shopper has agreed. @param path of the page that asks again, when the shop did not answer */
async function finish(order: OrderFields, path: string): ReturnType<WalletHandlers['onApprove']> {
  const progress = await askProgress(order, true);
  if (progress?.kind === 'declined') return { kind: 'choose-again', message: progress.message };
  return { kind: 'go', to: progress?.kind === 'go' ? progress.to : path };
}

/**
 * A window that was closed may have been closed after the shopper had agreed.
 * @param isCurrent false once another click has begun, which may have replaced the order
 */
export async function followCancelled(order: OrderFields, isCurrent = () => true): Promise<void> {
  const progress = await askProgress(order, false);
  if (progress?.kind === 'go' && isCurrent()) location.assign(progress.to);
}

/** Orders the form of a checkout, and pays the order. A refusal closes the window; what the form has said has no message. */
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
      // The shop's answer says what is missing, in the same words as for all orders.
      const ordered = await orderForm(form);
      if (!ordered.ok) showErrors(ordered.messages);
      return ordered.ok;
    },
    async begin() {
      // A window that is closed meanwhile is not about the order before, which this one may replace.
      order = null;
      const ordered = await orderForm(form);
      if (!ordered.ok) throw new AggregateError(ordered.messages);
      path = ordered.redirectTo;
      order = { [orderTokenField]: ordered.order ?? '' };
      if (ordered.client) return ordered.client as unknown as WalletClientData;
      // It was paid meanwhile, or nothing is left to pay.
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

/** Reads what the page of an order prints for scripts. */
export function readPrintedOrder(): OrderPaySettings['order'] {
  const json = document.querySelector('[data-order-settings]')?.textContent ?? '{}';
  return (JSON.parse(json) as OrderPaySettings).order;
}

/** Pays an order whose payment was begun. @param order what its page prints */
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
