/** Imported by the browser. */

export const giftNotesPath = '/gift-notes';

/** Name and id of the checkout field, and its key in `order.meta`. */
export const giftNoteName = 'gift_note';

/** Characters; the table has the same limit. */
export const maxNoteLength = 250;
