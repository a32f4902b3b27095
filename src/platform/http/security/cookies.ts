import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#platform/config/config.ts';

interface CookieOptions {
  /** Lifetime in seconds. A cookie without it ends with the browser session. */
  readonly seconds?: number;
  /** Default: `/`. */
  readonly path?: string;
  readonly httpOnly: boolean;
}

/**
 * Returns the name of a cookie that other subdomains cannot set. `__Host-` requires https and the path `/`
 * (RFC 6265bis, 4.1.3.2).
 */
export function getHostCookieName({ publicUrl }: Pick<Config, 'publicUrl'>, name: string): string {
  return publicUrl.startsWith('https:') ? `__Host-${name}` : name;
}

export function readCookie(request: FastifyRequest, name: string): string | null {
  return request.cookies[name] ?? null;
}

export function setCookie(
  config: Pick<Config, 'publicUrl'>,
  reply: FastifyReply,
  name: string,
  value: string,
  { seconds, httpOnly, path = '/' }: CookieOptions,
): void {
  reply.setCookie(name, value, {
    path,
    sameSite: 'lax',
    secure: config.publicUrl.startsWith('https:'),
    httpOnly,
    ...(seconds === undefined ? {} : { maxAge: seconds }),
  });
}

export function clearCookie(config: Pick<Config, 'publicUrl'>, reply: FastifyReply, name: string): void {
  setCookie(config, reply, name, '', { seconds: 0, httpOnly: false });
}
