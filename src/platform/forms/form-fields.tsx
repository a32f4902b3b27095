import type { ReactNode } from 'react';
import type { Translate } from '#platform/texts/texts.ts';
import { Notice } from '#ui/notice.tsx';
import {
  type Field,
  type FieldRecord,
  type FormProblem,
  type FormState,
  listFields,
  requireVisibleProperties,
} from './field.ts';
import { formTexts as texts } from './texts.ts';

interface FormFieldProps {
  readonly field: Field;
  /** Name of the control. Default: the name of the field, which is then required. */
  readonly name?: string;
  readonly state: FormState;
  /** Shown below the control, such as a counter of characters. */
  readonly children?: ReactNode;
}

export function FormField({ field, name = field.name, state, children }: FormFieldProps) {
  if (name === undefined) throw new Error(`the field '${field.label}' has no name`);
  return field.kind.render({ field, name, state, children });
}

interface FormFieldsProps {
  readonly fields: FieldRecord;
  readonly state: FormState;
  /** Prefix of the names of the controls, such as `places.2.`. */
  readonly prefix?: string;
}

/** Explains the mark of required fields. Shown once in a form, before the fields. */
export function RequiredNote({ t }: { readonly t: Translate }) {
  return <p className="field__hint">{t(texts.requiredNote)}</p>;
}

export function FormFields({ fields, state, prefix = '' }: FormFieldsProps) {
  requireVisibleProperties(fields, prefix);
  const listed = listFields(fields, prefix);
  // The Enter key presses the first button of a form. A hidden button comes first, so that Enter removes no row.
  const hasButtons = prefix === '' && listed.some(({ field }) => field.kind.update);
  const hasMarks = prefix === '' && listed.some(({ field: { required, isMarked = required } }) => isMarked);
  return (
    <>
      {hasMarks && <RequiredNote t={state.t} />}
      {hasButtons && <button type="submit" hidden tabIndex={-1} aria-hidden="true" />}
      {listed.map(({ name, field }) => (
        <FormField key={name} {...{ name, field, state }} />
      ))}
    </>
  );
}

interface FormProblemsProps {
  readonly state: Pick<FormState, 't'> & { readonly problems?: readonly FormProblem[] | undefined };
}

/**
 * Lists the problems of a form above it, each with a link that moves the focus to its field. The list
 * gets the focus when the page opens, so that screen readers read it first.
 */
export function FormProblems({ state: { t, problems = [] } }: FormProblemsProps) {
  if (problems.length === 0) return null;
  return (
    <Notice kind="error" title={t(texts.problemsTitle)} id="problems" autoFocus>
      <ul>
        {problems.map(({ field, message, within }) => (
          <li key={`${field} ${message}`}>
            <a href={`#${field}`}>{within === undefined ? message : `${within}: ${message}`}</a>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
