import type { FormBody } from '#platform/http/bodies/forms.ts';
import { normaliseCode } from '#platform/input/normalise-text.ts';
import { isEmail, normalizeEmail } from '#platform/mail/email-address.ts';
import type { Translate } from '#platform/texts/texts.ts';
import { readSingleLine, readText } from './read-form.ts';
import { formTexts as texts } from './texts.ts';

/** What is wrong with one field of a submitted form. */
export interface FormProblem {
  /** Name and id of the form field. */
  readonly field: string;
  readonly message: string;
}

/** A field of a form. The component `FormField` of `#ui/form-field.tsx` renders it. */
export interface FormField {
  /** Name and id of the control. */
  readonly name: string;
  /** Gives the control, its keyboard and its check. `text` keeps line breaks. */
  readonly kind: 'line' | 'email' | 'phone' | 'text' | 'select';
  readonly label: string;
  readonly hint?: string | undefined;
  /** Muted text after the label, such as '(optional)'. */
  readonly note?: string | undefined;
  readonly required?: boolean | undefined;
  /** Whether the browser requires it too. Default: as `required`. */
  readonly requiredInBrowser?: boolean | undefined;
  /** Whether its label is marked as required. Default: as `requiredInBrowser`. */
  readonly isMarked?: boolean | undefined;
  /** Whether mark and note are right only where a script renews them, since another field decides. */
  readonly isRenewedByScript?: boolean | undefined;
  /** Maximum number of characters. */
  readonly max: number;
  /** Autofill token of the HTML standard. */
  readonly autoComplete?: string | undefined;
  /** The keyboard of a `line` on phones. Default: letters. */
  readonly inputMode?: 'numeric' | undefined;
  /** Whether a `line` is a number or a code, whose digits and dashes are read in every script. */
  readonly isCode?: boolean | undefined;
  /** Width within a `form-grid`; the whole row when absent. */
  readonly width?: 'half' | 'third' | 'two-thirds' | undefined;
  /** Choices of a `select`. Other values are invalid. */
  readonly options?: readonly { readonly value: string; readonly label: string }[] | undefined;
  /** Checks a value that is not empty, beside the check of the kind. */
  readonly isValid?: ((value: string) => boolean) | undefined;
  /** How to correct an invalid value. Default: a text of the kind. */
  readonly invalid?: string | undefined;
}

/** Why a value is refused. */
export type ValueProblem = 'REQUIRED' | 'TOO_LONG' | 'INVALID';

/**
 * Checks one value of a form, a file or a call.
 * @returns the first problem, null when there is none
 */
export function findValueProblem(
  { required = false, max, isValid }: Pick<FormField, 'required' | 'max' | 'isValid'>,
  value: string,
): ValueProblem | null {
  if (value === '') return required ? 'REQUIRED' : null;
  if (value.length > max) return 'TOO_LONG';
  return isValid && !isValid(value) ? 'INVALID' : null;
}

/** A number as it is written, also '(+44) 20 7946 0018' and with an extension: 'ext. 5', 'x5', '#5'. */
function isPhone(text: string): boolean {
  const [, number = ''] =
    /^(\(?\+?[\d\s()./-]+?)(?: ?(?:,|;)? ?(?:ext(?:ension)?\.?|x|#) ?:?\d{1,8})?$/i.exec(text) ?? [];
  return number.replace(/\D/g, '').length >= 5;
}

export const maxPhoneLength = 50;

function isValidForKind({ kind, options = [], isValid }: FormField, value: string): boolean {
  if (kind === 'email' && !isEmail(value)) return false;
  if (kind === 'phone' && !isPhone(value)) return false;
  if (kind === 'select' && !options.some((option) => option.value === value)) return false;
  return isValid === undefined || isValid(value);
}

function formatInvalid(t: Translate, { kind, label, invalid }: Pick<FormField, 'kind' | 'label' | 'invalid'>): string {
  if (invalid !== undefined) return invalid;
  if (kind === 'email') return t(texts.emailInvalid);
  if (kind === 'phone') return t(texts.phoneInvalid);
  return kind === 'select' ? t(texts.choiceInvalid) : t(texts.invalid, { label });
}

/** Describes a problem of a value to the person who typed it. */
export function formatValueProblem(
  t: Translate,
  field: Pick<FormField, 'kind' | 'label' | 'max' | 'invalid'>,
  problem: ValueProblem,
): string {
  const { label } = field;
  if (problem === 'REQUIRED') return t(texts.required, { label });
  if (problem === 'INVALID' || field.kind === 'email' || field.kind === 'phone') return formatInvalid(t, field);
  return t(texts.tooLong, { label, max: field.max });
}

/** Reads an e-mail address in the form in which it is compared, counted and stored, unchecked. */
export function readEmail(form: FormBody, name: string): string {
  return normalizeEmail(readSingleLine(form, name));
}

type TypedField = Pick<FormField, 'name' | 'kind' | 'isCode'>;

/** Reads what was typed into a field, normalised. */
function readTyped(form: FormBody, { name, kind, isCode = kind === 'phone' }: TypedField): string {
  if (kind === 'text') return readText(form, name);
  return isCode ? normaliseCode(readSingleLine(form, name)) : readSingleLine(form, name);
}

/**
 * Reads and checks fields; e-mail addresses as `readEmail`. Problems are in the order of the fields; null is a field that the form
 * does not have.
 */
export function readFields<Key extends string>(
  t: Translate,
  form: FormBody,
  fields: Readonly<Record<Key, FormField | null>>,
): { readonly values: Readonly<Record<Key, string>>; readonly problems: readonly FormProblem[] } {
  const entries = Object.entries<FormField | null>(fields).map(([key, field]) => {
    if (!field) return { key, value: '', problems: [] };
    const value = field.kind === 'email' ? readEmail(form, field.name) : readTyped(form, field);
    const checked = { ...field, isValid: (text: string) => isValidForKind(field, text) };
    const problem = findValueProblem(checked, value);
    const problems = problem ? [{ field: field.name, message: formatValueProblem(t, field, problem) }] : [];
    return { key, value, problems };
  });
  return {
    values: Object.fromEntries(entries.map(({ key, value }) => [key, value])) as Record<Key, string>,
    problems: entries.flatMap(({ problems }) => problems),
  };
}

/** Returns what a field shows: what was typed, and its first problem. */
export function getFieldState(
  form: FormBody,
  problems: readonly FormProblem[],
  field: TypedField,
): { readonly value: string; readonly error: string | undefined } {
  return { value: readTyped(form, field), error: findFieldError(problems, field.name) };
}

/** @returns the first message about a field */
export function findFieldError(problems: readonly FormProblem[], name: string): string | undefined {
  return problems.find(({ field }) => field === name)?.message;
}
