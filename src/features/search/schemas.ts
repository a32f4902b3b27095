import { z } from 'zod';
import { longestQuery } from './contract.ts';

/** More than a field sends is cut, far more is refused. */
const query = z
  .string()
  .max(1_000)
  .transform((text) => text.slice(0, longestQuery));

export const suggestInput = z.object({ query: query.default(''), product_cat: z.string().max(200).default('') });

export const missedInput = z.object({ query });
