import { z } from 'zod';
import { defineSettings } from '#platform/config/settings.ts';

const minutesOfAWeek = 7 * 24 * 60;
const percent = z.int().min(1).max(100).nullable();

export const orderSettings = defineSettings(
  'orders',
  z.strictObject({
    /** How long pieces are kept for an order whose payment was begun. */
    pendingMinutes: z.int().min(5).max(minutesOfAWeek).default(60),
    /** Whether an order that waits for its money is confirmed by the link in its mail before its pieces are kept for longer. */
    confirmation: z.enum(['required', 'off']).default('required'),
    /** How long pieces are kept for an order that is not confirmed yet. */
    confirmMinutes: z.int().min(15).max(minutesOfAWeek).default(120),
    /** Caps on what unpaid orders reserve; null: none. */
    maxReserved: z
      .strictObject({
        /** Pieces of all products in the unpaid orders of one visitor. */
        visitorPieces: z.int().min(1).max(1_000_000).nullable().default(200),
        /** Of one stock, in the unpaid orders of one visitor: percent of what is there and reserved. */
        visitorPercent: percent.default(25),
        /** Of one stock, in all orders that are not confirmed: percent of what is there and reserved. */
        unconfirmedPercent: percent.default(50),
      })
      .prefault({}),
  }),
);
