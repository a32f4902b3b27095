import { z } from 'zod';
import { defineSettings } from '#platform/config/settings.ts';
import { languages } from './engine.ts';

export const searchSettings = defineSettings(
  'search',
  z.strictObject({
    /** Milliseconds without typing before suggestions are requested (spec 3.3/6, 9.1/2). */
    searchResultLatency: z.int().min(0).max(5_000).default(0),
    suggestions: z.int().min(1).max(20).default(8),
    /** Shows a category select beside the field (spec 2.1/5). */
    categorySelect: z.boolean().default(false),
    /** Whether the list shows a message when nothing is found (spec 8.2/2). */
    noResults: z.boolean().default(false),
    /** Shape of the suggestions: a list, or `{ suggestions }`. */
    answer: z.enum(['list', 'object']).default('list'),
    /** Days after which a zero-result search that wasn't repeated is deleted. */
    keepMissedDays: z.int().min(1).max(3_650).default(90),
    /** Languages with stemming; the shop's own when absent. */
    languages: z.array(z.enum(languages)).max(5).optional(),
  }),
);
