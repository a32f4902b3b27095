import type { Config } from '#platform/config/config.ts';
import { isLoopbackHost } from './request-guard.ts';

interface RequestSource {
  readonly origin: string | undefined;
  readonly fetchSite: string | undefined;
  readonly host: string | undefined;
}

const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Decides by the headers Origin and Sec-Fetch-Site whether a request may write. A client that sends
 * neither is not a browser, so it cannot carry another site's request.
 */
export function isWriteAllowed(
  config: Pick<Config, 'mode' | 'publicUrl'>,
  method: string,
  { origin, fetchSite, host }: RequestSource,
): boolean {
  if (readingMethods.has(method)) return true;
  if (fetchSite === 'cross-site') return false;
  if (origin === undefined) return true;
  if (origin === 'null') return fetchSite === 'same-origin';
  if (origin === new URL(config.publicUrl).origin) return true;
  return config.mode === 'demo' && isSameLoopbackOrigin(origin, host);
}

/** A demo shop accepts every loopback name in addition to PUBLIC_URL. */
function isSameLoopbackOrigin(origin: string, host: string | undefined): boolean {
  const url = URL.parse(origin);
  return url !== null && url.host === host && isLoopbackHost(url.hostname);
}
