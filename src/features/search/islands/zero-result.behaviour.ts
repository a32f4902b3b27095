import { waitForActivation } from '#platform/http/browser/activation.ts';
import { call } from '#platform/http/browser/api.ts';

/** Reported searches of the session: reloading the page is not a new search. */
const storageKey = 'vt-zero-results';

/** Reports a zero-result search without any data about the visitor. */
export function behaviour(element: HTMLElement): undefined {
  const { query, url, action } = element.querySelector<HTMLElement>('[data-zero-result]')?.dataset ?? {};
  if (query && url && action) void reportZeroResult(query, url, action);
}

async function reportZeroResult(query: string, url: string, action: string): Promise<void> {
  await waitForActivation();
  const reported = (sessionStorage.getItem(storageKey) ?? '').split('\n');
  if (reported.includes(query)) return;
  sessionStorage.setItem(storageKey, [...reported, query].slice(-50).join('\n'));
  await call(url, { method: 'POST', body: new URLSearchParams({ action, query }), keepalive: true });
}
