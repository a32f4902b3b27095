import type { Formula } from './evaluate.ts';
import { type Fraction, isLess, toFraction } from './fraction.ts';

/** `position` is the index of the first character. */
export type Token = { readonly position: number } & (
  | { readonly kind: 'symbol'; readonly symbol: string }
  | { readonly kind: 'value'; readonly formula: Formula }
);

type Tokens =
  | { readonly ok: true; readonly tokens: readonly Token[] }
  | { readonly ok: false; readonly message: string };

const number = /\d{1,9}(?:\.\d{1,6})?/y;
const placeholder = /\[([a-z]+)((?: +[a-z]+="[\d.]{1,16}"){0,3}) *\]/y;

/** Splits a formula into numbers, placeholders and symbols. */
export function tokenize(text: string): Tokens {
  const tokens: Token[] = [];
  let position = 0;
  while (position < text.length) {
    const character = text[position] ?? '';
    if (character === ' ') {
      position += 1;
      continue;
    }
    const [formula, length] = readValue(text, position);
    if (formula) tokens.push({ kind: 'value', formula, position });
    else if ('+-*/()'.includes(character)) tokens.push({ kind: 'symbol', symbol: character, position });
    else
      return {
        ok: false,
        message: `cannot be read from character ${position + 1}: ${text.slice(position, position + 20)}`,
      };
    position += formula ? length : 1;
  }
  return { ok: true, tokens };
}

/** @returns the value at a position and its number of characters; null for the value when there is none */
function readValue(text: string, position: number): readonly [Formula | null, number] {
  number.lastIndex = position;
  const [digits] = number.exec(text) ?? [];
  if (digits !== undefined) {
    // Without this check a longer number would be read as two numbers.
    const isWhole = !/[\d.]/.test(text[position + digits.length] ?? '');
    return [isWhole ? { kind: 'number', value: parseDecimal(digits) } : null, digits.length];
  }
  placeholder.lastIndex = position;
  const [whole = '', name, attributes = ''] = placeholder.exec(text) ?? [];
  return [name === undefined ? null : createPlaceholder(name, attributes), whole.length];
}

function parseDecimal(text: string): Fraction {
  const [whole = '', decimals = ''] = text.split('.');
  return toFraction(BigInt(whole + decimals), 10n ** BigInt(decimals.length));
}

function createPlaceholder(name: string, attributes: string): Formula | null {
  if (name === 'fee') return createFee(attributes);
  if (attributes !== '') return null;
  if (name === 'qty') return { kind: 'quantity' };
  return name === 'cost' ? { kind: 'cost' } : null;
}

function createFee(attributes: string): Formula | null {
  const found = Array.from(attributes.matchAll(/([a-z]+)="([\d.]+)"/g), ([, name = '', value = '']) => ({
    name,
    value,
  }));
  const isValid = found.every(
    ({ name, value }) => ['percent', 'min', 'max'].includes(name) && /^\d{1,9}(\.\d{1,6})?$/.test(value),
  );
  const values = new Map(found.map(({ name, value }) => [name, value]));
  const read = (name: string) => {
    const value = values.get(name);
    return isValid && value !== undefined ? parseDecimal(value) : null;
  };
  const [percent, min, max] = [read('percent'), read('min'), read('max')];
  if (!isValid || percent === null || values.size !== found.length) return null;
  return min && max && isLess(max, min) ? null : { kind: 'fee', percent, min, max };
}
