import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Shop } from '#platform/features/shop.ts';
import { getHostCookieName, readCookie, setCookie } from '#platform/http/security/cookies.ts';
import { isSigned, sign } from '#platform/sessions/signing.ts';

const purpose = 'contact-form-time';
const lifetime = 12 * 60 * 60 * 1000;

const getName = ({ config }: Shop) => getHostCookieName(config, 'form_time');

/** @returns when a form was opened in this browser, in milliseconds since 1970; null when it is not known */
export function getOpenedAt(shop: Shop, request: FastifyRequest): number | null {
  const [, time = '', signature = ''] =
    /^([0-9a-z]{1,10})\.([\w-]{43})$/.exec(readCookie(request, getName(shop)) ?? '') ?? [];
  if (signature === '' || !isSigned(shop.config.secrets, purpose, time, signature)) return null;
  const openedAt = Number.parseInt(time, 36);
  const milliseconds = shop.clock.now().getTime() - openedAt;
  return milliseconds >= 0 && milliseconds <= lifetime ? openedAt : null;
}

/**
 * Remembers in the browser when a form was first opened: signed, and nothing about the shopper. Call it
 * in replies that are not cached.
 */
export function keepOpenTime(shop: Shop, request: FastifyRequest, reply: FastifyReply): void {
  if (getOpenedAt(shop, request) !== null) return;
  const time = shop.clock.now().getTime().toString(36);
  const value = `${time}.${sign(shop.config.secrets, purpose, time)}`;
  setCookie(shop.config, reply, getName(shop), value, { seconds: lifetime / 1000, httpOnly: true });
}
