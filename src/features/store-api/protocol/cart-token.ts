import type { Shop } from '#platform/features/shop.ts';
import { isSigned, sign } from '#platform/sessions/signing.ts';
import { storeApiSettings } from '../settings.ts';

const daySeconds = 24 * 60 * 60;
const issuer = 'store-api';
const header = encode({ alg: 'HS256', typ: 'JWT' });

/**
 * Creates the token that stands for a guest's cart. It has the form of a JSON web token, but the
 * signature is bound to this purpose, so nothing else accepts it.
 */
export function createCartToken(shop: Pick<Shop, 'config' | 'clock' | 'settings'>, visitorId: string): string {
  const expires = getSeconds(shop.clock.now()) + shop.settings(storeApiSettings).cartTokenDays * daySeconds;
  const payload = `${header}.${encode({ user_id: visitorId, exp: expires, iss: issuer })}`;
  return `${payload}.${sign(shop.config.secrets, 'cart-token', payload)}`;
}

/** @returns the guest's visitor id, or null for a token that is not of this shop or has expired */
export function readCartToken(shop: Pick<Shop, 'config' | 'clock'>, token: string): string | null {
  const [tokenHeader, claims, signature, ...others] = token.split('.');
  if (token.length > 500 || tokenHeader !== header || !claims || !signature || others.length > 0) return null;
  if (!isSigned(shop.config.secrets, 'cart-token', `${header}.${claims}`, signature)) return null;
  const { user_id: visitorId, exp: expires } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as {
    user_id: string;
    exp: number;
  };
  return expires > getSeconds(shop.clock.now()) ? visitorId : null;
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

export function getSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
