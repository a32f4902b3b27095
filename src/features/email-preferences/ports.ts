import type { Db } from '#platform/database/database.ts';
import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Text } from '#platform/texts/texts.ts';

/** A kind of mail that customers may want. */
export interface OptionalMail {
  /** Permanent: the database keeps it. Lower-case letters, digits and `-`, at most 60. */
  readonly kind: string;
  /** Its name in the account: 'Price drops'. */
  readonly title: Text;
  /** What it says and how often it comes. */
  readonly description: Text;
  /** Of a kind that is on until it is refused. Default: customers switch it on, and this feature keeps that. */
  readonly refusals?: MailRefusals;
}

/** Refusals of a mail that guests get as well: the feature that sends it keeps them, by address. */
export interface MailRefusals {
  /** Whether the shop sends it at all. */
  readonly isOffered: (shop: Shop) => boolean;
  readonly has: (shop: Shop, db: Db, email: string) => Promise<boolean>;
  readonly set: (shop: Shop, db: Db, email: string, isRefused: boolean) => Promise<void>;
}

/** Kinds of mail that customers switch on and off in their account. */
export const optionalMails = definePort<OptionalMail>('email-preferences.mails');
