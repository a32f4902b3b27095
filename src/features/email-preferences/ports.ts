import type { Db } from '#platform/database/database.ts';
import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Text } from '#platform/texts/texts.ts';

/** A kind of mail that customers can switch on and off. */
export interface OptionalMail {
  /** Permanent, since the database stores it. Lower-case letters, digits and `-`, at most 60 characters. */
  readonly kind: string;
  /** Name of the kind in the account: 'Price drops'. */
  readonly title: Text;
  /** Content of the mail and how often it comes. */
  readonly description: Text;
  /**
   * For mails that are sent until they are refused. Default: customers switch the mail on, and this feature stores
   * the choice.
   */
  readonly refusals?: MailRefusals;
}

/** Refusals of a mail that guests get too. The feature that sends the mail stores refusals by address. */
export interface MailRefusals {
  /** Whether the shop sends the mail at all. */
  readonly isOffered: (shop: Shop) => boolean;
  readonly has: (shop: Shop, db: Db, email: string) => Promise<boolean>;
  readonly set: (shop: Shop, db: Db, email: string, isRefused: boolean) => Promise<void>;
}

/** Kinds of mail that customers switch on and off in their account. */
export const optionalMails = definePort<OptionalMail>('email-preferences.mails');
