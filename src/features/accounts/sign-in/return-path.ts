import { accountPath, signInPath, signOutPath } from '../contract.ts';

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
  return isSignIn ? accountPath : `${url.pathname}${url.search}`;
}
