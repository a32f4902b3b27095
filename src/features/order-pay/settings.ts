import { z } from 'zod';
import { defineSettings } from '#platform/config/settings.ts';

const attempts = z.int().min(1).max(1_000_000).nullable();

export const orderPaySettings = defineSettings(
  'order-pay',
  z.strictObject({
    attemptsPerHour: z
      .strictObject({
        order: attempts.default(15).describe('For one order.'),
        visitor: attempts.default(20).describe('By one visitor or customer.'),
        network: attempts
          .default(40)
          .describe(
            'From one network (an IPv4 address or an IPv6 /64). Loopback and private addresses are not counted: behind a proxy, set `TRUST_PROXY`.',
          ),
      })
      .prefault({})
      .describe('How often the payment of orders that exist can be started in one hour; `null` for no limit.'),
  }),
);
