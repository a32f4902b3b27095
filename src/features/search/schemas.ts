import { z } from 'zod';
import { maxQueryLength } from './contract.ts';

/** Queries longer than the field allows are cut; much longer ones are rejected. */
const query = z
  .string()
  .max(1_000)
  .transform((text) => text.slice(0, maxQueryLength));

/** A slug. PostgreSQL rejects zero bytes. */
const category = z
  .string()
  .max(200)
  .transform((text) => text.replaceAll('\0', ' '));

export const suggestInput = z.object({ query: query.default(''), product_cat: category.default('') });

export const zeroResultInput = z.object({ query });
