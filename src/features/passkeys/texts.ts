import { defineTexts } from '#platform/texts/texts.ts';

export const passkeyTexts = defineTexts('passkeys', {
  page: 'Passkeys',
  lead: 'Sign in with fingerprint, face or the code of your device, without a password. A passkey replaces password and code.',
  none: 'You have no passkeys yet.',
  add: 'Add a passkey',
  addAgain: 'Sign in again to add a passkey',
  needsScript: 'Adding a passkey needs a browser with scripts.',
  signIn: 'Sign in with a passkey',
  name: 'Name',
  rename: 'Rename',
  renameOf: 'Rename {name}',
  remove: 'Remove',
  removeOf: 'Remove {name}',
  usedAt: 'Added {at, date, medium}, last used {used, date, medium}',
  neverUsed: 'Added {at, date, medium}, not used yet',
  unnamed: 'Passkey',
  added: 'The passkey is added. You can sign in with it from now on.',
  renamed: 'The passkey is renamed.',
  removed: 'The passkey is removed. You are signed out everywhere else.',
  failed: 'That did not work. Please try again, or use another way.',

  PASSKEY_REFUSED: 'This passkey can’t be used. Please try again, or sign in another way.',
  PASSKEY_NOT_ADDED: 'The passkey was not added. Please try again.',
  TOO_MANY_PASSKEY_CALLS: 'Too many attempts. Please try again in a while, or sign in another way.',

  addedSubject: 'A passkey was added at {shop}',
  addedMail:
    'Your account can be signed in to with a new passkey, “{name}”. If this was not you, remove it, set a new password and write to {email}.',
  removedSubject: 'A passkey was removed at {shop}',
  removedMail: 'The passkey “{name}” of your account was removed. If this was not you, write to {email} at once.',
});
