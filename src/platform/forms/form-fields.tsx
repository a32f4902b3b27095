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
  /** Of its control. Default: that of the field, which must have one then. */
  readonly name?: string;
  readonly state: FormState;
  /** Shown below the control, such as a counter of characters. */
  readonly children?: ReactNode;
}

/** A field of any kind, with what was typed and its problem. */
export function FormField({ field, name = field.name, state, children }: FormFieldProps) {
  if (name === undefined) throw new Error(`the field '${field.label}' has no name`);
  return field.kind.render({ field, name, state, children });
}

interface FormFieldsProps {
  readonly fields: FieldRecord;
  readonly state: FormState;
  /** Begins the names of the controls: `places.2.`. */
  readonly prefix?: string;
}

/** Explains the mark of fields that are required: once in a form, before them. */
export function RequiredNote({ t }: { readonly t: Translate }) {
  return <p className="field__hint">{t(texts.requiredNote)}</p>;
}

/** All fields of a form in their order. */
export function FormFields({ fields, state, prefix = '' }: FormFieldsProps) {
  requireVisibleProperties(fields, prefix);
  const listed = listFields(fields, prefix);
  // The Enter key presses the first button of a form, which must not be one that removes a row.
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
 * Lists the problems of a form above it, each with a link that moves the focus to its field. Has the
 * focus itself when the page opens, so that the next key press or word read aloud is about them.
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
