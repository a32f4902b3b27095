import { getReadScope } from '#platform/config/read-scope.ts';
import type { PageOrigins } from '#platform/http/security/policy-headers.ts';

/**
 * Lets the page that is being made load from these origins, and no other page. Call it where the page
 * loads its data or fills a slot: React renders later, and parts that pages share are kept.
 */
export function allowOrigins(origins: PageOrigins): void {
  getReadScope()?.origins.add(origins);
}

/**
 * The nonce of a page for one request that needs other origins; null for others, above all for pages
 * that are cached. The page's module script has it, where scripts read it.
 */
export function getPageNonce(): string | null {
  const scope = getReadScope();
  return scope && scope.origins.size > 0 ? scope.nonce : null;
}

/** The nonce of styles in a page of the back office, which are all made for one request. */
export function getAdminNonce(): string | null {
  return getReadScope()?.nonce ?? null;
}
