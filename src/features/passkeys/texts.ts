import { defineTexts } from '#platform/texts/texts.ts';

export const passkeyTexts = defineTexts('passkeys', {
  page: 'Passkeys',
  lead: 'Sign in with your fingerprint, face or device PIN. No password or code needed.',
  none: 'You have no passkeys yet.',
  add: 'Add a passkey',
  addAgain: 'Sign in again to add a passkey',
  needsScript: 'Adding a passkey needs JavaScript.',
  signIn: 'Sign in with a passkey',
  name: 'Name',
  rename: 'Rename',
  renameOf: 'Rename {name}',
  remove: 'Remove',
  removeOf: 'Remove {name}',
  usedAt: 'Added {at, date, medium}, last used {used, date, medium}',
  neverUsed: 'Added {at, date, medium}, not used yet',
  unnamed: 'Passkey',
  added: 'Your passkey has been added. You can now sign in with it.',
  renamed: 'Your passkey has been renamed.',
  removed: 'Your passkey has been removed. You are signed out on all other devices.',
  failed: 'That did not work. Please try again, or sign in another way.',

  PASSKEY_REFUSED: 'This passkey can’t be used. Please try again, or sign in another way.',
  PASSKEY_NOT_ADDED: 'The passkey was not added. Please try again.',
  TOO_MANY_PASSKEY_CALLS: 'Too many attempts. Please try again later, or sign in another way.',

  addedSubject: 'A passkey was added at {shop}',
  addedMail:
    'A new passkey, “{name}”, can be used to sign in to your account. If this was not you, remove it, set a new password and write to {email}.',
  removedSubject: 'A passkey was removed at {shop}',
  removedMail: 'The passkey “{name}” was removed from your account. If this was not you, write to {email} right away.',
});
