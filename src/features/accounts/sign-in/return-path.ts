import { cartPath, checkoutPath } from '#features/cart/index.ts';
import type { FormReply } from '#platform/http/form-reply.ts';
import { accountPath, popupHash, returnField, signInPath, signOutPath } from '../contract.ts';

const maxLength = 2_000;

/**
 * Returns the path of this shop to open after a sign-in. A value that could lead to another site becomes the
 * account's start page.
 */
export function readReturnPath(value: unknown): string {
  if (typeof value !== 'string' || value.length > maxLength || !/^\/(?![/\\])[^\\\s\p{C}]*$/u.test(value))
    return accountPath;
  const base = 'https://shop.invalid';
  const url = URL.parse(value, base);
  // A path such as `/..//other.example` begins with two slashes once it is resolved.
  if (url?.origin !== base || url.pathname.startsWith('//')) return accountPath;
  const isSignIn = url.pathname === signInPath || url.pathname === signOutPath;
  // Percent-encoding makes the path longer.
  const path = `${url.pathname}${url.search}`;
  return isSignIn || path.length > maxLength ? accountPath : path;
}

/**
 * Redirects after a sign-in, with a notice that the guest's cart was merged if the page can show notices: cached
 * pages can't.
 */
export function redirectAfterSignIn(returnTo: string, merged: number, notices: readonly string[] = []): FormReply {
  const isOfBuying = [cartPath, checkoutPath].some((path) => returnTo === path || returnTo.startsWith(`${path}?`));
  const showsNotices = isOfBuying || returnTo.startsWith(accountPath);
  const said = showsNotices ? notices.map((code) => ({ code })) : [];
  if (merged === 0) return { redirectTo: returnTo, notices: said };
  if (!showsNotices) return { redirectTo: `${returnTo}${popupHash('merged')}` };
  return { redirectTo: returnTo, notices: [...said, { code: 'merged', count: merged }] };
}

/**
 * Returns the address of an account page that continues to another page. The address has no parameter when the
 * account's start page is next.
 */
export function withReturnPath(path: string, returnTo: string): string {
  return returnTo === accountPath ? path : `${path}?${new URLSearchParams({ [returnField]: returnTo })}`;
}
