import type { TrackerConfig } from '../contract.ts';
import {
  type CookieName,
  cookieNames,
  formatCookie,
  listCookieNames,
  parseCookie,
  type TrackerCookies,
} from './cookies.shared.ts';

/** @param jar value of `document.cookie` */
export function readCookies(jar: string, prefix: string): TrackerCookies {
  const pairs = jar.split('; ').map((pair): [string, string] => {
    const equals = pair.indexOf('=');
    return [pair.slice(0, equals), pair.slice(equals + 1)];
  });
  const values = new Map(pairs);
  return Object.fromEntries(
    cookieNames.flatMap((name) => {
      const value = values.get(`${prefix}_${name}`);
      return value ? [[name, parseCookie(value)]] : [];
    }),
  );
}

/**
 * @returns values to assign to `document.cookie`, one per cookie. Every page writes all cookies, so that they expire
 * a fixed time after the last page.
 */
export function formatCookies(
  cookies: TrackerCookies,
  { cookiePrefix, sessionMinutes, sourceMinutes }: TrackerConfig,
  isSecure: boolean,
): string[] {
  const secure = isSecure ? '; secure' : '';
  return (Object.keys(cookies) as CookieName[]).map((name) => {
    const minutes = name === 'session' || sourceMinutes === null ? sessionMinutes : sourceMinutes;
    const maxAge = minutes === 0 ? '' : `; max-age=${minutes * 60}`;
    return `${cookiePrefix}_${name}=${formatCookie(cookies[name] ?? {})}; path=/; samesite=lax${maxAge}${secure}`;
  });
}

/**
 * @returns values to assign to `document.cookie` to delete all cookies. Older trackers set cookies for the domain
 * without `www.`, and a cookie can be deleted only with the domain that it was set with.
 */
export function formatDeletions(jar: string, prefix: string, hostname: string): string[] {
  const known = new Set(jar.split('; ').map((pair) => pair.slice(0, pair.indexOf('='))));
  const domains = new Set([hostname, hostname.replace(/^www\./, '')]);
  const attributes = ['', ...[...domains].map((domain) => `; domain=${domain}`)];
  return listCookieNames(prefix)
    .filter((name) => known.has(name))
    .flatMap((name) => attributes.map((attribute) => `${name}=; path=/; max-age=0${attribute}`));
}
