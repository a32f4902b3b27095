/** Paths and names that are safe in the browser. */

export const giftNotesPath = '/gift-notes';

/** The field of the checkout's form, its id on the page, and the key under which the order keeps what was sent. */
export const giftNoteName = 'gift_note';

/** Characters. */
export const longestNote = 250;
