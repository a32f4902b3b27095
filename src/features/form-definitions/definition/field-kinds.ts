import { normaliseCode, normaliseText } from '#platform/input/normalise-text.ts';
import { normalizeEmail } from '#platform/mail/email-address.ts';
import { type FormValues, getValues, listTexts } from '../rules/form-values.shared.ts';
import type { FieldRule } from '../rules/rule.shared.ts';
import type { ChoiceField, FieldKind, FieldOf, NamedField } from './field.ts';
import type { MessageName } from './messages.ts';
import { resolveDate } from './resolve-date.ts';

/** A rule before it has its field and text. `undefined` is a rule that the field does not need. */
export type Draft = readonly [message: MessageName, rule: FieldRule] | undefined;

export interface DraftContext {
  /** `2026-01-31` in the shop's time zone: dates of fields may count from it. */
  readonly today: string;
  /** Limits of the shop. Default: none. */
  readonly fileLimits?: FileLimits | undefined;
}

type Drafts<Kind extends FieldKind> = (field: FieldOf<Kind>, context: DraftContext) => readonly Draft[];

/** Characters of fields without a `maxlength`. */
export const defaultMaxLength = { line: 400, textarea: 5000 } as const;

const required = (field: { required: boolean }): Draft =>
  field.required ? ['invalid_required', { rule: 'required' }] : undefined;

const bound = (message: MessageName, rule: FieldRule['rule'], threshold: string | number | undefined): Draft =>
  threshold === undefined ? undefined : [message, { rule, threshold }];

interface SizedField {
  readonly minlength?: number | undefined;
  readonly maxlength?: number | undefined;
}

export function limitLength({ minlength, maxlength }: SizedField, standard: number = defaultMaxLength.line): Draft[] {
  return [
    bound('invalid_too_long', 'maxlength', maxlength ?? standard),
    bound('invalid_too_short', 'minlength', minlength),
  ];
}

function draftNumber(field: FieldOf<'number' | 'range'>): readonly Draft[] {
  const { min, max, step: interval, defaultValue } = field;
  // The steps of HTML begin at the minimum, else at the default.
  const base = min ?? (Number(defaultValue) || 0);
  return [
    required(field),
    ['invalid_number', { rule: 'number' }],
    bound('number_too_small', 'minnumber', min),
    bound('number_too_large', 'maxnumber', max),
    interval === undefined ? undefined : ['number_off_step', { rule: 'stepnumber', base, interval }],
  ];
}

function draftDate(field: FieldOf<'date'>, { today }: DraftContext): readonly Draft[] {
  const resolve = (day: string | undefined) => (day === undefined ? undefined : resolveDate(day, today));
  return [
    required(field),
    ['invalid_date', { rule: 'date' }],
    bound('date_too_early', 'mindate', resolve(field.min)),
    bound('date_too_late', 'maxdate', resolve(field.max)),
    field.weekdays && ['invalid_weekday', { rule: 'dayofweek', accept: field.weekdays }],
  ];
}

function draftChoice(field: ChoiceField): readonly Draft[] {
  const isSingle =
    field.kind === 'radio' ||
    (field.kind === 'select' && !field.isMultiple) ||
    (field.kind === 'checkbox' && field.isExclusive);
  const accept = listAcceptedOptions(field).map(({ value }) => value);
  return [
    required(field),
    ['invalid_choice', { rule: 'enum', accept }],
    isSingle ? ['too_many_items', { rule: 'maxitems', threshold: 1 }] : undefined,
  ];
}

function listAcceptedOptions(field: ChoiceField): ChoiceField['options'] {
  return field.kind === 'select' && field.firstAsLabel ? field.options.slice(1) : field.options;
}

function draftFile(field: FieldOf<'file'>, { fileLimits }: DraftContext): readonly Draft[] {
  const { maxFiles, maxBytes, maxFileBytes } = limitFiles(field, fileLimits);
  return [
    field.required ? ['invalid_required', { rule: 'requiredfile' }] : undefined,
    field.accept.length > 0 ? ['upload_file_type_invalid', { rule: 'file', accept: field.accept }] : undefined,
    bound('upload_file_too_small', 'minfilesize', field.minBytes),
    bound('upload_file_too_large', 'maxfilesize', maxBytes),
    bound('upload_file_too_large', 'maxeachfilesize', maxFileBytes < maxBytes ? maxFileBytes : undefined),
    bound('too_many_items', 'maxitems', maxFiles),
  ];
}

/** Characters of what is typed beside the last option. */
const maxFreeText = 1000;

/** What was sent for a field, and what mails say of it. */
export interface FieldTexts {
  readonly texts: readonly string[];
  readonly mailText: string;
}

const readTexts = (field: NamedField, values: FormValues): FieldTexts => {
  const texts = listTexts(values, field.name);
  return { texts, mailText: texts.join(', ') };
};

/** @param freeText follows the last option */
function readChoice(field: ChoiceField, values: FormValues, freeText: string): FieldTexts {
  const last = field.kind !== 'select' && field.hasFreeText ? field.options.at(-1)?.value : undefined;
  const addFreeText = (value: string, shown: string) =>
    value === last && freeText !== '' ? `${shown} ${freeText.slice(0, maxFreeText)}` : shown;
  const findMailValue = (value: string) => field.options.find((each) => each.value === value)?.mailValue ?? value;
  const chosen = listTexts(values, field.name);
  return {
    texts: chosen.map((value) => addFreeText(value, value)),
    mailText: chosen.map((value) => addFreeText(value, findMailValue(value))).join(', '),
  };
}

function readAcceptance(field: FieldOf<'acceptance'>, values: FormValues): FieldTexts {
  const texts = listTexts(values, field.name);
  return { texts, mailText: texts.length > 0 ? field.content.map(({ text }) => text).join('') : '' };
}

function readFiles(field: NamedField, values: FormValues): FieldTexts {
  const texts = getValues(values, field.name).files.map(({ name }) => name);
  return { texts, mailText: texts.join(', ') };
}

interface KindDefinition<Kind extends FieldKind> {
  readonly rules: Drafts<Kind>;
  /** Normalises what was typed. Kinds without it have values of the form, with which they are compared. */
  readonly normalise?: (typed: string) => string;
  /** Default: the texts that were sent. */
  readonly read?: (field: FieldOf<Kind>, values: FormValues, freeText: string) => FieldTexts;
  /** Whether the value proves or protects something, or is a file: the fields of a message leave it out. */
  readonly isLeftOut?: true;
}

/** What the server does with fields of each kind. `form-markup` renders them. */
const fieldKinds: { readonly [Kind in NamedField['kind']]: KindDefinition<Kind> } = {
  text: { rules: (field) => [required(field), ...limitLength(field)], normalise: normaliseText },
  email: {
    rules: (field) => [required(field), ['invalid_email', { rule: 'email' }], ...limitLength(field)],
    normalise: normalizeEmail,
  },
  url: {
    rules: (field) => [required(field), ['invalid_url', { rule: 'url' }], ...limitLength(field)],
    normalise: normaliseText,
  },
  tel: {
    rules: (field) => [required(field), ['invalid_tel', { rule: 'tel' }], ...limitLength(field)],
    normalise: normaliseCode,
  },
  textarea: {
    rules: (field) => [required(field), ...limitLength(field, defaultMaxLength.textarea)],
    normalise: normaliseText,
  },
  number: { rules: draftNumber, normalise: normaliseCode },
  range: { rules: draftNumber },
  date: { rules: draftDate, normalise: normaliseCode },
  time: { rules: (field) => [required(field), ['invalid_time', { rule: 'time' }]], normalise: normaliseCode },
  select: { rules: draftChoice, read: readChoice },
  radio: { rules: draftChoice, read: readChoice },
  checkbox: { rules: draftChoice, read: readChoice },
  acceptance: { rules: () => [], read: readAcceptance },
  file: { rules: draftFile, read: readFiles, isLeftOut: true },
  quiz: {
    rules: (field) => [['quiz_answer_not_correct', { rule: 'required' }], ...limitLength(field)],
    isLeftOut: true,
  },
  'captcha-image': { rules: () => [], isLeftOut: true },
  captcha: {
    rules: (field) => [['captcha_not_match', { rule: 'required' }], ...limitLength(field)],
    isLeftOut: true,
  },
  hidden: { rules: () => [] },
};

/** The definition of a field's kind, for this field. */
const getKind = ({ kind }: NamedField) => fieldKinds[kind] as KindDefinition<NamedField['kind']>;

export const draftRules = (field: NamedField, context: DraftContext): readonly Draft[] =>
  getKind(field).rules(field, context);

export const normaliseValue = (field: NamedField, typed: string): string => getKind(field).normalise?.(typed) ?? typed;

/** @param freeText what was typed beside the last option */
export const readFieldTexts = (field: NamedField, values: FormValues, freeText: string): FieldTexts =>
  (getKind(field).read ?? readTexts)(field, values, freeText);

export const isInMessage = (field: NamedField): boolean => !getKind(field).isLeftOut;

export interface FileLimits {
  readonly maxFileBytes: number;
  readonly maxFiles: number;
}

interface FieldFileLimits extends FileLimits {
  readonly maxBytes: number;
}

/** What a field takes of files, where the shop takes less than the field says. */
export function limitFiles(
  field: Pick<FieldOf<'file'>, 'maxBytes' | 'maxFiles'>,
  limits: FileLimits | undefined,
): FieldFileLimits {
  const maxFiles = Math.min(field.maxFiles, limits?.maxFiles ?? field.maxFiles);
  const maxFileBytes = Math.min(field.maxBytes, limits?.maxFileBytes ?? field.maxBytes);
  return { maxFiles, maxFileBytes, maxBytes: Math.min(field.maxBytes, maxFileBytes * maxFiles) };
}
