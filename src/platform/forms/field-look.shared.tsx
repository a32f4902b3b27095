import type { ReactNode } from 'react';
import { Select, Textarea, TextInput } from '#ui/controls.tsx';
import { type ControlProps, Field } from '#ui/field.tsx';

/** The properties that every kind of field shows. They are JSON, so that islands can show the field, too. */
export interface FieldLook {
  /** Name of the control. Default: the key of the field in its form. */
  readonly name?: string | undefined;
  /** Id of the control. Default: its name. */
  readonly id?: string | undefined;
  readonly label: string;
  readonly hint?: string | undefined;
  /** Muted text after the label, such as '(optional)'. */
  readonly note?: string | undefined;
  readonly required?: boolean | undefined;
  /** Whether the browser requires a value, too. Default: as `required`. */
  readonly requiredInBrowser?: boolean | undefined;
  /** Whether the label is marked as required. Default: as `requiredInBrowser`. */
  readonly isMarked?: boolean | undefined;
  /** Whether mark and note are right only if a script updates them, since they depend on another field. */
  readonly isRenewedByScript?: boolean | undefined;
  /** Width within a `form-grid`. Default: the whole row. */
  readonly width?: 'half' | 'third' | 'two-thirds' | undefined;
}

export interface Choice<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
}

export interface TextLook extends FieldLook {
  readonly control: 'line' | 'email' | 'phone' | 'text' | 'select' | 'date' | 'moment';
  readonly name: string;
  /** Maximum number of characters. */
  readonly max?: number | undefined;
  /** Autofill token of the HTML standard. */
  readonly autoComplete?: string | undefined;
  /** Keyboard of a `line` on phones. Default: letters. */
  readonly inputMode?: 'numeric' | 'decimal' | undefined;
  readonly options?: readonly Choice[] | undefined;
}

export interface TextFieldProps {
  readonly look: TextLook;
  readonly value: string;
  readonly error?: ReactNode;
  /** Shown below the control, such as a counter of characters. */
  readonly children?: ReactNode;
}

export function TextField({ look, value, error, children }: TextFieldProps) {
  return (
    <LabelledControl look={look} error={error}>
      {(control) => (
        <>
          <TextControl look={look} control={control} value={value} />
          {children}
        </>
      )}
    </LabelledControl>
  );
}

interface LabelledControlProps extends Pick<TextFieldProps, 'error'> {
  readonly look: FieldLook & { readonly name: string };
  readonly children: (control: ControlProps) => ReactNode;
}

export function LabelledControl({ look, error, children }: LabelledControlProps) {
  const { name, id = name, label, hint, note, required, requiredInBrowser = required, width } = look;
  const { isMarked = requiredInBrowser, isRenewedByScript } = look;
  const texts = { label, hint, note, error };
  return (
    <Field id={id} {...texts} {...{ required: requiredInBrowser, isMarked, isRenewedByScript, width }}>
      {children}
    </Field>
  );
}

export interface FoldedFieldProps {
  readonly field: Pick<FieldLook, 'label' | 'note'>;
  readonly isOpen: boolean;
  /** The field. Its own label is hidden from view, since the title says the same. */
  readonly children: ReactNode;
}

/** An optional field that is collapsed to its title until it is opened. Works without script. */
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
  date: { type: 'date' },
  moment: { type: 'datetime-local' },
} as const;

interface TextControlProps extends Pick<TextFieldProps, 'look' | 'value'> {
  readonly control: ControlProps;
}

function TextControl({ look, control, value }: TextControlProps) {
  const { name, control: kind, max, autoComplete, inputMode, options = [] } = look;
  const common = { ...control, name, autoComplete, defaultValue: value };
  if (kind === 'select') return <Select {...common} options={options} />;
  if (kind === 'text') return <Textarea {...common} rows={3} maxLength={max} />;
  const input = { ...common, ...(inputMode ? { inputMode } : {}), ...inputs[kind], maxLength: max };
  return <TextInput {...input} />;
}
