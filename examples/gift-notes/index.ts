export { giftNotes } from './feature.ts';
export { dropGiftNote, keepGiftNote } from './gift-notes.ts';
export { giftNoteField } from './parts/checkout-field.tsx';
export { giftNoteOfOrder } from './parts/order-note.tsx';
