import { defineTexts } from '#platform/texts/texts.ts';

export const twoFactorTexts = defineTexts('two-factor', {
  page: 'Two-factor sign-in',
  lead: 'Protect your account with a code from an app on your phone, in addition to your password. Even someone who knows your password can’t sign in without it.',
  isOff: 'Two-factor sign-in is off.',
  isOn: 'Two-factor sign-in is on. You are asked for a code at each sign-in.',
  requiredForStaff: 'You need to turn on two-factor sign-in to open the back office.',
  start: 'Set up',
  scan: 'Scan this code with an authenticator app, or enter the key by hand.',
  qrCode: 'QR code for your authenticator app',
  secret: 'Key',
  startAnew: 'Start over with a new key',
  code: '6-digit code',
  codeHint: 'Your app shows a new code every 30 seconds.',
  confirm: 'Turn on',
  recoveryTitle: 'Your recovery codes',
  recoveryLead:
    'Keep these codes in a safe place. If you lose your phone, you can use each of them once to sign in. They are shown only now.',
  recoveryDone: 'I have saved these codes',
  recoveryLeft:
    '{count, plural, =0 {You have no recovery codes left. Please create new ones.} one {You have # recovery code left.} other {You have # recovery codes left.}}',
  renew: 'Create new recovery codes',
  disable: 'Turn off',
  disabled: 'Two-factor sign-in is off. You are signed out on all other devices.',

  stepTitle: 'Enter your code',
  stepLead: 'Enter the code from your authenticator app.',
  signIn: 'Sign in',
  withRecovery: 'Use a recovery code',
  recoveryCode: 'Recovery code',
  startOver: 'Back to sign in',

  CODE_WRONG: 'This code is incorrect or was already used. Please enter the code your app shows now.',
  TOO_MANY_CODES: 'Too many wrong codes. Please try again later.',
  SIGN_IN_EXPIRED: 'The sign-in took too long. Please sign in again.',

  onSubject: 'Two-factor sign-in is on at {shop}',
  onMail:
    'From now on, your account asks for a code at each sign-in. If this was not you, set a new password right away and write to {email}.',
  offSubject: 'Two-factor sign-in is off at {shop}',
  offMail:
    'Your account no longer asks for a code when you sign in. If this was not you, set a new password right away and write to {email}.',
  guessedSubject: 'Wrong codes entered for your {shop} account',
  guessedMail:
    'Someone entered your password, or opened a link from your email, and then several wrong codes. If this was not you, set a new password right away and write to {email}. Nobody can sign in without the code.',
  usedSubject: 'A recovery code was used at {shop}',
  usedMail:
    'Someone, most likely you, has signed in to your account with a recovery code. If this was not you, set a new password right away and write to {email}.',
});
