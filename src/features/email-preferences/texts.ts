import { defineTexts } from '#platform/texts/texts.ts';

export const emailPreferenceTexts = defineTexts('email-preferences', {
  page: 'Emails',
  lead: 'Choose which emails we send to {email}. You always receive emails about your orders and your account.',
  none: 'There are no optional emails at the moment.',
  unverified: 'We only send these to confirmed addresses. Please use the link in the email we sent you.',
  legend: 'Send me',
  save: 'Save',
  saved: 'Your choice has been saved.',

  consents: 'Newsletter',
  wanted: 'Subscribed',
  notWanted: 'Not subscribed',

  stopTitle: 'Unsubscribe',
  stopText: 'You will no longer receive “{title}” emails.',
  stopButton: 'Unsubscribe',
  stoppedTitle: 'You are unsubscribed',
  stoppedText: 'You will no longer receive “{title}” emails. You can subscribe again in your account.',
  toPreferences: 'Email settings in your account',
});
