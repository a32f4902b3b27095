import { accountErrors } from '#features/accounts/index.ts';
import { defineErrors } from '#platform/features/error-codes.ts';
import type { Refusal } from '#platform/mutations/mutation.ts';

export const staffErrors = defineErrors('Staff', {
  STAFF_FORM_INVALID: {
    status: 422,
    means: 'A field of the form is missing or not valid.',
    action: 'Correct the fields that the form names.',
  },
  ROLE_NOT_FOUND: { status: 404, means: 'There is no role with this name.', action: 'See `/admin/roles`.' },
  ROLE_IN_USE: {
    status: 409,
    means: 'Somebody has the role, has had it, or is invited to it.',
    action: 'Give these people another role, and take invitations back.',
  },
  ROLE_EXISTS: { status: 409, means: 'Another role has this name.', action: 'Choose another name.' },
  ROLE_ALLOWS_ALL: {
    status: 409,
    means: 'The role of owners has all permissions and keeps its name, so that the shop has an owner.',
  },
  ROLE_CHANGED: {
    status: 409,
    means: 'Somebody has changed the role since the form was opened.',
    action: 'Look at the form again, and save it anew.',
  },
  ALREADY_STAFF: {
    status: 409,
    means: 'The email address belongs to somebody of the staff.',
    action: 'Change their role instead.',
  },
  TOO_MANY_INVITATIONS: { status: 429, means: 'Too many invitations were sent.', action: 'Try again in an hour.' },
  INVITATION_NOT_VALID: {
    status: 410,
    means: 'The invitation was accepted, taken back, sent anew, or is older than seven days.',
    action: 'Ask who has invited you to send it again.',
  },
  INVITATION_OF_OTHER: {
    status: 403,
    means: 'The invitation is for another email address than that of who is signed in.',
    action: 'Sign out, and open the link again.',
  },
  NO_SECOND_FACTOR: { status: 409, means: 'The person has no second factor that could be reset.' },
});

const { LAST_OWNER, ROLE_ABOVE_YOURS, STAFF_NOT_FOUND } = accountErrors.codes;

export const changeErrors = {
  title: staffErrors.title,
  codes: { ...staffErrors.codes, LAST_OWNER, ROLE_ABOVE_YOURS, STAFF_NOT_FOUND },
};

export type ChangeCode = keyof typeof changeErrors.codes;

export type ChangeFailure = Refusal<ChangeCode>;
export type ChangeResult = { readonly ok: true } | ChangeFailure;

export const toResult = (code: ChangeCode | null): ChangeResult => (code === null ? { ok: true } : { ok: false, code });
