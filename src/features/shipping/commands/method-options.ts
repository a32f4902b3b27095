import type { CommandInput } from '#platform/cli/command.ts';
import { normaliseCode } from '#platform/input/normalise-text.ts';
import { readWhole } from '#platform/input/read-number.ts';
import { describeAmountProblem, readAmount } from '#platform/money/read-amount.ts';

/** Options of the commands that add and change methods. Amounts are written as on a price list. */
export const methodOptions = [
  { flags: '--cost <cost>', description: "amount such as 6.90, for flat rates also a formula: '5 + 1.50 * [qty]'" },
  {
    flags: '--class-costs <costs>',
    description: "flat rate: by shipping class, such as 'fragile=4; bulky=2.50 * [qty]'",
  },
  { flags: '--cost-without-class <cost>', description: 'flat rate: for items without a shipping class' },
  { flags: '--class-rule <rule>', description: 'flat rate: per-class or highest' },
  { flags: '--free-from <amount>', description: 'total of the items from which the method is free' },
  {
    flags: '--requires <what>',
    description: 'free shipping: nothing, minimum, coupon, minimum-or-coupon, minimum-and-coupon',
  },
  { flags: '--minimum <amount>', description: 'free shipping: minimum of the items' },
  { flags: '--minimum-of <total>', description: 'free shipping: discounted or full' },
  { flags: '--places <places>', description: "pickup: 'studio=The studio, 1 Quay Lane; market=Market'" },
  {
    flags: '--transit <days>',
    description: 'delivery days in transit, such as 2-4; a pickup: working days until it is ready',
  },
  { flags: '--by <measure>', description: 'table: weight, total or quantity' },
  {
    flags: '--rows <rows>',
    description: "table: 'from-to=cost', such as '0-2000=5.00; 2000-=8.00+1.50/1000' (1.50 for each 1000)",
  },
] as const;

type Fields = Readonly<Record<string, unknown>>;
type Read = (text: string, currency: string) => Fields | string;

/**
 * Reads the given options into fields of a method, in the format of the setting. The setting's schema checks which
 * fields a type has.
 * @returns a message when an option is invalid
 */
export function readMethodFields(options: CommandInput['options'], currency: string): Fields | string {
  const fields: Record<string, unknown> = {};
  for (const [name, read] of Object.entries(readers)) {
    const text = options[name];
    if (typeof text !== 'string') continue;
    const found = read(text, currency);
    if (typeof found === 'string') return found;
    Object.assign(fields, found);
  }
  return fields;
}

const readers: Readonly<Record<string, Read>> = {
  cost: (text, currency) => readCostOption('--cost', 'cost', text, currency),
  classCosts: readClassCosts,
  costWithoutClass: (text, currency) => readCostOption('--cost-without-class', 'noClassCost', text, currency),
  classRule: (classRule) => ({ classRule }),
  freeFrom: (text, currency) => readAmountOption('--free-from', 'freeFrom', text, currency),
  requires: (requires) => ({ requires }),
  minimum: (text, currency) => readAmountOption('--minimum', 'minimum', text, currency),
  minimumOf: (minimumOf) => ({ minimumOf }),
  transit: readTransit,
  places: readPlaces,
  by: (by) => ({ by }),
  rows: readRows,
};

/**
 * Reads an amount as minor units, or a formula as text.
 * @returns null for an amount that the currency can't have, such as '1.250': as a formula it would silently be 1.25
 */
export function readCost(text: string, currency: string): number | string | null {
  const isFormula = /[[\]()*/+]|\d\s*-/.test(text);
  return readAmount(text, currency) ?? (isFormula || !/\d/.test(text) ? text.trim() : null);
}

function readCostOption(option: string, field: string, text: string, currency: string): Fields | string {
  const cost = readCost(text, currency);
  return cost === null ? `${option}: ${describeAmountProblem(text, currency)}` : { [field]: cost };
}

function readAmountOption(option: string, field: string, text: string, currency: string): Fields | string {
  const amount = readAmount(text, currency);
  return amount === null ? `${option}: ${describeAmountProblem(text, currency)}` : { [field]: amount };
}

const splitPairs = (text: string) =>
  text
    .split(';')
    .filter((part) => part.trim() !== '')
    .map((part) => /^\s*([^=]*?)\s*=\s*(.*?)\s*$/s.exec(part));

function readClassCosts(text: string, currency: string): Fields | string {
  const pairs = splitPairs(text);
  if (pairs.some((pair) => !pair)) return "--class-costs: expected 'class=cost; class=cost'";
  const costs = pairs.map((pair) => {
    const [, shippingClass = '', text = ''] = pair ?? [];
    return { shippingClass, text, cost: readCost(text, currency) };
  });
  const invalid = costs.find(({ cost }) => cost === null);
  if (invalid) return `--class-costs: ${describeAmountProblem(invalid.text, currency)}`;
  return { classCosts: Object.fromEntries(costs.map(({ shippingClass, cost }) => [shippingClass, cost])) };
}

function readTransit(text: string): Fields | string {
  const [min = null, max = min, ...others] = normaliseCode(text)
    .split('-')
    .map((days) => readWhole(days, 0, 90));
  if (min === null || max === null || others.length > 0) return '--transit: expected days such as 2-4';
  return { transitDays: { min, max } };
}

function readPlaces(text: string): Fields | string {
  const pairs = splitPairs(text);
  if (pairs.some((pair) => !pair)) return "--places: expected 'id=Title, address; id=Title'";
  const places = pairs.map((pair) => {
    const [title = '', ...detail] = (pair?.[2] ?? '').split(',');
    return {
      id: pair?.[1] ?? '',
      title: title.trim(),
      ...(detail.length > 0 ? { detail: detail.join(',').trim() } : {}),
    };
  });
  return { places };
}

function readRows(text: string, currency: string): Fields | string {
  const rows = normaliseCode(text)
    .split(';')
    .filter((part) => part.trim() !== '')
    .map((part) => readRow(part, currency));
  if (rows.some((row) => row === null))
    return "--rows: expected 'from-to=cost', such as '0-2000=5.00; 2000-=8.00+1.50/1000'";
  return { rows };
}

function readRow(text: string, currency: string): Fields | null {
  const found = /^\s*(\d+)\s*-\s*(\d*)\s*=\s*([\d.,]+)\s*(?:\+\s*([\d.,]+)\s*\/\s*(\d+))?\s*$/.exec(text);
  if (!found) return null;
  const [, from, to, costText = '', stepText, stepSize] = found;
  const cost = readAmount(costText, currency);
  const stepCost = stepText === undefined ? undefined : readAmount(stepText, currency);
  if (cost === null || stepCost === null) return null;
  const step = stepCost === undefined ? {} : { stepCost, stepSize: Number(stepSize) };
  return { from: Number(from), ...(to === '' ? {} : { to: Number(to) }), cost, ...step };
}
