import { defineTexts } from '#platform/texts/texts.ts';

export const emailPreferenceTexts = defineTexts('email-preferences', {
  page: 'E-mails',
  lead: 'Choose what we may write to {email}. Mails about your orders and your account always come.',
  none: 'There are no e-mails to choose at the moment.',
  unverified: 'We send these only to a confirmed address. Please follow the link in the mail that we sent you.',
  legend: 'Send me',
  save: 'Save',
  saved: 'Your choice is saved.',

  consents: 'News by mail',
  wanted: 'Wanted',
  notWanted: 'Not wanted',

  stopTitle: 'Stop these e-mails',
  stopText: 'You will get no more e-mails of the kind “{title}”.',
  stopButton: 'Stop these e-mails',
  stoppedTitle: 'You will get no more of these e-mails',
  stoppedText: 'E-mails of the kind “{title}” are switched off. You can switch them on again in your account.',
  toPreferences: 'E-mails in your account',
});
