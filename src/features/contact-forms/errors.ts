import { defineErrors } from '#platform/features/error-codes.ts';

export const contactFormErrors = defineErrors('Contact forms', {
  NOT_MULTIPART: {
    status: 415,
    means: 'The form was not sent as `multipart/form-data`.',
    action: 'Send `FormData`, as the browser does.',
  },
  FORM_NOT_FOUND: { status: 404, means: 'No form has this id.' },
  UNIT_TAG_NOT_VALID: {
    status: 400,
    means: 'The hidden input of the unit tag is missing, malformed, or that of another form.',
    action: 'Send the hidden inputs of the form as they are.',
  },
});
