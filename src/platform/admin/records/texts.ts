import { defineTexts } from '#platform/texts/texts.ts';

export const recordTexts = defineTexts('admin.records', {
  history: 'History',
  allHistory: 'All changes',
  noHistory: 'Nothing was changed yet.',
  panelFailed: 'This part can’t be shown at the moment. The rest of the page is complete.',
  done: 'Done.',
  confirmTitle: '{action}: {name}?',
  confirmLead: 'Please confirm: this may not be undone easily.',
  cancel: 'Go back',
  next: 'Continue',
  keyUsed: 'This key was used before, for another object or with another input. Open the page again.',
  badKey: 'A key has 8 to 100 letters, digits, hyphens and underscores.',
  willHappen: 'This will happen',
  more: 'More',
  previous: 'Previous',
  following: 'Next',
});
