import { defineTexts } from '#platform/texts/texts.ts';

export const personalDataTexts = defineTexts('personal-data', {
  page: 'My data',
  lead: 'See the data we have about you, download it, or delete your account.',
  downloadTitle: 'Download my data',
  downloadLead: 'Your profile, addresses, orders, invoices and devices in one file.',
  json: 'As JSON, for programs',
  csv: 'As CSV, for spreadsheets',
  deleteTitle: 'Delete my account',
  deleteLink: 'Delete my account …',
  deleteLead: 'This is what happens when you delete your account:',
  deleteSignIn: 'You are signed out everywhere. Your password, passkeys, codes, addresses, cart and files are deleted.',
  deleteOrders:
    'We keep what the law requires: invoices, and the amounts of your orders. Email, phone, addresses and notes are removed from orders {days, plural, =0 {once they are closed} one {a day after they are closed} other {# days after they are closed}}.',
  deleteOpen: 'These orders are still open. They will be delivered, and you still get their emails:',
  deleteUndo:
    '{days, plural, =0 {Your account is deleted right away. This can’t be undone.} one {You have one day to change your mind: sign in and keep your account.} other {You have # days to change your mind: sign in and keep your account.}}',
  deleteButton: 'Delete my account',
  staff: 'Your account has access to the back office. Ask the shop to remove you from its staff first.',
  order: 'Order {number}',
  dueTitle: 'Your account will be deleted',
  due: 'Your account will be deleted on {due, date, medium}.',
  keep: 'Keep my account',
  kept: 'Your account is kept.',
  askedTitle: 'You are signed out',
  asked:
    'Your account will be deleted on {due, date, medium}. If you change your mind, sign in before then and keep it.',
  deletedTitle: 'Your account has been deleted',
  deleted: 'Thank you for having been our customer.',

  STAFF_ACCOUNT: 'Your account has access to the back office. Ask the shop to remove you from its staff first.',

  mergedSubject: 'Your accounts at {shop} have been merged',
  mergedMail:
    'We have merged your two accounts. Your orders, addresses and lists are now in the account you keep; you can no longer sign in with the other address. If you did not agree to this, write to {email} right away.',

  askedSubject: 'Your account at {shop} will be deleted',
  askedMail:
    'You have asked to delete your account. It will be deleted on {due, date, long}. If you change your mind, or if this was not you, sign in before then and choose “Keep my account” under “My data”.',
  keptSubject: 'Your account at {shop} is kept',
  keptMail:
    'Your account will not be deleted. If this was not you, set a new password right away and write to {email}.',
  deletedSubject: 'Your account at {shop} has been deleted',
  deletedMail: 'Your account has been deleted. If you have questions about an order, write to {email}.',
});
