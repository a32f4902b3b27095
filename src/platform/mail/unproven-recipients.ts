import type { Db } from '#platform/database/database.ts';
import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';
import { normalizeEmail } from './email-address.ts';
import { readMail } from './records.ts';
import { mailSettings } from './settings.ts';

/** Who has typed the address that a mail goes to. */
export interface AddressClaim {
  readonly email: string;
  readonly visitorId: string | null;
  readonly customerId: number | null;
}

/** Whether this person has proved to read the mails of this address, such as by a link that was mailed there. */
export type IsAddressProven = (db: Db, claim: AddressClaim) => Promise<boolean>;

/** Asked in order until one knows. */
export const addressProofs = definePort<IsAddressProven>('mail.address-proofs');

export async function isAddressProven(
  { db, implementations }: Pick<Shop, 'db' | 'implementations'>,
  claim: AddressClaim,
): Promise<boolean> {
  for (const isProven of implementations(addressProofs)) if (await isProven(db, claim)) return true;
  return false;
}

const daySeconds = 24 * 60 * 60;

/** One key for all ways to write an address of one mailbox: without case, Punycode and what follows a `+`. */
export const toMailboxKey = (email: string): string =>
  normalizeEmail(email)
    .toLowerCase()
    .replace(/\+[^@]*(?=@[^@]*$)/, '');

/**
 * Counts a mail to an address that anybody may have typed, over all forms and features: whoever floods somebody else
 * gets a few mails through in a day. A mail that was counted before is not counted again, so that jobs can be repeated.
 * @returns false when it must not be sent
 */
export async function claimUnprovenMail(
  { db, limits, settings }: Pick<Shop, 'db' | 'limits' | 'settings'>,
  { id, to }: { readonly id: string; readonly to: string },
): Promise<boolean> {
  if ((await readMail(db, id)) !== null) return true;
  const limit = { name: 'unproven-mails', max: settings(mailSettings).unprovenPerDay, seconds: daySeconds };
  return (await limits.consume([{ limit, key: toMailboxKey(to) }])).ok;
}
