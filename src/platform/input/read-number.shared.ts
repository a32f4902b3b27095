import { normaliseCode } from './normalise-code.shared.ts';

export type DecimalSeparator = '.' | ',';

/** Known properties of how a number is written. */
export interface NumberNotation {
  /** Undefined when the number itself must show its decimal separator. */
  readonly decimal?: DecimalSeparator | undefined;
  /** False for numbers too small for groups of thousands, such as a percentage. Then `8.875` is not ambiguous. */
  readonly hasGroups?: boolean | undefined;
}

/** `value` is an exact number in machine notation: '-1234.5', without trailing zeros. */
export type NumberResult =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly isAmbiguous: boolean };

/** Maximum number of characters, more than any number of a shop needs. */
const maxLength = 60;

export const numberPattern = /^(-?) ?(\d[\d.,' ]*|[.,]\d+)$/;

/** Three digits between separators, or the Indian grouping: 12,34,567. */
const groupedDigits = /^(?:\d+|\d{1,3}(?:([.,' ])\d{3})(?:\1\d{3})*|\d{1,2}(?:([.,' ])\d{2})(?:\2\d{2})*\2\d{3})$/;

/**
 * Reads a number that a person wrote: '1,234.50', '1.234,50', '1 234,50', "1'234.50", '12,34,567',
 * '١٬٢٣٤٫٥٠', '−5'. Refuses exponents and other bases. Refuses ambiguous numbers, such as '1.250' and '1,250',
 * unless the notation is known.
 */
export function readNumber(text: string, notation: NumberNotation = {}): NumberResult {
  const typed = text.length > maxLength ? '' : normaliseCode(text);
  // Arabic separators are never ambiguous.
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

export function findDecimalMark(body: string, notation: NumberNotation): DecimalSeparator | 'ambiguous' | null {
  if (notation.decimal) return body.includes(notation.decimal) ? notation.decimal : null;
  const marks = body.match(/[.,]/g) ?? [];
  const last = marks.at(-1) as DecimalSeparator | undefined;
  if (last === undefined) return null;
  const isRepeated = marks.filter((mark) => mark === last).length > 1;
  if (isRepeated) return new Set(marks).size === 1 ? null : last;
  const couldBeGroups = notation.hasGroups !== false && /^[1-9]\d{0,2}[.,]\d{3}$/.test(body);
  return couldBeGroups ? 'ambiguous' : last;
}
