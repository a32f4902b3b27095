import { getNumberFormat } from '#platform/texts/formats.ts';
import { normaliseCode } from './normalise-text.ts';
import {
  type DecimalSeparator,
  findDecimalMark,
  type NumberNotation,
  numberPattern,
  readNumber,
} from './read-number.shared.ts';

export { type DecimalSeparator, type NumberNotation, readNumber } from './read-number.shared.ts';

/**
 * Reads a whole number: '12', '1 250', '12.0'.
 * @returns null when the text is no whole number, is ambiguous, or is not from `min` to `max`
 */
export function readWhole(text: string, min: number, max: number, notation?: NumberNotation): number | null {
  const read = readNumber(text, notation);
  const value = read.ok && !read.value.includes('.') ? Number(read.value) : Number.NaN;
  return value >= min && value <= max ? value : null;
}

/**
 * Reads a whole number of 0 or more, such as a page or an id in a command.
 * @returns NaN for other texts
 */
export function readCount(text: string | boolean): number {
  return (typeof text === 'string' ? readWhole(text, 0, Number.MAX_SAFE_INTEGER) : null) ?? Number.NaN;
}

/**
 * Reads a percentage from 0 to 100: '12.5', '8,875 %'.
 * @returns null for other texts
 */
export function readPercent(text: string): number | null {
  const digits = normaliseCode(text).replace(/ ?[%\u066A]$/, '');
  const read = readNumber(digits, { hasGroups: false });
  const percent = read.ok ? Number(read.value) : Number.NaN;
  return percent >= 0 && percent <= 100 ? percent : null;
}

/**
 * Returns the notation of a language.
 * @returns undefined separators where amounts and numbers of the language differ, as in `fr-CH`
 */
export function getNotation(locale: string): NumberNotation {
  const marks = [{}, { style: 'currency', currency: 'EUR' } as const].map((options) => {
    const parts = getNumberFormat(locale, { ...options, minimumFractionDigits: 2 }).formatToParts(1.5);
    return parts.find(({ type }) => type === 'decimal')?.value;
  });
  return { decimal: (['.', ','] as const).find((mark) => marks.every((each) => each === mark)) };
}

/** Detects how the numbers of a file are written, from those numbers that are not ambiguous. */
export interface NotationDetector {
  add(text: string): void;
  /** Returns an empty notation when all numbers are ambiguous, or when they contradict each other. */
  getNotation(): NumberNotation;
}

export function createNotationDetector(): NotationDetector {
  const found = new Set<DecimalSeparator>();
  return {
    add(text) {
      const typed = normaliseCode(text).replace(/[\p{Sc}\p{L}%]/gu, '');
      if (!readNumber(typed).ok) return;
      const body = numberPattern.exec(normaliseCode(typed))?.[2] ?? '';
      const mark = findDecimalMark(body, {});
      if (mark === '.' || mark === ',') found.add(mark);
      // A separator that occurs twice separates thousands, so the other separator is for decimals.
      else if (/[.,]/.test(body)) found.add(body.includes('.') ? ',' : '.');
    },
    getNotation: () => (found.size === 1 ? { decimal: [...found][0] } : {}),
  };
}
