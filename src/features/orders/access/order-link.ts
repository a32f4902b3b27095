import type { Shop } from '#platform/features/shop.ts';
import { isSigned, sign } from '#platform/sessions/signing.ts';
import { linkKeyParameter, orderPath } from '../contract.ts';
import { orderSettings } from '../settings.ts';

const purpose = 'order-link';
const daySeconds = 24 * 60 * 60;

const toSignedValue = (token: string, expires: string): string => `${token}\n${expires}`;

/** Seconds since 1970, the unit of times in links. */
const toSeconds = (time: Date): number => Math.floor(time.getTime() / 1000);

/**
 * Creates a key that opens the page of an order until the key expires: `expires.signature`.
 * @param days default: the setting for links in mails
 */
export function createLinkKey(
  { config, settings, clock }: Pick<Shop, 'config' | 'settings' | 'clock'>,
  { token }: { readonly token: string },
  days = settings(orderSettings).linkDays,
): string {
  const expires = (toSeconds(clock.now()) + days * daySeconds).toString(36);
  return `${expires}.${sign(config.secrets, purpose, toSignedValue(token, expires))}`;
}

/**
 * Creates the path of an order's page with a key, for mails: a reader of the mail needs neither cookie nor account.
 * @param path path of another page of the order
 */
export function createOrderLink(shop: Shop, order: { readonly token: string }, path = orderPath(order.token)): string {
  return `${path}?${linkKeyParameter}=${createLinkKey(shop, order)}`;
}

/** `expired`: the shop has signed the key, and its time is over. */
export type KeyState = 'valid' | 'expired' | 'invalid';

/** Compares in constant time. */
export function checkLinkKey({ config, clock }: Pick<Shop, 'config' | 'clock'>, token: string, key: string): KeyState {
  const [, expires = '', signature = ''] = /^([0-9a-z]{1,10})\.([\w-]{43})$/.exec(key) ?? [];
  if (!isSigned(config.secrets, purpose, toSignedValue(token, expires), signature)) return 'invalid';
  return Number.parseInt(expires, 36) > toSeconds(clock.now()) ? 'valid' : 'expired';
}

export function getSecondsLeft({ clock }: Pick<Shop, 'clock'>, key: string): number {
  return Math.max(0, Number.parseInt(key.split('.')[0] ?? '', 36) - toSeconds(clock.now()));
}
