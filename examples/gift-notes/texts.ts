import { defineTexts } from '#platform/texts/texts.ts';

export const giftNoteTexts = defineTexts('gift-notes', {
  label: 'Gift note',
  hint: 'Handwritten on a card, without prices. At most {max, number} characters.',
  left: 'Characters left:',
  onOrder: 'Your gift note',
  pageTitle: 'Gift notes',
  pageLead: 'Is your order a gift? Tell us at checkout what to write on the card.',
  pageHow:
    'The note goes into the parcel on a card of its own. No prices are packed with it, and the invoice goes to you.',
  pageCount:
    '{count, plural, =0 {No cards have been ordered yet.} one {# card has been ordered so far.} other {# cards have been ordered so far.}}',
});
