import { defineErrors } from '#platform/features/error-codes.ts';

export const taxErrors = defineErrors('Taxes', {
  TAX_RATE_NOT_FOUND: { status: 404, means: 'No tax rate has this id.', action: 'List the rates: `shop taxes list`.' },
  OFFERS_CHANGED: {
    status: 409,
    means: 'The rates of the shop, or those that are offered, were changed since the page was opened.',
    action: 'Look at the offers again.',
  },
  STATE_UNCHECKED: {
    level: 'warning',
    means: 'The rate is for a state of a country whose states the shop does not know, such as Germany.',
    action: 'Remove the state if the rate is for the whole country; else it applies only to addresses with this text.',
  },
  TAX_RATES_MISSING: {
    level: 'error',
    means: 'Import with `--replace`: the file has no rates below its header. Nothing was removed.',
    action: 'Add the rates to the file. To remove one of the shop: `shop taxes remove <id>`.',
  },
});
