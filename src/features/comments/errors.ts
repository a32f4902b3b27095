import { defineErrors } from '#platform/features/error-codes.ts';

export const commentErrors = defineErrors('Reviews and comments', {
  COMMENT_INVALID: {
    status: 422,
    means: 'A field is empty, too long or not valid; the message names it.',
    action: 'Correct it.',
  },
  PARENT_UNKNOWN: {
    status: 422,
    means: 'What is answered is no approved text about this product, or the form is that of another product.',
    action: 'Open the page of the product again.',
  },
  ALREADY_REVIEWED: {
    status: 409,
    means: 'This customer or visitor, or this line of an order, has a review of the product.',
    action: 'Change that one.',
  },
  COMMENTS_CLOSED: {
    status: 409,
    means: 'The shop takes no reviews (`comments.isOpen`), or not of this product.',
    action: 'Write to the shop.',
  },
  TOO_MANY_COMMENTS: {
    status: 429,
    means: 'Too many were sent from this network in the last hour (`comments.perHour`).',
    action: 'Retry later.',
  },
  OWN_COMMENT: { status: 409, means: 'Nobody votes on what they wrote themselves.' },
  EDIT_REFUSED: {
    status: 403,
    means: 'Somebody else wrote it, or the days in which it can be changed are over (`comments.editDays`).',
    action: 'Write to the shop.',
  },
});

export const moderationErrors = defineErrors('Moderation', {
  COMMENT_GONE: { means: 'The review or comment was deleted.' },
  COMMENT_UNCHANGED: { means: 'It is in this state already, or has no reports.' },
  COMMENT_EDITED: {
    means: 'Its author changed it after staff had opened the page: nobody has looked at the new text.',
    action: 'Look at it and approve it again.',
  },
  COMMENT_PHOTOGRAPHS: {
    means:
      'Its photographs are still being fetched, or came after staff had opened the page: nobody has looked at them.',
    action: 'Look at it and approve it again, a few minutes after the import.',
  },
  COMMENT_CHANGED: { means: 'Undo: somebody has changed its state since.' },
  COMMENT_NOT_SHOWN: { means: 'Only what is approved can be answered publicly.', action: 'Approve it first.' },
});
