import { getReadScope } from '#platform/config/read-scope.ts';
import type { PageOrigins } from '#platform/http/security/policy-headers.ts';

/**
 * Allows only the page that is being rendered to load from these origins. Call it where the page
 * loads its data or fills a slot: React renders later, and parts that pages share are cached.
 */
export function allowOrigins(origins: PageOrigins): void {
  getReadScope()?.origins.add(origins);
}

/**
 * Returns the nonce of a page for one request that needs other origins; null for other pages, in particular cached
 * pages. The page's module script has the nonce, so that scripts can read it there.
 */
export function getPageNonce(): string | null {
  const scope = getReadScope();
  return scope && scope.origins.size > 0 ? scope.nonce : null;
}

/** Returns the nonce of styles in a page of the back office. All these pages are rendered for one request. */
export function getAdminNonce(): string | null {
  return getReadScope()?.nonce ?? null;
}
