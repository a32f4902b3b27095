import { defineTexts } from '#platform/texts/texts.ts';

export const recordTexts = defineTexts('admin.records', {
  history: 'History',
  allHistory: 'All changes',
  noHistory: 'No changes yet.',
  panelFailed: 'This part can’t be shown at the moment. The rest of the page is complete.',
  done: 'Done.',
  confirmTitle: '{action}: {name}?',
  confirmLead: 'Please confirm. This may not be easy to undo.',
  cancel: 'Go back',
  next: 'Continue',
  keyUsed: 'This key was already used for something else. Please reload the page.',
  badKey: 'Keys have 8 to 100 letters, digits, hyphens and underscores.',
  willHappen: 'What will happen',
  more: 'More',
  previous: 'Previous',
  following: 'Next',
});
