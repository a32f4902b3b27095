import type { Db } from '#platform/database/database.ts';
import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';
import { normalizeEmail } from './email-address.ts';
import type { MailMessage } from './message.ts';
import { readMail } from './records.ts';
import { mailSettings } from './settings.ts';

/** The person who has typed the address of a mail. */
export interface AddressClaim {
  readonly email: string;
  readonly visitorId: string | null;
  readonly customerId: number | null;
}

/**
 * Whether this person has proved access to the mails of this address, for example by a link that was mailed there.
 */
export type IsAddressProven = (db: Db, claim: AddressClaim) => Promise<boolean>;

/** Checks that are called in order until one returns true. */
export const addressProofs = definePort<IsAddressProven>('mail.address-proofs');

export async function isAddressProven(
  { db, implementations }: Pick<Shop, 'db' | 'implementations'>,
  claim: AddressClaim,
): Promise<boolean> {
  for (const isProven of implementations(addressProofs)) if (await isProven(db, claim)) return true;
  return false;
}

const daySeconds = 24 * 60 * 60;

/** Returns the same key for all spellings of a mailbox: without case, Punycode and the part after a `+`. */
export const toMailboxKey = (email: string): string =>
  normalizeEmail(email)
    .toLowerCase()
    .replace(/\+[^@]*(?=@[^@]*$)/, '');

/**
 * Sends a mail with typed text to an address that anybody may have typed, and limits such mails over all forms and
 * features: a person who floods somebody else gets only a few mails through in a day. A failed attempt is not
 * counted, so that jobs can be repeated.
 * @param otherwise the same mail without typed text, sent when the address has reached its limit of the day; null
 *   when nothing is sent then
 * @returns whether the whole mail was sent
 */
export async function sendUnprovenMail(
  { db, limits, mail, settings }: Pick<Shop, 'db' | 'limits' | 'mail' | 'settings'>,
  whole: MailMessage,
  otherwise: MailMessage | null = null,
): Promise<boolean> {
  const state = (await readMail(db, whole.id))?.state;
  if (state === 'sent' || state === 'refused') return true;
  const limit = { name: 'unproven-mails', max: settings(mailSettings).unprovenPerDay, seconds: daySeconds };
  const allowance = await limits.consume([{ limit, key: toMailboxKey(whole.to) }]);
  if (!allowance.ok) {
    if (otherwise) await mail.send(otherwise);
    return false;
  }
  try {
    await mail.send(whole);
    return true;
  } catch (error) {
    await allowance.giveBack();
    throw error;
  }
}
