import { z } from 'zod';
import { maxQueryLength } from './contract.ts';

/** More than a field sends is cut, far more is refused. */
const query = z
  .string()
  .max(1_000)
  .transform((text) => text.slice(0, maxQueryLength));

/** A slug. Zero bytes can't be in the database, not even in what is asked of it. */
const category = z
  .string()
  .max(200)
  .transform((text) => text.replaceAll('\0', ' '));

export const suggestInput = z.object({ query: query.default(''), product_cat: category.default('') });

export const zeroResultInput = z.object({ query });
