import { z } from 'zod';
import { wholeNumber, wholeNumberOrNull } from '#platform/config/setting-values.ts';
import { defineSettings } from '#platform/config/settings.ts';

const schema = z.strictObject({
  testDeclines: wholeNumberOrNull(6, { min: 2, max: 1000 }).describe(
    'Declined tries of small amounts in an hour after which a network may not pay by card for the rest of it, unless more than half as many of its payments have succeeded; `null` for no limit. Who tests stolen cards tries many.',
  ),
  smallAmount: wholeNumber(3000, { min: 1, max: 100_000_000 }).describe(
    'Amounts up to this one, in minor units, count as small: tests of cards are.',
  ),
});

export const cardSettings = defineSettings('cards', schema);
