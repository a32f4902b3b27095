import { defineTexts } from '#platform/texts/texts.ts';

export const personDataTexts = defineTexts('personal-data.admin', {
  data: 'Personal data',
  exportLead: 'All that the shop has of this person and of nobody else. Make sure who asks before you hand it over.',
  json: 'As JSON, for programs',
  csv: 'As CSV, for spreadsheets',
  gone: 'This account no longer exists.',

  erase: 'Erase',
  guestGoes:
    'Messages, alerts, wishlists, cart, notes and emails of this address are deleted. Reviews lose their text and author.',
  accountGoes:
    'The account is signed out everywhere and deleted, with addresses, messages, alerts, wishlists, cart and notes. Reviews lose their text and author.',
  ordersStay:
    'Amounts and products of orders are kept for accounting. Email, phone, addresses and notes are removed from them {days, plural, =0 {once they are closed} one {a day after they are closed} other {# days after they are closed}}. Open orders are delivered.',
  lawKeeps: 'Invoices and withdrawals are kept as issued: this is required by law.',
  otherStays: 'The other customer with the same address is not changed.',
  forGood: 'This can’t be undone.',
  confirmation: 'Type {email} to confirm',
  notConfirmed: 'This does not match the customer’s address.',
  staffStays: 'This account belongs to a staff member. Remove them from the staff first.',
  erasureAsked: 'Everything was erased except orders, which follow once they are closed.',

  merge: 'Merge another account',
  otherAccount: 'Account to merge',
  otherHint: 'By email address or name. The account on this page is kept.',
  mergeLead:
    'For people with two accounts. Make sure that both belong to the same person: this account gets access to everything in the other one.',
  mergePreview: 'Everything in {from} moves to {into}:',
  fromNotProved: 'The address of the account to merge has not been verified.',
  part: '{part}: {count}',
  mergeRules:
    'If both accounts reviewed the same product, the review of this account is kept. Emails that either account unsubscribed from stay off. A tax exemption of the other account is not kept. The other account is signed out everywhere and can no longer be used to sign in, and both addresses get an email. This can’t be undone.',
  merged: 'The accounts were merged.',
  deletionAsked: 'The customer has asked to delete this account. They have to keep it first, in their account.',
  sameAccount: 'These are the same account.',
  notProved: 'The address of this account has not been verified.',
});
