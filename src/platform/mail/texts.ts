import { defineTexts } from '#platform/texts/texts.ts';

export const outboxTexts = defineTexts('outbox', {
  title: 'Outbox',
  lead: 'Emails this demo shop would have sent. None of them has left your computer.',
  empty: 'No emails yet. Place an order, and its confirmation appears here.',
  caption: 'Emails, newest first',
  subject: 'Subject',
  to: 'To',
  sentAt: 'Sent',
  waiting: 'Waiting to be sent',
  refused: 'Refused',
  back: 'All emails',
  asText: 'As plain text',
  frame: 'The email as its reader sees it',
  file: 'File',
});
