import { defineErrors } from '#platform/features/error-codes.ts';

export const mailErrors = defineErrors('Mail', {
  MAIL_NOT_VALID: { means: 'Recipient, subject or content is invalid; `fields` names which.' },
  MAIL_BEING_SENT: { means: 'Another process is sending this mail; the job is retried.' },
});
