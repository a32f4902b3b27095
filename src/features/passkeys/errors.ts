import { defineErrors } from '#platform/features/error-codes.ts';

export const passkeyErrors = defineErrors('Passkeys', {
  PASSKEY_REFUSED: {
    status: 401,
    means: 'The answer is not that of a known passkey to a challenge of this browser, or was sent before.',
    action: 'Ask for new options and try again, or sign in another way.',
  },
  PASSKEY_NOT_ADDED: {
    status: 422,
    means: 'The answer is no new passkey for a challenge of this browser, or the account has too many.',
    action: 'Ask for new options and try again; remove a passkey first if there are twenty.',
  },
  TOO_MANY_PASSKEY_CALLS: {
    status: 429,
    means: 'Too many calls for passkeys came from this network.',
    action: 'Try again in 15 minutes.',
  },
});
