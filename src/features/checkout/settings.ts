import { z } from 'zod';
import { wholeNumber } from '#platform/config/setting-values.ts';
import { defineSettings } from '#platform/config/settings.ts';

const ordersInAnHour = z.int().min(1).max(1_000_000).nullable();

/**
 * Days after which the record that a visitor cleared the details is deleted. Orders older than this are never filled
 * in.
 */
export const maxLastOrderDays = 365;

export const checkoutSettings = defineSettings(
  'checkout',
  z.strictObject({
    form: z
      .enum(['classic', 'block'])
      .default('classic')
      .describe(
        'The form of the checkout: `classic` with the billing address first, `block` with the delivery address first, which uses the store API. Both work without script.',
      ),
    termsPath: z
      .string()
      .startsWith('/')
      .nullable()
      .default('/terms')
      .describe('Path of the page with the terms; `null` removes the terms checkbox.'),
    storeApiTerms: z
      .enum(['required', 'when-sent'])
      .default('required')
      .describe(
        'Accepted terms in orders of the store API: `required` in `additional_fields`, or only refused `when-sent` as not accepted, for clients whose own form asks for them.',
      ),
    phone: z.enum(['required', 'optional', 'hidden']).default('optional').describe('The phone field.'),
    keepFormsDays: wholeNumber(7, { min: 1, max: 30 }).describe(
      'Days for which the checkout keeps what a shopper has typed without ordering.',
    ),
    lastOrderDays: wholeNumber(30, { min: 0, max: maxLastOrderDays }).describe(
      'Days for which the checkout fills in what a guest has typed and chosen for the last order in the same browser; 0 for never. It forgets when somebody signs in or out, or clears the details.',
    ),
    company: z.enum(['optional', 'hidden']).default('optional').describe('The company field.'),
    ordersPerHour: z
      .strictObject({
        visitor: ordersInAnHour.default(10).describe('By one visitor.'),
        address: ordersInAnHour
          .default(20)
          .describe(
            'From one network (an IPv4 address or an IPv6 /64). Loopback and private addresses are not counted: behind a proxy, set `TRUST_PROXY`.',
          ),
        email: ordersInAnHour.default(5).describe('With one email address.'),
        domain: ordersInAnHour.default(300).describe('With email addresses of one domain.'),
        all: ordersInAnHour.default(2000).describe('In the whole shop.'),
      })
      .prefault({})
      .describe(
        'Orders that can be placed in one hour; `null` for no limit. Orders of a visitor who has confirmed the email address count neither for it nor for its domain.',
      ),
  }),
);
