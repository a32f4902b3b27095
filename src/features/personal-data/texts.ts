import { defineTexts } from '#platform/texts/texts.ts';

export const personalDataTexts = defineTexts('personal-data', {
  page: 'My data',
  lead: 'All that we have of you, and how to delete it.',
  downloadTitle: 'Download my data',
  downloadLead: 'Your profile, addresses, orders, invoices and devices in one file.',
  json: 'As JSON, for programs',
  csv: 'As CSV, for spreadsheets',
  deleteTitle: 'Delete my account',
  deleteLink: 'Delete my account …',
  deleteLead: 'This is what happens when you delete your account:',
  deleteSignIn: 'You are signed out everywhere. Password, passkeys, codes, addresses, cart and files go.',
  deleteOrders:
    'We keep what the law asks for: invoices, and what your orders cost. E-mail, phone, addresses and notes are removed from orders {days, plural, =0 {once they are closed} one {a day after they are closed} other {# days after they are closed}}.',
  deleteOpen: 'These orders are not closed yet. They are delivered, and their mails still reach you:',
  deleteUndo:
    '{days, plural, =0 {Your account is deleted at once. This can’t be undone.} one {You can change your mind for a day: sign in and keep your account.} other {You can change your mind for # days: sign in and keep your account.}}',
  deleteButton: 'Delete my account',
  staff: 'Your account opens the back office. Ask the shop to remove you from its staff first.',
  order: 'Order {number}',
  dueTitle: 'Your account is going to be deleted',
  due: 'Your account will be deleted on {due, date, medium}.',
  keep: 'Keep my account',
  kept: 'Your account stays.',
  askedTitle: 'You are signed out',
  asked: 'Your account will be deleted on {due, date, medium}. If you change your mind, sign in before and keep it.',
  deletedTitle: 'Your account is deleted',
  deleted: 'Thank you for having been with us.',

  STAFF_ACCOUNT: 'Your account opens the back office. Ask the shop to remove you from its staff first.',

  mergedSubject: 'Your accounts at {shop} are one now',
  mergedMail:
    'Two accounts that you have with us were made one. Orders, addresses and lists are in the account whose address you keep; the other address signs in no more. If this was not agreed with you, write to {email} at once.',

  askedSubject: 'Your account at {shop} will be deleted',
  askedMail:
    'You have asked to delete your account. It is deleted on {due, date, long}. If you have changed your mind, or if this was not you, sign in before then and choose “Keep my account” under “My data”.',
  keptSubject: 'Your account at {shop} stays',
  keptMail: 'Your account is not deleted. If this was not you, set a new password at once and write to {email}.',
  deletedSubject: 'Your account at {shop} is deleted',
  deletedMail: 'Your account is deleted. If you have questions about an order, write to {email}.',
});
