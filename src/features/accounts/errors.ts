import { defineErrors } from '#platform/features/error-codes.ts';

export const accountErrors = defineErrors('Accounts', {
  SIGN_IN_FAILED: {
    status: 401,
    means: 'The email address and the password belong to no account.',
    action: 'Check both, or ask for a new password.',
  },
  SIGN_IN_REQUIRED: { status: 401, means: 'Nobody is signed in.', action: 'Sign in.' },
  FRESH_SIGN_IN_REQUIRED: {
    status: 403,
    means: 'The sign-in is too old for this.',
    action: 'Sign in again: `accounts.freshMinutes`.',
  },
  TOO_MANY_SIGN_INS: {
    status: 429,
    means: 'Too many passwords were checked, or were wrong, for this account or from this network.',
    action: 'Try again later, or sign in by a link in a mail.',
  },
  TOO_MANY_ACCOUNT_MAILS: {
    status: 429,
    means: 'Too many mails were asked for, for this email address or from this network.',
    action: 'Try again in an hour.',
  },
  ACCOUNT_FORM_INVALID: {
    status: 422,
    means: 'A field of the form is missing or not valid.',
    action: 'Correct the fields that the form names.',
  },
  LINK_NOT_VALID: {
    status: 410,
    means: 'The link was used, is too old, or was never made.',
    action: 'Ask for a new one.',
  },
  LINK_OF_OTHER_ACCOUNT: {
    status: 403,
    means: 'The link changes another account than the one that is signed in.',
    action: 'Sign in to the account that asked for the link.',
  },
  EMAIL_TAKEN: { status: 409, means: 'The email address belongs to another account.' },
  TOO_MANY_ADDRESSES: {
    status: 409,
    means: 'The address book has as many addresses as it can have.',
    action: 'Remove one first.',
  },
  LAST_OWNER: {
    status: 409,
    means: 'Nobody else is an owner of the shop.',
    action: 'Make somebody else an owner first.',
  },
  ROLE_ABOVE_YOURS: {
    status: 403,
    means: 'The role allows more than the role of the person who gives, changes or takes it.',
    action: 'Ask an owner.',
  },
  STAFF_NOT_FOUND: {
    status: 404,
    means: 'Nobody with this email address is staff.',
    action: 'See `/admin/staff`.',
  },
});
