import { z } from 'zod';

const longest = 10_000;
const value = z.union([z.string().max(longest), z.array(z.string().max(longest)).max(50)]);

/** The checkout's form as it comes; `readCheckoutForm` says what is in it. */
export const checkoutBody = z
  .record(z.string().max(200), value)
  .refine((fields) => Object.keys(fields).length <= 200, { error: 'at most 200 fields' });
