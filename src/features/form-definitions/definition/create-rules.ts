import { isAccepted } from '../rules/field-behaviour.shared.ts';
import { groupEntries, listTexts } from '../rules/form-values.shared.ts';
import type { FieldRule, FormEntry, FormSchema } from '../rules/rule.shared.ts';
import type { ChoiceField, FieldKind, FieldOf, NamedField } from './field.ts';
import { type FileLimits, limitFiles } from './file-limits.ts';
import type { ContactForm } from './form.ts';
import { hasQuiz, listFields } from './form-fields.ts';
import { completeRules } from './further-rules.ts';
import { boundPlaceholder, type FormMessages, type MessageName } from './messages.ts';
import { resolveDate } from './resolve-date.ts';

export interface RuleContext {
  readonly messages: FormMessages;
  /** `2026-01-31` in the shop's time zone: dates of fields may count from it. */
  readonly today: string;
  /** Limits of the shop. Default: none. */
  readonly fileLimits?: FileLimits | undefined;
}

/** A rule before it has its field and text. `undefined` is a rule that the field does not need. */
type Draft = readonly [message: MessageName, rule: FieldRule] | undefined;

type DraftContext = Pick<RuleContext, 'today' | 'fileLimits'>;

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

function limitLength({ minlength, maxlength }: SizedField, standard: number = defaultMaxLength.line): Draft[] {
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

const draftsByKind: { readonly [Kind in NamedField['kind']]: Drafts<Kind> } = {
  text: (field) => [required(field), ...limitLength(field)],
  email: (field) => [required(field), ['invalid_email', { rule: 'email' }], ...limitLength(field)],
  url: (field) => [required(field), ['invalid_url', { rule: 'url' }], ...limitLength(field)],
  tel: (field) => [required(field), ['invalid_tel', { rule: 'tel' }], ...limitLength(field)],
  textarea: (field) => [required(field), ...limitLength(field, defaultMaxLength.textarea)],
  number: draftNumber,
  range: draftNumber,
  date: draftDate,
  time: (field) => [required(field), ['invalid_time', { rule: 'time' }]],
  select: draftChoice,
  radio: draftChoice,
  checkbox: draftChoice,
  acceptance: () => [],
  file: draftFile,
  quiz: (field) => [['quiz_answer_not_correct', { rule: 'required' }], ...limitLength(field)],
  'captcha-image': () => [],
  captcha: (field) => [['captcha_not_match', { rule: 'required' }], ...limitLength(field)],
  hidden: () => [],
};

/** Rules of an acceptance that counts as an error of its field. An inverted box must have no value. */
function draftAcceptance(field: FieldOf<'acceptance'>): readonly Draft[] {
  if (field.isOptional) return [];
  if (field.isInverted) return [['accept_terms', { rule: 'maxitems', threshold: 0 }]];
  return [['accept_terms', { rule: 'required' }]];
}

function draftRules(field: NamedField, context: DraftContext): readonly Draft[] {
  const drafts = draftsByKind[field.kind] as (field: NamedField, context: DraftContext) => readonly Draft[];
  return drafts(field, context);
}

/** Creates the validation schema of a form: rules of its fields in their order, then further ones. */
export function createRules(
  { layout, rules, settings }: Pick<ContactForm, 'layout' | 'rules' | 'settings'>,
  { messages, ...context }: RuleContext,
): FieldRule[] {
  const fields = listFields(layout);
  const isImageOptional = hasQuiz(fields);
  const ofFields = fields.flatMap((field) => {
    const isValidated = field.kind === 'acceptance' && settings.acceptanceAsValidation;
    const isOptional = field.kind === 'captcha' && isImageOptional;
    const drafts = isValidated ? draftAcceptance(field) : isOptional ? limitLength(field) : draftRules(field, context);
    return drafts.flatMap((draft) => {
      if (draft === undefined) return [];
      const [message, { rule, ...rest }] = draft;
      const error = messages[message].replaceAll(boundPlaceholder, String('threshold' in rest ? rest.threshold : ''));
      return [{ rule, field: field.name, ...rest, error }];
    });
  });
  return [...ofFields, ...completeRules(rules, messages.validation_error)];
}

/** Creates what the schema call answers. @param version of the contract that the form reports */
export function createSchema(form: ContactForm, context: RuleContext, version: string): FormSchema {
  return { version, locale: form.locale, rules: createRules(form, context) };
}

/**
 * Names of the acceptances that are missing, in the order of the form. None when acceptance is
 * handled as validation, for the rules say it then.
 * @param hidden fields that are not shown
 */
export function listUnaccepted(
  { layout, settings }: Pick<ContactForm, 'layout' | 'settings'>,
  entries: Iterable<FormEntry>,
  hidden: ReadonlySet<string>,
): string[] {
  if (settings.acceptanceAsValidation) return [];
  const values = groupEntries(entries);
  return listFields(layout).flatMap((field) => {
    if (field.kind !== 'acceptance' || hidden.has(field.name)) return [];
    const isChecked = listTexts(values, field.name).length > 0;
    return isAccepted([{ ...field, isChecked }]) ? [] : [field.name];
  });
}
