import { normaliseCode } from '#platform/input/normalise-code.shared.ts';
import { readNumber } from '#platform/input/read-number.shared.ts';

export type Formula =
  | { readonly kind: 'set'; readonly text: string }
  | { readonly kind: 'percent' | 'add'; readonly by: string }
  /** `ending`: the decimals to round to, such as '95'. */
  | { readonly kind: 'round'; readonly ending: string };

/**
 * Reads '+10 %', '-5%', '+2.00', 'round .95' and '=19.90'.
 * @returns null for any other text, and for an ambiguous number
 */
export function parseFormula(text: string): Formula | null {
  const typed = normaliseCode(text);
  if (typed.startsWith('=')) return { kind: 'set', text: typed.slice(1).trim() };
  const [, ending] = /^(?:round ?)?[.,](\d{1,3})$/i.exec(typed) ?? [];
  if (ending !== undefined) return { kind: 'round', ending };
  const [, sign, number = '', percent] = /^([+-]) ?([^%]+?) ?(%?)$/.exec(typed) ?? [];
  const read = readNumber(number, percent ? { hasGroups: false } : {});
  if (sign === undefined || !read.ok || read.value.startsWith('-')) return null;
  return { kind: percent ? 'percent' : 'add', by: sign === '-' ? `-${read.value}` : read.value };
}

export interface NumberStyle {
  readonly decimals: number;
  readonly mark: '.' | ',';
}

/** @returns null when the text is not a number, or the result is below 0 */
export function applyFormula(formula: Formula, text: string, { decimals, mark }: NumberStyle): string | null {
  if (formula.kind === 'set') return formula.text;
  const units = toUnits(text, decimals);
  if (units === null) return null;
  const changed = changeUnits(formula, units, decimals);
  return changed === null || changed < 0 || !Number.isSafeInteger(changed) ? null : writeUnits(changed, decimals, mark);
}

function changeUnits(formula: Exclude<Formula, { kind: 'set' }>, units: number, decimals: number): number | null {
  if (formula.kind === 'round') {
    const whole = 10 ** decimals;
    const end = toUnits(`0.${formula.ending}`, decimals);
    if (end === null || decimals === 0) return null;
    // Round to the nearest ending, and up when two endings are equally near.
    const nearest = Math.round((units - end) / whole) * whole + end;
    return nearest < 0 ? nearest + whole : nearest;
  }
  if (formula.kind === 'add') {
    const by = toUnits(formula.by, decimals);
    return by === null ? null : units + by;
  }
  const millionths = Math.round(Number(formula.by) * 10_000);
  return Math.round((units * (1_000_000 + millionths)) / 1_000_000);
}

/** Converts a number to units of its last decimal: 1250 for '12.50'. */
function toUnits(text: string, decimals: number): number | null {
  const read = readNumber(text);
  if (!read.ok) return null;
  const [whole = '', fraction = ''] = read.value.split('.');
  return fraction.length > decimals ? null : Number(whole + fraction.padEnd(decimals, '0'));
}

/** Writes a number so that `readNumber` reads it unambiguously: '1.250' could mean thousands, '1.2500' can't. */
function writeUnits(units: number, decimals: number, mark: string): string {
  const figures = String(units).padStart(decimals + 1, '0');
  if (decimals === 0) return figures;
  const written = `${figures.slice(0, -decimals)}${mark}${figures.slice(-decimals)}`;
  return readNumber(written).ok ? written : `${written}0`;
}
