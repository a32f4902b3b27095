import { z } from 'zod';
import { flag, wholeNumber } from '#platform/config/setting-values.ts';
import { defineSettings } from '#platform/config/settings.ts';
import type { Shop } from '#platform/features/shop.ts';

export const withdrawalSettings = defineSettings(
  'withdrawals',
  z.strictObject({
    isOffered: flag(
      true,
      'Whether the footer and the pages of orders lead to the form for withdrawals. Required of shops that sell to consumers in the European Union.',
    ),
    periodDays: wholeNumber(14, { min: 1, max: 3_650 }).describe(
      'Days after the delivery in which a consumer may withdraw. Later declarations are accepted and marked.',
    ),
    deliveryDays: wholeNumber(7, { min: 0, max: 365 }).describe(
      'Days from the last shipment to the delivery, at most: the shop does not know the day itself.',
    ),
    perHour: z
      .strictObject({
        network: wholeNumber(20, { min: 1, max: 100_000 }).describe('From one network.'),
        email: wholeNumber(5, { min: 1, max: 100_000 }).describe('With one email address.'),
        all: wholeNumber(500, { min: 1, max: 1_000_000 }).describe('In the whole shop.'),
      })
      .prefault({})
      .describe('Declarations that can be sent in one hour.'),
  }),
);

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Directive 2011/83/EU, article 9(2)(b): the period begins when the consumer has received the last of the goods.
 * @returns null while nothing was shipped
 */
export function getPeriodEnd({ settings }: Pick<Shop, 'settings'>, shippedAt: Date | null): Date | null {
  const { periodDays, deliveryDays } = settings(withdrawalSettings);
  return shippedAt && new Date(shippedAt.getTime() + (deliveryDays + periodDays) * dayMs);
}
