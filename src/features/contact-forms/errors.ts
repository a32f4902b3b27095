import { defineErrors } from '#platform/features/error-codes.ts';

export const contactFormErrors = defineErrors('Contact forms', {
  NOT_MULTIPART: {
    status: 415,
    means: 'The form was not sent as `multipart/form-data`.',
    action: 'Send `FormData`, as the browser does.',
  },
  FORM_NOT_FOUND: { status: 404, means: 'No form has this id.', action: 'List them: `shop forms list`' },
  UNIT_TAG_NOT_VALID: {
    status: 400,
    means: 'The hidden input of the unit tag is missing, malformed, or that of another form.',
    action: 'Send the hidden inputs of the form as they are.',
  },
  MESSAGE_NOT_FOUND: { means: 'No message has this id.', action: 'List them: `shop messages list`' },
  MESSAGE_UNCHANGED: { means: 'The message is in the state already that the action leads to.' },
  MESSAGE_ANSWERED: {
    means: 'Somebody has answered the message since the form was opened.',
    action: 'Read the answer. Send the form again to answer all the same.',
  },
  MESSAGE_TAKEN: {
    means: 'The message is assigned to somebody else by now.',
    action: 'Assign it on its page to take it over.',
  },
  MESSAGE_NOT_SENT_ON: { means: 'A message in quarantine, or without its content, is not sent on.' },
  READER_NOT_FOUND: { means: 'Nobody of the staff with this id may read messages.' },
  NO_STAFF: { means: 'A message can be assigned to somebody of the staff only, not to the shop or a key.' },
  FILES_TOO_LARGE: { means: 'The files of an answer are together larger than a mail may be.' },
  FILE_REFUSED: { means: 'A file of an answer is a program, or not what its name says.' },
  MESSAGE_NOT_ANSWERABLE: {
    means: 'A message has no email address, or is in quarantine.',
    action: 'Release it first: `shop messages release`',
  },
});
