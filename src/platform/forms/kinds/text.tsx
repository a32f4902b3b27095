import { z } from 'zod';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import { normaliseCode } from '#platform/input/normalise-text.ts';
import { isEmail, normalizeEmail } from '#platform/mail/email-address.ts';
import type { Text, Translate } from '#platform/texts/texts.ts';
import {
  type FieldKind,
  type FieldOf,
  type FieldRead,
  findFieldError,
  findValueProblem,
  type ValueProblem,
} from '../field.ts';
import { type FieldLook, TextField, type TextLook } from '../field-look.shared.tsx';
import { readSingleLine, readText } from '../read-form.ts';
import { formTexts as texts } from '../texts.ts';

export interface TextOptions extends FieldLook {
  /** Maximum number of characters. */
  readonly max: number;
  /** Autofill token of the HTML standard. */
  readonly autoComplete?: string | undefined;
  /** Keyboard of a `line` on phones. Default: letters. */
  readonly inputMode?: 'numeric' | undefined;
  /** Whether a `line` is a number or a code, whose digits and dashes are read in every script. */
  readonly isCode?: boolean | undefined;
  /** Checks a non-empty value in addition to the check of the kind. */
  readonly isValid?: ((value: string) => boolean) | undefined;
  /** Message that explains how to correct an invalid value. Default: a text of the kind. */
  readonly invalid?: string | undefined;
}

interface TextKind {
  readonly name: Exclude<TextLook['control'], 'select' | 'date' | 'moment'>;
  readonly readTyped: (form: FormBody, name: string, field: TextOptions) => string;
  /** Converts typed text to the form in which it is compared and stored. */
  readonly normalise?: (typed: string) => string;
  readonly isValid?: (value: string) => boolean;
  /** Message that replaces the messages about specific problems. */
  readonly invalid?: Text;
}

function createTextKind(kind: TextKind): FieldKind<string, TextOptions> {
  const { name: control, readTyped, normalise = (typed: string) => typed } = kind;
  return {
    name: control,
    read({ t, form }, name, field): FieldRead<string> {
      const value = normalise(readTyped(form, name, field));
      const isValid = (text: string) => (kind.isValid?.(text) ?? true) && (field.isValid?.(text) ?? true);
      const problem = findValueProblem({ ...field, isValid }, value);
      const invalid = field.invalid ?? (kind.invalid && t(kind.invalid));
      if (!problem) return { value, problems: [] };
      const isNamed = problem === 'REQUIRED' || !kind.invalid;
      const message = formatValueProblem(t, { ...field, invalid }, isNamed ? problem : 'INVALID');
      return { value, problems: [{ field: name, message }] };
    },
    render: ({ field, name, state: { form, problems }, children }) => (
      <TextField
        look={{ ...field, name, control }}
        value={readTyped(form, name, field)}
        error={findFieldError(problems, name)}
      >
        {children}
      </TextField>
    ),
    toText: (value) => value,
    json: () => z.string(),
    toForm: (value, name) => ({ [name]: value }),
  };
}

export function formatValueProblem(
  t: Translate,
  { label, max, invalid }: Pick<TextOptions, 'label' | 'max' | 'invalid'>,
  problem: ValueProblem,
): string {
  if (problem === 'REQUIRED') return t(texts.required, { label });
  if (problem === 'TOO_LONG') return t(texts.tooLong, { label, max });
  return invalid ?? t(texts.invalid, { label });
}

/** Reads an email address in the form in which it is compared, counted and stored. The address is not validated. */
export function readEmail(form: FormBody, name: string): string {
  return normalizeEmail(readSingleLine(form, name));
}

/** Whether a text is a phone number, also '(+44) 20 7946 0018' and with an extension: 'ext. 5', 'x5', '#5'. */
function isPhone(text: string): boolean {
  const [, number = ''] =
    /^(\(?\+?[\d\s()./-]+?)(?: ?(?:,|;)? ?(?:ext(?:ension)?\.?|x|#) ?:?\d{1,8})?$/i.exec(text) ?? [];
  return number.replace(/\D/g, '').length >= 5;
}

export const maxPhoneLength = 50;

export const lineKind = createTextKind({
  name: 'line',
  readTyped: (form, name, { isCode }) => {
    const typed = readSingleLine(form, name);
    return isCode ? normaliseCode(typed) : typed;
  },
});
export const emailKind = createTextKind({
  name: 'email',
  readTyped: readSingleLine,
  normalise: normalizeEmail,
  isValid: isEmail,
  invalid: texts.emailInvalid,
});
export const phoneKind = createTextKind({
  name: 'phone',
  readTyped: (form, name) => normaliseCode(readSingleLine(form, name)),
  isValid: isPhone,
  invalid: texts.phoneInvalid,
});
export const textKind = createTextKind({ name: 'text', readTyped: readText });

export type TypedText = FieldOf<string, TextOptions>;

export function toTextLook({ kind, isValid: _, invalid: __, isCode: ___, name = '', ...look }: TypedText): TextLook {
  return { ...look, name, control: kind.name as TextLook['control'] };
}
