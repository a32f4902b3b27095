import {
  type OrderPaySettings,
  type PaymentStatusReply,
  paymentDoneEvent,
  paymentDoneField,
  paymentStatusCallPath,
} from '#features/order-pay/contract.ts';
import { call } from '#platform/http/browser/api.ts';
import { readConfig } from '#platform/http/browser/config.ts';

/** Milliseconds between two status calls: `shortPause` at first, `longPause` after five minutes. */
const shortPause = 4_000;
const longPause = 15_000;
const patience = 5 * 60_000;

/** Goes on to the next page as soon as the payment no longer waits for the shopper. */
export function behaviour(element: HTMLElement): (() => void) | undefined {
  const json = element.querySelector('[data-order-settings]')?.textContent;
  if (!json) return;
  const { order }: OrderPaySettings = JSON.parse(json);
  const controller = new AbortController();
  const { signal } = controller;
  const begun = Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ask = async (isDone = false) => {
    clearTimeout(timer);
    if (!document.hidden) {
      const body = { ...order, [paymentDoneField]: isDone ? '1' : '' };
      const path = paymentStatusCallPath(readConfig()?.rest ?? '');
      const reply = await call<PaymentStatusReply>(path, { method: 'POST', body, signal });
      if (signal.aborted) return;
      if (reply.ok && !reply.data.isWaiting) return location.replace(reply.data.redirectTo);
      if (isDone && reply.ok && reply.data.isDeclined) return location.reload();
    }
    clearTimeout(timer);
    timer = setTimeout(() => void ask(), Date.now() - begun < patience ? shortPause : longPause);
  };
  const askNow = () => void ask();
  document.addEventListener(paymentDoneEvent, () => void ask(true), { signal });
  document.addEventListener('visibilitychange', askNow, { signal });
  // The shopper came back from the provider's page.
  addEventListener('pageshow', ({ persisted }) => persisted && askNow(), { signal });
  timer = setTimeout(() => void ask(), shortPause);
  return () => {
    controller.abort();
    clearTimeout(timer);
  };
}
