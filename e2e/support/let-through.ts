import type { Page } from '@playwright/test';

/**
 * Ends the effect of `page.route`: requests that match reach the shop again. Not `page.unroute`: with the last route the
 * browser stops intercepting, and requests that are under way at that moment are never answered. For the same reason
 * no route is limited by `times`.
 */
export const letThrough = (page: Page, url: Parameters<Page['route']>[0]): Promise<unknown> =>
  page.route(url, (route) => route.continue());
