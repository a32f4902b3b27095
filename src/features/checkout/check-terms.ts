import { findPagePath, listPublishedPages } from '#features/content/index.ts';
import type { ShopCheck } from '#platform/checks/checks.ts';
import { checkoutSettings } from './settings.ts';

/** Checks that the page with the terms exists. Pages of other features are not checked. */
export const checkTerms: ShopCheck = async (shop) => {
  const { termsPath } = shop.settings(checkoutSettings);
  const finding = { what: 'Terms', about: 'checkout' };
  if (termsPath === null) return [{ ...finding, state: 'ok', text: 'buyers are not asked to agree to terms' }];
  const [, slug] = /^\/pages\/([^/?#]+)$/.exec(termsPath) ?? [];
  const isMissing =
    termsPath === '/terms' || (slug !== undefined && findPagePath(await listPublishedPages(shop), slug) === null);
  if (!isMissing) return [{ ...finding, state: 'ok', text: termsPath }];
  const text = `buyers agree to terms at ${termsPath}, where there is no page`;
  const action = 'Publish the page in the back office, under Content, and set checkout.termsPath to /pages/<slug>';
  return [{ ...finding, state: 'warning', text, action }];
};
