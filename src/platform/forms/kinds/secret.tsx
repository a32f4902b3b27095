import { z } from 'zod';
import { Checkbox } from '#ui/choices.tsx';
import { TextInput } from '#ui/controls.tsx';
import { type FieldKind, findFieldError, findValueProblem } from '../field.ts';
import { type FieldLook, LabelledControl } from '../field-look.shared.tsx';
import { readSingleLine } from '../read-form.ts';
import { formTexts as texts } from '../texts.ts';
import { formatValueProblem } from './text.tsx';

export interface SecretOptions extends FieldLook {
  /** Maximum number of characters. */
  readonly max: number;
  /** When the secret was set; null when no secret is stored. */
  readonly setAt: Date | null;
}

/** The text of a new secret, null to remove the secret, undefined to keep it. */
export type SecretValue = string | null | undefined;

export const secretKind: FieldKind<SecretValue, SecretOptions> = {
  name: 'secret',
  read({ t, form }, name, field) {
    const typed = readSingleLine(form, name);
    const isRemoved = typed === '' && readSingleLine(form, `${name}.remove`) !== '';
    const isMissing = field.setAt === null || isRemoved;
    const problem = findValueProblem({ ...field, required: field.required && isMissing }, typed);
    const value = typed === '' ? (isRemoved ? null : undefined) : typed;
    return { value, problems: problem ? [{ field: name, message: formatValueProblem(t, field, problem) }] : [] };
  },
  render: ({ field, name, state: { t, form, problems }, children }) => {
    const { hint, setAt, required, max } = field;
    const state = setAt === null ? t(texts.secretNotSet) : t(texts.secretSet, { date: setAt });
    return (
      <>
        <LabelledControl
          look={{ ...field, name, hint: hint ? `${hint} ${state}` : state, required: required && setAt === null }}
          error={findFieldError(problems, name)}
        >
          {(control) => (
            <TextInput {...control} type="password" name={name} autoComplete="new-password" maxLength={max} />
          )}
        </LabelledControl>
        {setAt !== null && !required && (
          <Checkbox
            {...{ id: `${name}.remove`, name: `${name}.remove`, value: '1', label: t(texts.secretRemove) }}
            defaultChecked={readSingleLine(form, `${name}.remove`) !== ''}
          />
        )}
        {children}
      </>
    );
  },
  toText: (value, { setAt }, { t }) => {
    const isSet = value === undefined ? setAt !== null : value !== null;
    return isSet ? t(texts.secretKept) : t(texts.secretNotSet);
  },
  json: () => z.string().nullish(),
  toForm: (value, name) => (value === undefined ? {} : { [name]: value ?? '', [`${name}.remove`]: value ? '' : '1' }),
};
