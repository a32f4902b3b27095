import { definePort } from '#platform/features/ports.ts';
import type { Text } from '#platform/texts/texts.ts';

/** A kind of mail that customers may want. */
export interface OptionalMail {
  /** Permanent: the database keeps it. Lower-case letters, digits and `-`, at most 60. */
  readonly kind: string;
  /** Its name in the account: 'Price drops'. */
  readonly title: Text;
  /** What it says and how often it comes. */
  readonly description: Text;
}

/** Kinds of mail that customers switch on and off in their account. */
export const optionalMails = definePort<OptionalMail>('email-preferences.mails');
