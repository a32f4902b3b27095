import { matchesFileType } from './file-types.shared.ts';
import { countCharacters, countItems, type FormValues, getValues, listTexts } from './form-values.shared.ts';
import type { FieldRule, RuleName, RuleSide } from './rule.shared.ts';
import {
  compareDates,
  getWeekday,
  isAbsoluteUrl,
  isDateShaped,
  isEmailAddress,
  isNumber,
  isPhoneNumber,
  isRealDate,
  isTime,
} from './text-formats.shared.ts';

interface CheckedField {
  readonly rule: FieldRule;
  /** Not empty, without surrounding space. */
  readonly texts: readonly string[];
  readonly values: FormValues;
  readonly field: string;
  /** Bound of the rule; a rule without a number as its bound is skipped. */
  readonly threshold: number;
  readonly side: RuleSide;
}

type Check = (checked: CheckedField) => boolean;

const every =
  (isValid: (text: string, checked: CheckedField) => boolean): Check =>
  (checked) =>
    checked.texts.every((text) => isValid(text, checked));

/** `measure` returns null where the rule does not apply. */
const atLeast =
  (measure: (checked: CheckedField) => number | null): Check =>
  (checked) =>
    !((measure(checked) ?? checked.threshold) < checked.threshold);

const atMost =
  (measure: (checked: CheckedField) => number | null): Check =>
  (checked) =>
    !((measure(checked) ?? checked.threshold) > checked.threshold);

const measureItems = ({ values, field }: CheckedField) => countItems(values, field);

const measureLength = ({ texts }: CheckedField) =>
  texts.reduce((total, text) => total + countCharacters(text), 0) || null;

function measureFiles({ values, field }: CheckedField): number | null {
  const { files } = getValues(values, field);
  return files.length === 0 ? null : files.reduce((total, { size }) => total + size, 0);
}

const parseNumber = (value: string | number | undefined) => Number.parseFloat(`${value}`);

function isWithinDate(text: string, { rule: { threshold } }: CheckedField, sign: 1 | -1): boolean {
  const bound = `${threshold}`;
  return !(isDateShaped(text) && isDateShaped(bound)) || sign * compareDates(text, bound) >= 0;
}

function isOnStep(text: string, { rule }: CheckedField): boolean {
  const interval = parseNumber(rule.interval);
  const value = parseNumber(text);
  if (!(interval > 0) || Number.isNaN(value)) return true;
  const rest = Math.abs((value - (parseNumber(rule.base) || 0)) % interval);
  return Math.min(rest, interval - rest).toFixed(6) === '0.000000';
}

const checks: Readonly<Record<Exclude<RuleName, 'all' | 'any'>, Check>> = {
  required: (checked) => measureItems(checked) > 0,
  requiredfile: ({ values, field }) => getValues(values, field).files.length > 0,
  email: every(isEmailAddress),
  url: every(isAbsoluteUrl),
  tel: every((text, { side }) => isPhoneNumber(text, side)),
  number: every(isNumber),
  date: every(isRealDate),
  time: every(isTime),
  file: ({ values, field, rule }) =>
    getValues(values, field).files.every(({ name }) =>
      rule.accept?.some((accepted) => matchesFileType(name, `${accepted}`)),
    ),
  enum: every((text, { rule }) => !!rule.accept?.some((accepted) => text === `${accepted}`.trim())),
  dayofweek: every((text, { rule }) => !!rule.accept?.some((day) => getWeekday(text) === Number(day))),
  minitems: atLeast(measureItems),
  maxitems: atMost(measureItems),
  minlength: atLeast(measureLength),
  maxlength: atMost(measureLength),
  minnumber: every((text, { threshold }) => !(parseNumber(text) < threshold)),
  maxnumber: every((text, { threshold }) => !(parseNumber(text) > threshold)),
  mindate: every((text, checked) => isWithinDate(text, checked, 1)),
  maxdate: every((text, checked) => isWithinDate(text, checked, -1)),
  minfilesize: atLeast(measureFiles),
  maxfilesize: atMost(measureFiles),
  maxeachfilesize: ({ values, field, threshold }) =>
    getValues(values, field).files.every(({ size }) => !(size > threshold)),
  stepnumber: every(isOnStep),
};

/** Whether rules of this name exist. Others are skipped, so that schemas can have newer ones. */
export const isKnownRule = ({ rule }: FieldRule) => rule === 'all' || rule === 'any' || Object.hasOwn(checks, rule);

export function passesRule(rule: FieldRule, values: FormValues, side: RuleSide): boolean {
  const check: Check | undefined = checks[rule.rule as keyof typeof checks];
  const { field = '' } = rule;
  return check({ rule, values, field, texts: listTexts(values, field), threshold: parseNumber(rule.threshold), side });
}
