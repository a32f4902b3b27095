import type { TranslatedHeads } from './head-fields.ts';
import { brazilianHeads } from './languages/brazilian.ts';
import { dutchHeads } from './languages/dutch.ts';
import { frenchHeads } from './languages/french.ts';
import { germanHeads } from './languages/german.ts';
import { italianHeads } from './languages/italian.ts';
import { japaneseHeads } from './languages/japanese.ts';
import { polishHeads } from './languages/polish.ts';
import { portugueseHeads } from './languages/portuguese.ts';
import { spanishHeads } from './languages/spanish.ts';
import { swedishHeads } from './languages/swedish.ts';

/**
 * Column heads as the plugin's exporter writes them in the languages of its owners, taken from files that it exported.
 * What is missing here has no known translation: such a column is named in the report.
 */
export const translatedHeads: Readonly<Record<string, TranslatedHeads>> = {
  de: germanHeads,
  fr: frenchHeads,
  es: spanishHeads,
  it: italianHeads,
  nl: dutchHeads,
  'pt-BR': brazilianHeads,
  'pt-PT': portugueseHeads,
  sv: swedishHeads,
  pl: polishHeads,
  ja: japaneseHeads,
};
