import { activated } from '#platform/http/browser/activation.ts';
import { call } from '#platform/http/browser/api.ts';

/** Told once in a visit: reloading is no further search. */
const storageKey = 'vt-missed';

/** Tells the shop's owner, without a word of who it was, that somebody looked at a page without results. */
export function behaviour(element: HTMLElement): undefined {
  const { query, url, action } = element.querySelector<HTMLElement>('[data-missed]')?.dataset ?? {};
  if (query && url && action) void reportZeroResult(query, url, action);
}

async function reportZeroResult(query: string, url: string, action: string): Promise<void> {
  await activated();
  const reported = (sessionStorage.getItem(storageKey) ?? '').split('\n');
  if (reported.includes(query)) return;
  sessionStorage.setItem(storageKey, [...reported, query].slice(-50).join('\n'));
  await call(url, { method: 'POST', body: new URLSearchParams({ action, query }), keepalive: true });
}
