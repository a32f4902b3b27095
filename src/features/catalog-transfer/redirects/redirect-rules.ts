import type { Shop } from '#platform/features/shop.ts';
import { redirectSettings } from './settings.ts';

export interface RedirectInput {
  readonly source: string;
  readonly target: string;
}

export type RedirectProblem =
  | 'SOURCE_INVALID'
  | 'SOURCE_RESERVED'
  | 'TARGET_INVALID'
  | 'TARGET_NOT_ALLOWED'
  | 'REDIRECT_LOOP'
  | 'SOURCE_TAKEN';

export type ReadRedirect =
  | { readonly ok: true; readonly redirect: RedirectInput }
  | { readonly ok: false; readonly field: 'source' | 'target'; readonly code: RedirectProblem };

const maxSource = 1000;
const maxTarget = 2000;
/** Paths that the shop itself serves, including everything below them. */
const reserved = /^\/(?:admin|calls|media|assets|healthz)(?:\/|$)/i;

export const isReserved = (path: string): boolean => reserved.test(path);

/**
 * Normalises the path of a request to the form in which redirects are stored: decoded, without a trailing slash.
 * Null for paths that can't have a redirect.
 */
export function normalisePath(path: string): string | null {
  try {
    const decoded = decodeURIComponent(path);
    const short = decoded.length > 1 ? decoded.replace(/\/+$/, '') : decoded;
    return short.length > maxSource || /[\p{Cc}\\]/u.test(short) || !/^\/[^/]/.test(short) ? null : short;
  } catch {
    return null;
  }
}

/** Formats a stored source for `readRedirect`, which decodes paths again each time. */
export const formatSource = (source: string): string => source.replace(/[%?#]/g, encodeURIComponent);

/** Reads typed values or the cells of a file. Addresses of this shop become paths. */
export function readRedirect(
  { config, settings }: Pick<Shop, 'config' | 'settings'>,
  { source: typedSource, target: typedTarget }: RedirectInput,
): ReadRedirect {
  const sourcePath = toOwnPath(config.publicUrl, typedSource.trim());
  // Browsers send no fragment, so a redirect for a fragment would never be used.
  const source = /[?#]/.test(sourcePath) ? null : normalisePath(sourcePath);
  if (source === null) return { ok: false, field: 'source', code: 'SOURCE_INVALID' };
  if (isReserved(source)) return { ok: false, field: 'source', code: 'SOURCE_RESERVED' };
  const target = toOwnPath(config.publicUrl, typedTarget.trim());
  const problem = findTargetProblem(target, settings(redirectSettings).redirectHosts);
  return problem === null
    ? { ok: true, redirect: { source, target } }
    : { ok: false, field: 'target', code: source === target ? 'REDIRECT_LOOP' : problem };
}

function findTargetProblem(target: string, allowedHosts: readonly string[]): RedirectProblem | null {
  if (target === '' || target.length > maxTarget || /[\p{Cc}\s\\]/u.test(target)) return 'TARGET_INVALID';
  if (target.startsWith('/')) return /^\/(?:[^/]|$)/.test(target) ? null : 'TARGET_NOT_ALLOWED';
  if (!URL.canParse(target)) return 'TARGET_INVALID';
  const { protocol, host, username, password } = new URL(target);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  return isWeb && username === '' && password === '' && allowedHosts.includes(host.toLowerCase())
    ? null
    : 'TARGET_NOT_ALLOWED';
}

/**
 * Returns the path of an address in this shop: `https://shop.example/old` and `old` are `/old`. Other addresses are
 * encoded as browsers send them: a header allows ASCII only, and `/./old` is `/old`.
 */
function toOwnPath(publicUrl: string, address: string): string {
  if (/[\p{Cc}\s\\]/u.test(address)) return address;
  const toPath = ({ pathname, search, hash }: URL) => `${pathname}${search}${hash}`;
  if (/^https?:\/\//i.test(address) && URL.canParse(address)) {
    const url = new URL(address);
    return url.host === new URL(publicUrl).host ? toPath(url) : url.href;
  }
  const path = /^[^/:\s]+(?:\/|$)/.test(address) && !address.includes(':') ? `/${address}` : address;
  return /^\/(?!\/)/.test(path) ? toPath(new URL(path, publicUrl)) : path;
}
