import { defineTexts } from '#platform/texts/texts.ts';

export const outboxTexts = defineTexts('outbox', {
  title: 'Outbox',
  lead: 'Mail that this demo shop would have sent. Nothing here has left your machine.',
  empty: 'No mail yet. Place an order and its confirmation appears here.',
  caption: 'Mail, the newest first',
  subject: 'Subject',
  to: 'To',
  sentAt: 'Sent',
  waiting: 'Waiting to be sent',
  refused: 'Refused',
  back: 'All mail',
  asText: 'As plain text',
  frame: 'The mail as its reader sees it',
  file: 'File',
});
