import { defineErrors } from '#platform/features/error-codes.ts';

const correct = 'Correct it.';

/** Problems of the form are in the order of the checks: quantity, phone, name, email, consent. */
export const stockAlertErrors = defineErrors('Stock alerts', {
  QUANTITY_EMPTY: { status: 422, means: 'The quantity is empty or not above 0.', action: correct },
  PHONE_INVALID: { status: 422, means: 'The phone number is not valid.', action: correct },
  PHONE_TOO_SHORT: { status: 422, means: 'The phone number is too short.', action: correct },
  PHONE_TOO_LONG: { status: 422, means: 'The phone number is too long.', action: correct },
  NAME_EMPTY: { status: 422, means: 'The name is empty.', action: correct },
  EMAIL_EMPTY: { status: 422, means: 'The email address is empty.', action: correct },
  EMAIL_INVALID: { status: 422, means: 'The email address is not valid.', action: correct },
  AGREE_REQUIRED: { status: 422, means: 'The box with the agreement is not checked.', action: 'Check it.' },
  BOT_CHECK_FAILED: {
    status: 422,
    means: 'The bot check was not passed (`stock-alerts.botCheck`).',
    action: 'Complete it and send the form again.',
  },
  PRODUCT_NOT_FOUND: {
    status: 404,
    means: 'There is no such product or variation, or nobody can buy it.',
    action: 'Reload the page.',
  },
  IN_STOCK: { status: 409, means: 'The product can be bought now.', action: 'Add it to the cart.' },
  PRICE_UNKNOWN: { status: 409, means: 'There is no price that could fall.', action: 'Choose a variation.' },
  ALREADY_SUBSCRIBED: {
    status: 409,
    means: 'The address waits already. Told only with `stock-alerts.tellsSubscribed`.',
    action: 'Nothing: the mail comes.',
  },
  TOO_MANY_ALERTS: {
    status: 429,
    means: 'Too many subscriptions in the last hour (`stock-alerts.perHour`).',
    action: 'Retry later.',
  },
});
