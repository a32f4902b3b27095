import { defineTexts } from '#platform/texts/texts.ts';

export const giftNoteTexts = defineTexts('gift-notes', {
  label: 'Gift note',
  optional: '(optional)',
  hint: 'We write it by hand on a card and leave the prices out. {max, number} characters at most.',
  left: 'Characters left:',
  tooLong: '“Gift note” can have at most {max, number} characters; yours has {count, number}.',
  onOrder: 'Your gift note',
  pageTitle: 'Gift notes',
  pageLead: 'Is your order a present? Tell us at checkout what to write on the card.',
  pageHow:
    'The note goes into the parcel on a card of its own. No prices are packed with it, and the bill goes to you.',
  pageCount:
    '{count, plural, =0 {Nobody has asked for a card yet.} one {# card has been asked for so far.} other {# cards have been asked for so far.}}',
});
