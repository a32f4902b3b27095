import { cartPath, checkoutPath } from '#features/cart/index.ts';
import type { FormReply } from '#platform/http/form-reply.ts';
import { accountPath, popupHash, returnField, signInPath, signOutPath } from '../contract.ts';

const maxLength = 2_000;

/**
 * Reads where to go after a sign-in: a path of this shop. Whatever could lead elsewhere becomes the
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
  // Encoded letters make it longer.
  const path = `${url.pathname}${url.search}`;
  return isSignIn || path.length > maxLength ? accountPath : path;
}

/** Says that the guest's cart came along, where the page can say it: a cached page has no notices. */
export function redirectAfterSignIn(returnTo: string, merged: number, notices: readonly string[] = []): FormReply {
  const isOfBuying = [cartPath, checkoutPath].some((path) => returnTo === path || returnTo.startsWith(`${path}?`));
  const showsNotices = isOfBuying || returnTo.startsWith(accountPath);
  const said = showsNotices ? notices.map((code) => ({ code })) : [];
  if (merged === 0) return { redirectTo: returnTo, notices: said };
  if (!showsNotices) return { redirectTo: `${returnTo}${popupHash('merged')}` };
  return { redirectTo: returnTo, notices: [...said, { code: 'merged', count: merged }] };
}

/** The address of a page of the account that goes on to another page; as it is for the account's own. */
export function withReturnPath(path: string, returnTo: string): string {
  return returnTo === accountPath ? path : `${path}?${new URLSearchParams({ [returnField]: returnTo })}`;
}
