import { randomBytes } from 'node:crypto';
import { getHostCookieName, readCookie, setCookie } from '#platform/http/security/cookies.ts';
import type { MutationCall } from '#platform/mutations/mutation.ts';
import { isSigned, sign } from '#platform/sessions/signing.ts';
import { findPasswordHash } from '../passwords/password-rows.ts';

/** Seconds: half a year after the last sign-in. */
const lifetime = 180 * 24 * 60 * 60;

/** Maximum number of accounts that a device remembers. */
const maxAccounts = 5;

const purpose = 'known-device';

interface KnownAccount {
  readonly customerId: number;
  /** Null for an account without a password. A new password makes all devices unknown. */
  readonly hash: string | null;
}

const cookieName = 'device';

const toSignedText = (device: string, { customerId, hash }: KnownAccount) => `${device}\n${customerId}\n${hash ?? ''}`;

/** Reads the id of the device, and a signature for each account that has signed in on it. */
function readDevice({ shop, request }: Pick<MutationCall, 'shop' | 'request'>) {
  const [device = '', ...signatures] = (readCookie(request, getHostCookieName(shop.config, cookieName)) ?? '').split(
    '.',
  );
  return /^[\w-]{22}$/.test(device) ? { device, signatures: signatures.slice(0, maxAccounts) } : null;
}

/** @returns the id of the device if this account has signed in on it, else null */
export function findKnownDevice(call: Pick<MutationCall, 'shop' | 'request'>, account: KnownAccount): string | null {
  const known = readDevice(call);
  if (known === null) return null;
  const { secrets } = call.shop.config;
  const text = toSignedText(known.device, account);
  return known.signatures.some((each) => isSigned(secrets, purpose, text, each)) ? known.device : null;
}

/** Finds the device of a customer who has passed the first step. @returns as `findKnownDevice` */
export async function findDeviceOfCustomer(
  call: Pick<MutationCall, 'shop' | 'request'>,
  customerId: number,
): Promise<string | null> {
  return findKnownDevice(call, { customerId, hash: await findPasswordHash(call.shop.db, customerId) });
}

export function rememberDevice(call: Pick<MutationCall, 'shop' | 'request' | 'reply'>, account: KnownAccount): void {
  const { config } = call.shop;
  const known = readDevice(call);
  const device = known?.device ?? randomBytes(16).toString('base64url');
  const signature = sign(config.secrets, purpose, toSignedText(device, account));
  const others = (known?.signatures ?? []).filter((each) => each !== signature);
  const value = [device, signature, ...others].slice(0, maxAccounts + 1).join('.');
  setCookie(config, call.reply, getHostCookieName(config, cookieName), value, { seconds: lifetime, httpOnly: true });
}
