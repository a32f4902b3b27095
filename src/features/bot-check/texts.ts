import { defineTexts } from '#platform/texts/texts.ts';

export const botCheckTexts = defineTexts('bot-check', {
  title: 'Security check',
  lead: 'There were many attempts from your connection. Your browser is doing a short calculation to show that you are not a robot. You don’t need to do anything.',
  working: 'Your browser is working on it …',
  done: 'Done. You can continue.',
  solve: 'Please complete the security check, then send the form again.',
  failed: 'The security check did not work in this browser. Please try another one, or contact us: {email}',
  noScript:
    'This check needs JavaScript. Please turn it on, try again in an hour, or contact us and we will take your order: {email}',
  required:
    'Please wait for the security check to finish, then send the form again. Without JavaScript, try again in an hour or contact us.',
});
