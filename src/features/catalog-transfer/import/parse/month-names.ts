import { foldText } from '#platform/input/fold-text.ts';

/** Languages of the exporting shops, in which dates are read. */
const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'sv', 'da', 'pl', 'nb', 'fi', 'cs'] as const;

interface DateWords {
  /** Months from 1 by their names and short names; null for a name that two languages have for different months. */
  readonly months: ReadonlyMap<string, number | null>;
  /** What may stand beside day, month and year: names of weekdays, articles, ends of ordinals. */
  readonly fillers: ReadonlySet<string>;
}

/** The words of a text, folded, without signs. */
export const splitWords = (text: string): string[] => foldText(text).match(/\d+|[\p{L}\p{M}]+/gu) ?? [];

function collectWords(): DateWords {
  const months = new Map<string, number | null>();
  const fillers = new Set(['of', 'the', 'de', 'del', 'den', 'le', 'el', 'st', 'nd', 'rd', 'th', 'er', 'o', 'na']);
  const addMonth = (name: string, month: number) => {
    const [word = '', ...others] = splitWords(name);
    if (others.length > 0 || /\d/.test(word)) return;
    const known = months.get(word);
    months.set(word, known === undefined || known === month ? month : null);
  };
  // Beside a day, many languages put the name of the month into another case.
  for (const language of languages)
    for (const length of ['long', 'short'] as const)
      for (const options of [{}, { day: 'numeric', weekday: length }] as const) {
        const format = new Intl.DateTimeFormat(language, { month: length, timeZone: 'UTC', ...options });
        // The first days of the months of 2026 are of all weekdays.
        for (let month = 1; month <= 12; month += 1)
          for (const { type, value } of format.formatToParts(new Date(Date.UTC(2026, month - 1, 1)))) {
            if (type === 'weekday') for (const word of splitWords(value)) fillers.add(word);
            if (type === 'month') addMonth(value, month);
          }
      }
  return { months, fillers };
}

let words: DateWords | undefined;

/** Collected once, when the first such date is read. */
function getWords(): DateWords {
  words ??= collectWords();
  return words;
}

/** @returns the month from 1; undefined for a word that is none, or not clear */
export const readMonthName = (word: string): number | undefined => getWords().months.get(word) ?? undefined;

export const isDateFiller = (word: string): boolean => getWords().fillers.has(word);
