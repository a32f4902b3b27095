import { defineTexts } from '#platform/texts/texts.ts';

export const botCheckTexts = defineTexts('bot-check', {
  title: 'A short check',
  lead: 'There were many attempts from your connection. Your browser does a small calculation to show that it is not a robot; you need to do nothing.',
  working: 'Your browser is working on it …',
  done: 'Done. You can go on.',
  solve: 'Please complete the check, then send the form again.',
  failed: 'The check did not work in this browser. Please try another one, or contact us: {email}',
  noScript:
    'This check needs JavaScript. Please turn it on, try again in an hour, or contact us and we take your order: {email}',
  required:
    'Please wait until the short check is done, then send the form again. Without JavaScript, try again in an hour or contact us.',
});
