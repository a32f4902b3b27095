import { z } from 'zod';
import { defineSettings } from '#platform/config/settings.ts';
import { languages } from './engine.ts';

export const searchSettings = defineSettings(
  'search',
  z.strictObject({
    /** Milliseconds that a shopper must pause before the shop is asked (spec 3.3/6, 9.1/2). */
    searchResultLatency: z.int().min(0).max(5_000).default(0),
    suggestions: z.int().min(1).max(20).default(8),
    /** A list of categories beside the field (spec 2.1/5). */
    categorySelect: z.boolean().default(false),
    /** Whether a search without result says so in the list (spec 8.2/2). */
    noResults: z.boolean().default(false),
    /** What the call for suggestions answers with: the bare list, or `{ suggestions }` for a script that reads that. */
    answer: z.enum(['list', 'object']).default('list'),
    /** Days after which a search without result that nobody has made again is forgotten. */
    keepMissedDays: z.int().min(1).max(3_650).default(90),
    /** Whose plurals are known; that of the shop's locale when absent. */
    languages: z.array(z.enum(languages)).max(5).optional(),
  }),
);
