import { definePort } from '#platform/features/ports.ts';
import type { Text } from '#platform/texts/texts.ts';

/** Mails whose ids begin alike, for those who look through them. */
export interface MailKind {
  /** The first part of the ids: `order` of `order:1042:confirmation`. */
  readonly prefix: string;
  readonly text: Text;
  /** The law asks for them: they go out although their recipient was erased. */
  readonly isRequired?: true;
}

/** Names the mails that a feature sends. Those of others are listed by the first part of their ids. */
export const mailKinds = definePort<MailKind>('mail.kinds');
