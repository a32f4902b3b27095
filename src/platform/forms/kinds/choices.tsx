import type { ReactNode } from 'react';
import { z } from 'zod';
import { Checkbox, RadioGroup } from '#ui/choices.tsx';
import { FieldError, FieldHint, getControlProps } from '#ui/field.tsx';
import { type FieldKind, findFieldError, findValueProblem } from '../field.ts';
import { type Choice, type FieldLook, TextField } from '../field-look.shared.tsx';
import { readAll, readSingleLine } from '../read-form.ts';
import { formTexts as texts } from '../texts.ts';

export interface ChoiceOptions<Value extends string = string> extends FieldLook {
  /** Values that are not among the options are invalid. An option with the value '' means that nothing is chosen. */
  readonly options: readonly Choice<Value>[];
  /** Whether all options are visible as radio buttons. Default: a select. */
  readonly isOpen?: boolean | undefined;
}

export const choiceKind: FieldKind<string, ChoiceOptions> = {
  name: 'choice',
  read({ t, form }, name, field) {
    const { label, options } = field;
    const value = readSingleLine(form, name);
    const isOffered = options.some((option) => option.value === value);
    const problem = findValueProblem({ ...field, isValid: () => isOffered }, value);
    const message = problem === 'REQUIRED' ? t(texts.required, { label }) : t(texts.choiceInvalid);
    return { value, problems: problem ? [{ field: name, message }] : [] };
  },
  render: ({ field, name, state: { form, problems }, children }) => {
    const [value, error] = [readSingleLine(form, name), findFieldError(problems, name)];
    const { isOpen, id = name, label, hint, options, required } = field;
    if (!isOpen)
      return (
        <TextField look={{ ...field, name, control: 'select' }} value={value} error={error}>
          {children}
        </TextField>
      );
    return (
      <>
        <RadioGroup {...{ id, name, legend: label, hint, error, options, value, required }} />
        {children}
      </>
    );
  },
  toText: (value, { options }) => options.find((option) => option.value === value)?.label ?? value,
  json: () => z.string(),
  toForm: (value, name) => ({ [name]: value }),
};

export interface CheckboxGroupProps {
  readonly id: string;
  readonly name: string;
  readonly legend: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: ReactNode;
  readonly options: readonly Choice[];
  readonly chosen: readonly string[];
  /** `radio` allows one chosen option. Default: checkboxes, which allow any number. */
  readonly type?: 'radio' | undefined;
  readonly children?: ReactNode;
}

export function CheckboxGroup({ id, name, legend, hint, error, options, chosen, type, children }: CheckboxGroupProps) {
  return (
    <fieldset className="choices" id={id} aria-describedby={getControlProps(id, { hint, error })['aria-describedby']}>
      <legend className="choices__legend">{legend}</legend>
      <FieldHint id={id} hint={hint} />
      <FieldError id={id} error={error} />
      <div className="choices__list">
        {options.map(({ value, label }) => (
          <div className="choice" key={value}>
            <div className="choice__main">
              <input
                className="choice__input"
                type={type ?? 'checkbox'}
                id={`${id}-${value}`}
                {...{ name, value }}
                defaultChecked={chosen.includes(value)}
              />
              <label className="choice__label" htmlFor={`${id}-${value}`}>
                {label}
              </label>
            </div>
          </div>
        ))}
      </div>
      {children}
    </fieldset>
  );
}

export const choicesKind: FieldKind<readonly string[], ChoiceOptions> = {
  name: 'choices',
  read({ t, form }, name, { label, options, required }) {
    const sent = new Set(readAll(form, name));
    const value = options.map((option) => option.value).filter((each) => sent.delete(each));
    const refuse = (message: string) => ({ value, problems: [{ field: name, message }] });
    if (sent.size > 0) return refuse(t(texts.choiceInvalid));
    return required && value.length === 0 ? refuse(t(texts.required, { label })) : { value, problems: [] };
  },
  render: ({ field: { id, label, hint, options }, name, state: { form, problems }, children }) => (
    <CheckboxGroup
      {...{ id: id ?? name, name, legend: label, hint, options }}
      error={findFieldError(problems, name)}
      chosen={readAll(form, name)}
    >
      {children}
    </CheckboxGroup>
  ),
  toText: (value, { options }) =>
    options
      .filter((option) => value.includes(option.value))
      .map(({ label }) => label)
      .join(', '),
  json: () => z.array(z.string()),
  toForm: (value, name) => ({ [name]: [...value] }),
};

export const flagKind: FieldKind<boolean, FieldLook> = {
  name: 'flag',
  read({ t, form }, name, { label, required }) {
    const value = readSingleLine(form, name) !== '';
    return { value, problems: required && !value ? [{ field: name, message: t(texts.required, { label }) }] : [] };
  },
  render: ({ field: { id, label, hint, required }, name, state: { form, problems }, children }) => (
    <>
      <Checkbox
        {...{ id: id ?? name, name, label, hint, required }}
        value="1"
        error={findFieldError(problems, name)}
        defaultChecked={readSingleLine(form, name) !== ''}
      />
      {children}
    </>
  ),
  toText: (value, _, { t }) => t(value ? texts.yes : texts.no),
  json: () => z.boolean(),
  toForm: (value, name) => ({ [name]: value ? '1' : '' }),
};
