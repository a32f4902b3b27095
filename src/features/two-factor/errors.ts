import { defineErrors } from '#platform/features/error-codes.ts';

export const twoFactorErrors = defineErrors('Two-factor sign-in', {
  CODE_WRONG: {
    status: 422,
    means: 'The code is not that of the app, was used already, or is no recovery code that is left.',
    action: 'Enter the code that the app shows now. The clock of the phone must be right.',
  },
  TOO_MANY_CODES: {
    status: 429,
    means: 'Too many codes of this account were wrong.',
    action: 'Try again in 15 minutes, or the next day.',
  },
  SIGN_IN_EXPIRED: {
    status: 401,
    means: 'No sign-in of this browser waits for a code.',
    action: 'Sign in with password or link again.',
  },
  SETUP_EXPIRED: { status: 409, means: 'The set-up was finished, or took too long.', action: 'Start it anew.' },
  TWO_FACTOR_OFF: { status: 409, means: 'The account has no two-factor sign-in.' },
});
