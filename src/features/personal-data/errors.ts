import { defineErrors } from '#platform/features/error-codes.ts';

export const personalDataErrors = defineErrors('Personal data', {
  STAFF_ACCOUNT: {
    status: 409,
    means: 'The account opens the back office, so it is not deleted.',
    action: 'Take the back office from it first: `/admin/staff`.',
  },
  NOT_CONFIRMED: {
    means: 'Another address was typed than that of the person to be erased.',
    action: 'Type the address that the page shows.',
  },
  ACCOUNT_GONE: {
    means: 'One of two accounts to be merged does not exist any more.',
    action: 'Look for both in the list of customers.',
  },
  SAME_ACCOUNT: {
    means: 'An account was to be merged with itself.',
    action: 'Choose the other account.',
  },
  DELETION_ASKED: {
    means: 'The customer has asked to delete the account that was to stay.',
    action: 'Let the customer keep it first, or merge in the other direction.',
  },
  ADDRESS_NOT_PROVED: {
    means: 'Nobody has proved that the address of the account that stays is theirs.',
    action: 'Let the customer sign in by a mailed link first, or merge in the other direction.',
  },
});
