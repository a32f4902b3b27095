import { z } from 'zod';
import { flag, wholeNumber } from '#platform/config/setting-values.ts';
import { defineSettings } from '#platform/config/settings.ts';
import { languages } from './engine.ts';
import { synonymSchema } from './synonyms/synonym.ts';

export const searchSettings = defineSettings(
  'search',
  z.strictObject({
    searchResultLatency: wholeNumber(0, { min: 0, max: 5_000 }).describe(
      'Milliseconds without typing before suggestions are requested.',
    ),
    suggestions: wholeNumber(8, { min: 1, max: 20 }).describe('Maximum number of suggestions.'),
    categorySelect: flag(false, 'Shows a select of the top categories beside the field.'),
    noResults: flag(false, "Whether the list shows 'No results'. Screen readers hear it in any case."),
    recentSearches: flag(true, 'Whether the empty field offers the last five searches, which only the browser keeps.'),
    answer: z
      .enum(['list', 'object'])
      .default('list')
      .describe('Shape of the reply with suggestions: a `list`, or an `object` for scripts that read `suggestions`.'),
    keepZeroResultDays: wholeNumber(90, { min: 1, max: 3_650 }).describe(
      "Days after which a search without results that wasn't repeated is deleted.",
    ),
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
