import type { Config } from '#platform/config/config.ts';
import { isLoopbackHost } from './request-guard.ts';

interface RequestSource {
  readonly origin: string | undefined;
  readonly fetchSite: string | undefined;
  readonly host: string | undefined;
}

const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a request may write, judged by where a browser says that it comes from. A caller that says nothing is no browser and brings no
 * cookies that it didn't get itself.
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
  return config.mode === 'demo' && isLoopbackItself(origin, host);
}

/** The demo shop answers at every loopback name, whatever PUBLIC_URL says. */
function isLoopbackItself(origin: string, host: string | undefined): boolean {
  const url = URL.parse(origin);
  return url !== null && url.host === host && isLoopbackHost(url.hostname);
}
