import { z } from 'zod';
import { wholeNumberOrNull } from '#platform/config/setting-values.ts';
import { defineSettings } from '#platform/config/settings.ts';
import { addDays, weekdays } from './calendar-days.ts';

const maxClosedDays = 366;

export const dayRangeSchema = z
  .strictObject({ min: z.int().min(0).max(90), max: z.int().min(0).max(90) })
  .refine(({ min, max }) => min <= max, { error: 'min is more than max; expected min <= max' });

const days = z.array(z.enum(weekdays)).min(1).max(7).default(['mon', 'tue', 'wed', 'thu', 'fri']);

const closedDays = z
  .strictObject({
    from: z.iso.date().describe('The first day, such as `2027-08-02`.'),
    to: z.iso.date().describe('The last day, included.'),
  })
  .refine(({ from, to }) => from <= to, { error: 'to is before from', path: ['to'] })
  .refine(({ from, to }) => to < addDays(from, maxClosedDays), {
    error: `expected at most ${maxClosedDays} days`,
    path: ['to'],
  });

export const deliveryDateSettings = defineSettings(
  'delivery-dates',
  z.strictObject({
    handlingDays: dayRangeSchema
      .nullable()
      .default(null)
      .describe('Working days from order to dispatch, where 0 is the same day; `null`: no dates are shown.'),
    transitDays: dayRangeSchema
      .nullable()
      .default(null)
      .describe(
        'Delivery days in transit, of shipping methods without `transitDays` of their own; `null`: these have no dates.',
      ),
    cutOff: z
      .string()
      .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'expected a time such as 14:00')
      .default('12:00')
      .describe("Orders count as of the next day from this time on. In the shop's time zone (`shop.timeZone`)."),
    workingDays: days.describe('Days on which the shop sends parcels, except on holidays of its country and state.'),
    deliveryDays: days.describe(
      'Days on which carriers deliver, except on holidays of the country and state of the address.',
    ),
    closed: z.array(closedDays).max(100).default([]).describe('Days on which the shop sends nothing: a summer break.'),
    backorderDays: wholeNumberOrNull(null, { min: 1, max: 365 }).describe(
      'Days until what is on backorder, or made to order, is sent; `null`: it has no dates.',
    ),
  }),
);
