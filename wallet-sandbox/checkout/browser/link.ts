/** How this page was opened, and how it tells the shop's page what happens. */

const query = new URLSearchParams(location.search);
const channel = query.get('channel');
const shopOrigin = query.get('origin') ?? '';
const shopWindow: Window | null = window.opener ?? (window.parent === window ? null : window.parent);
const waiting = new Map<string, (refusal: string | null) => void>();
let onRestart: () => void = () => {};

export const pageQuery = query;
export const fundingSource = query.get('fundingSource') ?? 'paypal';
/** Whether a page of the shop waits for this one; else the browser goes back to the shop itself. */
export const hasShopPage = channel !== null && shopWindow !== null;

export function tellShop(message: Record<string, unknown>): void {
  if (hasShopPage) shopWindow?.postMessage({ ...message, channel }, shopOrigin);
}

/** Asks the shop's page about an address or option. @returns why it refuses, or null */
export function askShopPage(question: Record<string, unknown>): Promise<string | null> {
  const id = crypto.randomUUID();
  tellShop({ type: 'shipping', id, question });
  return new Promise((resolve) => {
    waiting.set(id, resolve);
  });
}

export function listenForRestart(restart: () => void): void {
  onRestart = restart;
}

window.addEventListener('message', ({ origin, data }) => {
  if (origin !== shopOrigin || data?.channel !== channel) return;
  if (data.type === 'answer') waiting.get(data.id)?.(data.refusal);
  if (data.type === 'restart') onRestart();
});

/** Goes back to the shop where no page of it waits. */
export function returnToShop(
  target: string | null,
  outcome: 'onApprove' | 'onCancel',
  token: string,
  payerId = '',
): void {
  const isApp = query.get('flow') === 'app';
  const address = isApp ? query.get('back') : target;
  if (address === null || !/^https?:\/\//.test(address)) return;
  const result = new URLSearchParams(payerId === '' ? { token } : { token, PayerID: payerId });
  if (isApp) location.assign(`${address}#${outcome}&${result}`);
  else location.assign(`${address}${address.includes('?') ? '&' : '?'}${result}`);
}
