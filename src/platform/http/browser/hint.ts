import { readConfig } from './config.ts';

/** Returns the decoded hint cookie, such as `v=3&c=2&w=0&s=1`; null when there is nothing private to show. */
export function readHint(): string | null {
  const name = readConfig()?.hintCookie;
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`));
  const value = found?.slice(found.indexOf('=') + 1);
  if (!value) return null;
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}
