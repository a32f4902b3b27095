import { defineTexts } from '#platform/texts/texts.ts';

/** The texts of the frame and the start page of the back office. */
export const adminTexts = defineTexts('admin', {
  home: '{shop} back office',
  label: 'Back office',
  menu: 'Back office',
  signedInAs: 'Signed in as {name}',
  signOut: 'Sign out',
  start: 'Start',
  greeting: 'Hello, {name}',
  startText: 'Choose what to work on in the menu.',
  startEmpty: 'Your account can’t open any part of the back office yet. Please ask the owner of the shop.',
  findings: 'Needs your attention',
  toStart: 'Go to the start page',
});
