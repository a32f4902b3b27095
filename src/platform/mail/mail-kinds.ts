import { definePort } from '#platform/features/ports.ts';
import type { Text } from '#platform/texts/texts.ts';

/** A kind of mails, whose ids have the same first part, for staff who browse the mails. */
export interface MailKind {
  /** First part of the ids: `order` of `order:1042:confirmation`. */
  readonly prefix: string;
  readonly text: Text;
  /** The law requires these mails: they are sent even if their recipient was erased. */
  readonly isRequired?: true;
}

/** Names the kinds of mails that a feature sends. Mails of other kinds are listed by the first part of their ids. */
export const mailKinds = definePort<MailKind>('mail.kinds');
