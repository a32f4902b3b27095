import type { ReactNode } from 'react';
import { Select, Textarea, TextInput } from './controls.tsx';
import { type ControlProps, Field } from './field.tsx';
import { Notice } from './notice.tsx';

/** What a declared field of a form shows. */
interface FieldDefinition {
  readonly name: string;
  /** Of the control. Default: its name. */
  readonly id?: string | undefined;
  readonly kind: 'line' | 'email' | 'phone' | 'text' | 'select';
  readonly label: string;
  readonly hint?: string | undefined;
  readonly note?: string | undefined;
  readonly required?: boolean | undefined;
  readonly requiredInBrowser?: boolean | undefined;
  readonly isMarked?: boolean | undefined;
  readonly isRenewedByScript?: boolean | undefined;
  /** Maximum number of characters. */
  readonly max: number;
  readonly autoComplete?: string | undefined;
  readonly inputMode?: 'numeric' | undefined;
  readonly width?: 'half' | 'third' | 'two-thirds' | undefined;
  readonly options?: readonly { readonly value: string; readonly label: string }[] | undefined;
}

export interface FormFieldProps {
  readonly field: FieldDefinition;
  /** What was typed before. */
  readonly value: string;
  /** How to fix the input. */
  readonly error?: ReactNode;
  /** Shown below the control, such as a counter of characters. */
  readonly children?: ReactNode;
}

/** A labelled control for a declared field, with what was typed and its problem. */
export function FormField({ field, value, error, children }: FormFieldProps) {
  const { name, id = name, label, hint, note, required, requiredInBrowser = required, width } = field;
  const { isMarked = requiredInBrowser, isRenewedByScript } = field;
  const texts = { label, hint, note, error };
  return (
    <Field id={id} {...texts} {...{ required: requiredInBrowser, isMarked, isRenewedByScript, width }}>
      {(control) => (
        <>
          <FieldControl field={field} control={control} value={value} />
          {children}
        </>
      )}
    </Field>
  );
}

export interface FoldedFieldProps {
  readonly field: Pick<FieldDefinition, 'label' | 'note'>;
  readonly isOpen: boolean;
  /** The `FormField`. Its label is hidden from view: the title says the same. */
  readonly children: ReactNode;
}

/** An optional field that takes one line until somebody wants it. Works without script. */
export function FoldedField({ field: { label, note }, isOpen, children }: FoldedFieldProps) {
  return (
    <details className="fold" open={isOpen}>
      <summary className="fold__title">
        {label}
        {note && <span className="field__note"> {note}</span>}
      </summary>
      {children}
    </details>
  );
}

const inputs = {
  line: {},
  email: { type: 'email', inputMode: 'email' },
  phone: { type: 'tel', inputMode: 'tel' },
} as const;

interface FieldControlProps extends Pick<FormFieldProps, 'field' | 'value'> {
  readonly control: ControlProps;
}

function FieldControl({ field, control, value }: FieldControlProps) {
  const { name, kind, max, autoComplete, inputMode, options = [] } = field;
  const common = { ...control, name, autoComplete, defaultValue: value };
  if (kind === 'select') return <Select {...common} options={options} />;
  if (kind === 'text') return <Textarea {...common} rows={3} maxLength={max} />;
  const input = { ...common, ...(inputMode ? { inputMode } : {}), ...inputs[kind], maxLength: max };
  return <TextInput {...input} />;
}

export interface FormProblemsProps {
  readonly title: string;
  /** `field`: the id of the control. */
  readonly problems: readonly { readonly field: string; readonly message: string }[];
}

/**
 * Lists the problems of a form above it, each with a link that moves the focus to its field. Has the
 * focus itself when the page opens, so that the next key press or word read aloud is about them.
 */
export function FormProblems({ title, problems }: FormProblemsProps) {
  if (problems.length === 0) return null;
  return (
    <Notice kind="error" title={title} id="problems" autoFocus>
      <ul>
        {problems.map(({ field, message }) => (
          <li key={`${field} ${message}`}>
            <a href={`#${field}`}>{message}</a>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
