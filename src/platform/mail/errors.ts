import { defineErrors } from '#platform/features/error-codes.ts';

export const mailErrors = defineErrors('Mail', {
  MAIL_NOT_VALID: { means: 'Recipient, subject or content is invalid; `fields` names which.' },
  MAIL_NOT_FOUND: { means: 'No mail has this id.', action: 'List mails: `shop mails list`' },
  MAIL_NOT_SENT: { means: 'The mail waits to be sent, so it is not sent again.' },
  MAIL_SENT_BEFORE: { means: 'The mail was sent, and nobody has marked that it is to be sent a second time.' },
  MAIL_NOT_KEPT: { means: 'The mail held a secret, such as a link to sign in, so its content was not kept.' },
  MAIL_BEING_SENT: { means: 'Another process is sending this mail; the job is retried.' },
});
