import { z } from 'zod';
import { defineSettings } from '#platform/config/settings.ts';

const minutesOfAWeek = 7 * 24 * 60;
const percent = z.int().min(1).max(100).nullable();

export const orderSettings = defineSettings(
  'orders',
  z.strictObject({
    /** Minutes that an order may stay `pending` before it expires. */
    pendingMinutes: z.int().min(5).max(minutesOfAWeek).default(60),
    /** Whether an order that awaits a bank transfer must be confirmed by the link in its e-mail. */
    confirmation: z.enum(['required', 'off']).default('required'),
    /** Minutes that stock stays reserved for an unconfirmed order. */
    confirmMinutes: z.int().min(15).max(minutesOfAWeek).default(120),
    /** Limits on what unpaid orders reserve; null for no limit. */
    maxReserved: z
      .strictObject({
        /** Quantity of all products in one visitor's unpaid orders. */
        visitorPieces: z.int().min(1).max(1_000_000).nullable().default(200),
        /**
         * Share of one stock in one visitor's unpaid orders: percent of stock on hand plus
         * reserved.
         */
        visitorPercent: percent.default(25),
        /** Share of one stock in all unconfirmed orders: percent of stock on hand plus reserved. */
        unconfirmedPercent: percent.default(50),
      })
      .prefault({}),
  }),
);
