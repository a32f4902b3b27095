import { z } from 'zod';
import { defineSettings } from '#platform/config/settings.ts';
import { languages } from './engine.ts';
import { synonymSchema } from './synonyms/synonym.ts';

export const searchSettings = defineSettings(
  'search',
  z.strictObject({
    searchResultLatency: z
      .int()
      .min(0)
      .max(5_000)
      .default(0)
      .describe('Milliseconds without typing before suggestions are requested.'),
    suggestions: z.int().min(1).max(20).default(8).describe('Maximum number of suggestions.'),
    categorySelect: z.boolean().default(false).describe('Shows a select of the top categories beside the field.'),
    noResults: z
      .boolean()
      .default(false)
      .describe("Whether the list shows 'No results'. Screen readers hear it in any case."),
    recentSearches: z
      .boolean()
      .default(true)
      .describe('Whether the empty field offers the last five searches, which only the browser keeps.'),
    answer: z
      .enum(['list', 'object'])
      .default('list')
      .describe('Shape of the reply with suggestions: a `list`, or an `object` for scripts that read `suggestions`.'),
    keepZeroResultDays: z
      .int()
      .min(1)
      .max(3_650)
      .default(90)
      .describe("Days after which a search without results that wasn't repeated is deleted."),
    synonyms: z
      .array(synonymSchema)
      .max(1_000)
      .default([])
      .describe('Words that mean the same, or that stand for attribute terms. `shop search synonyms` edits them.'),
    languages: z.array(z.enum(languages)).max(5).optional().meta({
      description: 'Languages with stemming. Run `shop search reindex` after a change.',
      'x-default': 'that of `locale`',
    }),
  }),
);
