import type { Shop } from '#platform/features/shop.ts';
import { isSigned, sign } from '#platform/sessions/signing.ts';
import { downloadSettings } from '../settings.ts';

const purpose = 'download';
const hourSeconds = 60 * 60;
const toSignedValue = (id: string, expires: string): string => `${id}\n${expires}`;
const toSeconds = (time: Date): number => Math.floor(time.getTime() / 1000);

/** Creates a key that opens the file of a download until it expires: `expires.signature`. */
export function createFileKey({ config, settings, clock }: Shop, id: string): string {
  const expires = (toSeconds(clock.now()) + settings(downloadSettings).linkHours * hourSeconds).toString(36);
  return `${expires}.${sign(config.secrets, purpose, toSignedValue(id, expires))}`;
}

/** Compares in constant time. */
export function isFileKeyValid({ config, clock }: Shop, id: string, key: string): boolean {
  const [, expires = '', signature = ''] = /^([0-9a-z]{1,10})\.([\w-]{43})$/.exec(key) ?? [];
  return (
    isSigned(config.secrets, purpose, toSignedValue(id, expires), signature) &&
    Number.parseInt(expires, 36) > toSeconds(clock.now())
  );
}
