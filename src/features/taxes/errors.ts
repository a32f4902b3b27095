import { defineErrors } from '#platform/features/error-codes.ts';

export const taxErrors = defineErrors('Taxes', {
  TAX_RATE_NOT_FOUND: { means: 'No tax rate has this id.', action: 'List the rates: `shop taxes list`.' },
  TAX_RATES_MISSING: {
    level: 'error',
    means: 'Import with `--replace`: the file has no rates below its header. Nothing was removed.',
    action: 'Add the rates to the file. To remove one of the shop: `shop taxes remove <id>`.',
  },
});
