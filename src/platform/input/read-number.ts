import { getNumberFormat } from '#platform/texts/formats.ts';
import { normaliseCode } from './normalise-text.ts';

export type DecimalSeparator = '.' | ',';

/** What is known of how a number is written. */
export interface NumberNotation {
  /** Undefined: the number itself must say it. */
  readonly decimal?: DecimalSeparator | undefined;
  /** False: too small for groups of thousands, such as a percentage. Then `8.875` is not ambiguous. */
  readonly hasGroups?: boolean | undefined;
}

/** An exact number as machines write it: '-1234.5', without trailing zeros. */
export type NumberResult =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly isAmbiguous: boolean };

/** Longer than any number that a shop needs. */
const maxLength = 60;

const numberPattern = /^(-?) ?(\d[\d.,' ]*|[.,]\d+)$/;

/** Three digits between separators, or the Indian way: 12,34,567. */
const groupedDigits = /^(?:\d+|\d{1,3}(?:([.,' ])\d{3})(?:\1\d{3})*|\d{1,2}(?:([.,' ])\d{2})(?:\2\d{2})*\2\d{3})$/;

/**
 * Reads a number that a person wrote: '1,234.50', '1.234,50', '1 234,50', "1'234.50", '12,34,567',
 * '١٬٢٣٤٫٥٠', '−5'. Refuses exponents, other bases and, unless the notation is known, what could be
 * thousands or decimals: '1.250' and '1,250'.
 */
export function readNumber(text: string, notation: NumberNotation = {}): NumberResult {
  const typed = text.length > maxLength ? '' : normaliseCode(text);
  // Arabic has separators of its own, which are never ambiguous.
  const isArabic = /[\u066B\u066C]/.test(typed);
  const [, minus = '', body] = numberPattern.exec(typed.replaceAll('\u066C', ',').replaceAll('\u066B', '.')) ?? [];
  if (body === undefined) return { ok: false, isAmbiguous: false };
  const mark = findDecimalMark(body, isArabic ? { decimal: '.' } : notation);
  if (mark === 'ambiguous') return { ok: false, isAmbiguous: true };
  const [whole = '', fraction = '', ...others] = mark === null ? [body] : body.split(mark);
  const isWhole = groupedDigits.test(whole || '0') && (notation.hasGroups !== false || /^\d*$/.test(whole));
  if (!isWhole || !/^\d*$/.test(fraction) || others.length > 0) return { ok: false, isAmbiguous: false };
  const digits = whole.replace(/\D/g, '').replace(/^0+(?=\d)/, '') || '0';
  const decimals = fraction.replace(/0+$/, '');
  const value = `${digits}${decimals && `.${decimals}`}`;
  return { ok: true, value: value === '0' ? value : `${minus}${value}` };
}

function findDecimalMark(body: string, notation: NumberNotation): DecimalSeparator | 'ambiguous' | null {
  if (notation.decimal) return body.includes(notation.decimal) ? notation.decimal : null;
  const marks = body.match(/[.,]/g) ?? [];
  const last = marks.at(-1) as DecimalSeparator | undefined;
  if (last === undefined) return null;
  const isRepeated = marks.filter((mark) => mark === last).length > 1;
  if (isRepeated) return new Set(marks).size === 1 ? null : last;
  const couldBeGroups = notation.hasGroups !== false && /^[1-9]\d{0,2}[.,]\d{3}$/.test(body);
  return couldBeGroups ? 'ambiguous' : last;
}

/**
 * Reads a whole number: '12', '1 250', '12.0'.
 * @returns null when it is none, ambiguous, or not from `min` to `max`
 */
export function readWhole(text: string, min: number, max: number, notation?: NumberNotation): number | null {
  const read = readNumber(text, notation);
  const value = read.ok && !read.value.includes('.') ? Number(read.value) : Number.NaN;
  return value >= min && value <= max ? value : null;
}

/** Reads a whole number of 0 or more, such as a page or an id of a command. @returns NaN for what is none */
export function readCount(text: string | boolean): number {
  return (typeof text === 'string' ? readWhole(text, 0, Number.MAX_SAFE_INTEGER) : null) ?? Number.NaN;
}

/** Reads a percentage from 0 to 100: '12.5', '8,875 %'. @returns null for what is none */
export function readPercent(text: string): number | null {
  const digits = normaliseCode(text).replace(/ ?[%\u066A]$/, '');
  const read = readNumber(digits, { hasGroups: false });
  const percent = read.ok ? Number(read.value) : Number.NaN;
  return percent >= 0 && percent <= 100 ? percent : null;
}

/** The notation of a language. Undefined where its amounts and its numbers differ, as in `fr-CH`. */
export function getNotation(locale: string): NumberNotation {
  const marks = [{}, { style: 'currency', currency: 'EUR' } as const].map((options) => {
    const parts = getNumberFormat(locale, { ...options, minimumFractionDigits: 2 }).formatToParts(1.5);
    return parts.find(({ type }) => type === 'decimal')?.value;
  });
  return { decimal: (['.', ','] as const).find((mark) => marks.every((each) => each === mark)) };
}

/** Recognises how the numbers of one file are written, from those that are not ambiguous. */
export interface NotationDetector {
  /** @param text with or without a currency or `%` */
  add(text: string): void;
  /** Says nothing when no number does, or when they contradict each other. */
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
      // A separator that comes twice separates thousands, so decimals have the other one.
      else if (/[.,]/.test(body)) found.add(body.includes('.') ? ',' : '.');
    },
    getNotation: () => (found.size === 1 ? { decimal: [...found][0] } : {}),
  };
}
