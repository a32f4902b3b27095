import { z } from 'zod';
import { extractWords } from '../normalize-text.ts';

const maxPhraseWords = 4;

const phrase = z
  .string()
  .trim()
  .max(60)
  .refine((text) => extractWords(text).length > 0, 'Expected a word.')
  .refine((text) => extractWords(text).length <= maxPhraseWords, `Expected at most ${maxPhraseWords} words.`);

/** An attribute term by the slugs of attribute and term: `glaze:ink`. */
const termPattern = /^[^\s:|"@]{1,200}:[^\s:|"@]{1,200}$/u;

export const synonymSchema = z
  .strictObject({
    words: z
      .array(phrase)
      .min(1)
      .max(50)
      .describe('What shoppers type: words, or a few words together. By themselves, they mean the same.'),
    finds: z
      .array(phrase)
      .max(50)
      .default([])
      .describe('Words that are searched as well, but not the other way round. Then `words` do not find each other.'),
    terms: z
      .array(z.string().trim().regex(termPattern, 'Expected slugs of an attribute and a term, such as glaze:ink.'))
      .max(50)
      .default([])
      .describe('Attribute terms whose products are found, by their slugs: `glaze:ink`.'),
  })
  .refine(
    ({ words, finds, terms }) => finds.length + terms.length > 0 || words.length > 1,
    'Expected two words that mean the same, or what the word finds.',
  );

export type Synonym = z.output<typeof synonymSchema>;

/** Creates the lexeme that products with an attribute term have. It begins with a character that no word has. */
export const createTermLexeme = (term: string): string => `@${term.toLowerCase()}`;

/** Returns the normalized words of a phrase, with spaces. */
export const normalizePhrase = (text: string): string =>
  extractWords(text)
    .map(({ word }) => word)
    .join(' ');
