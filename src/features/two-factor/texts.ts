import { defineTexts } from '#platform/texts/texts.ts';

export const twoFactorTexts = defineTexts('two-factor', {
  page: 'Two-factor sign-in',
  lead: 'Besides your password or a link, an app on your phone shows a code that only you have. Who knows your password alone gets nowhere.',
  isOff: 'Two-factor sign-in is off.',
  isOn: 'Two-factor sign-in is on. You are asked for a code at each sign-in.',
  requiredForStaff: 'The back office opens for you once two-factor sign-in is on.',
  start: 'Set up',
  scan: 'Scan the picture with an authenticator app, or type the secret into it.',
  qrCode: 'QR code with the secret for your app',
  secret: 'Secret',
  startAnew: 'Start with another secret',
  code: 'Code of six digits',
  codeHint: 'Your app shows a new one every 30 seconds.',
  confirm: 'Switch on',
  recoveryTitle: 'Your recovery codes',
  recoveryLead:
    'Keep these codes in a safe place, for the day on which you do not have your phone. Each signs you in once. They are shown only now.',
  recoveryDone: 'I have kept them',
  recoveryLeft:
    '{count, plural, =0 {No recovery code is left. Make new ones.} one {# recovery code is left.} other {# recovery codes are left.}}',
  renew: 'Make new recovery codes',
  disable: 'Switch off',
  disabled: 'Two-factor sign-in is off. You are signed out everywhere else.',

  stepTitle: 'Enter your code',
  stepLead: 'Your account asks for a code of your authenticator app.',
  signIn: 'Sign in',
  withRecovery: 'Use a recovery code',
  recoveryCode: 'Recovery code',
  startOver: 'Back to sign in',

  CODE_WRONG: 'This code is not correct, or was used already. Please enter the one that your app shows now.',
  TOO_MANY_CODES: 'Too many wrong codes. Please try again in a while.',
  SIGN_IN_EXPIRED: 'The sign-in took too long. Please sign in again.',

  onSubject: 'Two-factor sign-in is on at {shop}',
  onMail:
    'Your account asks for a code at each sign-in from now on. If this was not you, set a new password at once and write to {email}.',
  offSubject: 'Two-factor sign-in is off at {shop}',
  offMail:
    'Your account no longer asks for a code at sign-ins. If this was not you, set a new password at once and write to {email}.',
  guessedSubject: 'Wrong codes for your account at {shop}',
  guessedMail:
    'Somebody has typed your password, or opened a link from your mail, and then several wrong codes. If this was not you, set a new password at once and write to {email}. Your account stays closed without the code.',
  usedSubject: 'A recovery code was used at {shop}',
  usedMail:
    'Somebody, most likely you, has signed in to your account with a recovery code. If this was not you, set a new password at once and write to {email}.',
});
