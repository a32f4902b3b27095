import { z } from 'zod';
import { normaliseCode } from '#platform/input/normalise-text.ts';
import { getNotation, readNumber, readPercent } from '#platform/input/read-number.ts';
import { formatMoney, getMinorDigits, toDecimal } from '#platform/money/money.ts';
import { readAmount } from '#platform/money/read-amount.ts';
import { getNumberFormat } from '#platform/texts/formats.ts';
import type { Text, TextValues } from '#platform/texts/texts.ts';
import { type FieldKind, findFieldError } from '../field.ts';
import { type FieldLook, TextField } from '../field-look.shared.tsx';
import { readSingleLine } from '../read-form.ts';
import { formTexts as texts } from '../texts.ts';

/**
 * `min` and `max` are inclusive. For a percentage they default to 0 and 100, for an amount they are in minor units.
 */
export interface NumberOptions extends FieldLook {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  /** Maximum number of decimals. Default: 0. */
  readonly decimals?: number | undefined;
  /** Locale in whose notation the form writes numbers. Any unambiguous notation is read. */
  readonly locale?: string | undefined;
}

export interface MoneyOptions extends Omit<NumberOptions, 'decimals'> {
  readonly currency: string;
}

type NumberProblem = readonly [Text, TextValues?];

interface NumberKind<Options> {
  readonly name: string;
  /** @returns null for a text that is not a number */
  readonly parse: (typed: string, field: Options) => number | null;
  /** Returns the exact number in machine notation. */
  readonly toDecimal: (value: number, field: Options) => string;
  readonly format: (value: number, field: Options, locale: string) => string;
  /** Returns an example that `parse` accepts. */
  readonly example: (field: Options) => string;
  /** The unit that is shown after the label. */
  readonly unit?: (field: Options) => string;
}

function createNumberKind<Options extends NumberOptions>(kind: NumberKind<Options>): FieldKind<number | null, Options> {
  const { parse, format } = kind;
  const findProblem = (typed: string, value: number | null, field: Options): NumberProblem | null => {
    const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY, label, locale = 'en' } = field;
    if (typed === '') return field.required ? [texts.required, { label }] : null;
    if (value === null) return [texts.numberInvalid, { label, example: writeNumber(kind.example(field), locale) }];
    if (value < min) return [texts.tooSmall, { label, min: format(min, field, locale) }];
    return value > max ? [texts.tooLarge, { label, max: format(max, field, locale) }] : null;
  };
  return {
    name: kind.name,
    read({ t, form }, name, field) {
      const typed = normaliseCode(readSingleLine(form, name));
      const value = typed === '' ? null : parse(typed, field);
      const problem = findProblem(typed, value, field);
      return { value, problems: problem ? [{ field: name, message: t(...problem) }] : [] };
    },
    render: ({ field, name, state: { form, problems }, children }) => (
      <TextField
        look={{
          ...{ ...field, max: 60, name, control: 'line', inputMode: 'decimal', autoComplete: 'off' },
          note: field.note ?? kind.unit?.(field),
        }}
        value={readSingleLine(form, name)}
        error={findFieldError(problems, name)}
      >
        {children}
      </TextField>
    ),
    toText: (value, field, { locale }) => (value === null ? '' : format(value, field, locale)),
    json: () => z.number().nullable(),
    toForm: (value, name, field) => ({
      [name]: value === null ? '' : writeNumber(kind.toDecimal(value, field), field.locale),
    }),
  };
}

/**
 * Writes a number so that `readNumber` reads exactly the same value: '1.250' could mean thousands, '1.2500' can't.
 */
function writeNumber(decimal: string, locale = 'en'): string {
  const written = decimal.replace('.', getNotation(locale).decimal ?? '.');
  return readNumber(written).ok ? written : `${written}0`;
}

const toPlainDecimal = (value: number) =>
  getNumberFormat('en', { useGrouping: false, maximumFractionDigits: 15 }).format(value);

export const numberKind = createNumberKind<NumberOptions>({
  name: 'number',
  parse: (typed, { decimals = 0 }) => {
    const read = readNumber(typed);
    const fraction = read.ok ? (read.value.split('.')[1] ?? '') : '';
    return read.ok && fraction.length <= decimals ? Number(read.value) : null;
  },
  toDecimal: toPlainDecimal,
  format: (value, { decimals = 0 }, locale) =>
    getNumberFormat(locale, { maximumFractionDigits: decimals }).format(value),
  example: ({ decimals = 0 }) => (decimals > 0 ? '12.5' : '12'),
});

export const percentKind = createNumberKind<NumberOptions>({
  name: 'percent',
  parse: (typed) => readPercent(typed),
  toDecimal: toPlainDecimal,
  format: (value, _, locale) =>
    getNumberFormat(locale, { style: 'percent', maximumFractionDigits: 6 }).format(value / 100),
  example: () => '12.5',
  unit: () => '%',
});

export const moneyKind = createNumberKind<MoneyOptions & NumberOptions>({
  name: 'money',
  parse: (typed, { currency }) => readAmount(typed, currency),
  toDecimal: (amount, { currency }) => toDecimal({ amount, currency }),
  format: (amount, { currency }, locale) => formatMoney({ amount, currency }, locale),
  example: ({ currency }) => toDecimal({ amount: 125 * 10 ** getMinorDigits(currency), currency }),
  unit: ({ currency }) => currency,
});
