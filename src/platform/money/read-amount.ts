import { normaliseCode } from '#platform/input/normalise-text.ts';
import { type NumberNotation, readNumber } from '#platform/input/read-number.ts';
import { getNumberFormat } from '#platform/texts/formats.ts';
import { getMinorDigits, toMinorUnits } from './money.ts';

/**
 * Reads an amount that a person wrote, with or without the currency's sign or code (`readNumber`).
 * @returns minor units, or null when the text is no amount, negative, ambiguous ('1.250') or has more decimals
 * than the currency; `describeAmountProblem` describes the reason
 */
export function readAmount(text: string, currency: string, notation?: NumberNotation): number | null {
  const read = readNumber(withoutCurrency(text, currency), notation);
  return read.ok && !read.value.startsWith('-') ? toMinorUnits(read.value, currency) : null;
}

/** Describes why `readAmount` refuses a text, and how the currency's amounts are written. */
export function describeAmountProblem(text: string, currency: string): string {
  const places = getMinorDigits(currency);
  const examples = places === 0 ? '1250' : `1250 or ${formatExample(places)}`;
  const read = readNumber(withoutCurrency(text, currency));
  const isAmbiguous = !read.ok && read.isAmbiguous;
  const reason = isAmbiguous
    ? `'${text}' could mean thousands or decimals`
    : `'${text}' is not an amount in ${currency}`;
  return `${reason}; expected an amount such as ${examples}`;
}

const formatExample = (places: number) => getNumberFormat('en', { minimumFractionDigits: places }).format(1250);

const signs = new Map<string, readonly string[]>();

/** Lists the ways to write a currency beside an amount: 'EUR', '€'; 'DKK', 'kr.', 'kr'. */
function listSigns(currency: string): readonly string[] {
  const known = signs.get(currency);
  if (known) return known;
  const locales = ['en', ...localesWithOwnSigns];
  const written = locales.flatMap((locale) =>
    (['symbol', 'narrowSymbol'] as const).flatMap((currencyDisplay) =>
      getNumberFormat(locale, { style: 'currency', currency, currencyDisplay })
        .formatToParts(1)
        .flatMap(({ type, value }) => (type === 'currency' ? normaliseCode(value) : [])),
    ),
  );
  const longestFirst = [...new Set([currency, ...written])].sort((one, other) => other.length - one.length);
  signs.set(currency, longestFirst);
  return longestFirst;
}

/** Languages that write the sign of their own currency differently from other languages. */
const localesWithOwnSigns = [
  'da',
  'sv',
  'nb',
  'is',
  'pl',
  'cs',
  'hu',
  'ro',
  'bg',
  'ar',
  'he',
  'fa',
  'fr',
  'hi',
  'ja',
  'zh',
  'pt-BR',
];

function withoutCurrency(text: string, currency: string): string {
  const typed = normaliseCode(text.slice(0, 100));
  const [, minus = '', unsigned = ''] = /^(-?) ?(.*)$/.exec(typed) ?? [];
  for (const sign of listSigns(currency)) {
    const upper = unsigned.toUpperCase();
    if (upper.startsWith(sign.toUpperCase())) return minus + unsigned.slice(sign.length).trim();
    if (upper.endsWith(sign.toUpperCase())) return minus + unsigned.slice(0, -sign.length).trim();
  }
  return minus + unsigned;
}
