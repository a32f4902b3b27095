import { defineTexts } from '#platform/texts/texts.ts';

export const personDataTexts = defineTexts('personal-data.admin', {
  data: 'Data of the person',
  exportLead: 'All that the shop has of this person and of nobody else. Make sure who asks before you hand it over.',
  json: 'As JSON, for programs',
  csv: 'As CSV, for spreadsheets',
  gone: 'This account does not exist any more.',

  erase: 'Erase',
  guestGoes:
    'Messages, alerts, wishlists, cart, notes and mails of this address go. Reviews lose their text and author.',
  accountGoes:
    'The account is signed out everywhere and goes, with addresses, messages, alerts, wishlists, cart and notes. Reviews lose their text and author.',
  ordersStay:
    'Amounts and products of orders stay for the books. E-mail, phone, addresses and notes are removed from them {days, plural, =0 {once they are closed} one {a day after they are closed} other {# days after they are closed}}. Open orders are delivered.',
  lawKeeps: 'Invoices and declarations of withdrawal are kept as they were issued: the law asks for that.',
  otherStays: 'The other customer with the same address stays as it is.',
  forGood: 'This can’t be undone.',
  confirmation: 'Type {email} to confirm',
  notConfirmed: 'This is not the address of this customer.',
  staffStays: 'This account opens the back office. Remove it from the staff first.',
  erasureAsked: 'Everything is erased but orders, which follow once they are closed.',

  merge: 'Merge another account',
  otherAccount: 'The account that ends',
  otherHint: 'By e-mail address or name. This page is about the account that stays.',
  mergeLead:
    'For somebody who has two accounts. Make sure that both are theirs: this one gets to see what the other one has.',
  mergePreview: 'Everything of {from} becomes part of {into}:',
  fromNotProved: 'Nobody has proved that the address of the account that ends is theirs.',
  part: '{part}: {count}',
  mergeRules:
    'Of two reviews of one product the one of the account that stays is kept. Mails that either account refused are refused. A tax exemption of the account that ends is not taken over. It is signed out everywhere, its address signs nobody in any more, and both addresses get a mail. This can’t be undone.',
  merged: 'Both accounts are one now.',
  deletionAsked:
    'The customer has asked to delete the account that stays. They have to keep it first, in their account.',
  sameAccount: 'These are the same account.',
  notProved: 'Nobody has proved that the address of the account that stays is theirs.',
});
