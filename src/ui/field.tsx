import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

/** Attributes that connect a control to its label, hint and error. Spread them onto the control. */
export interface ControlProps {
  id: string;
  required: boolean;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  /** Set only where the browser itself does not require the field. */
  'aria-required': true | undefined;
}

export interface FieldProps {
  /** Id of the control, and prefix of the ids of hint and error: `billing_city-error`. */
  id: string;
  label: ReactNode;
  /** Muted text after the label, such as 'optional'. */
  note?: string | undefined;
  hint?: ReactNode;
  /** Text that says how to fix the input. It marks the control as invalid. */
  error?: ReactNode;
  required?: boolean | undefined;
  /** Whether the label shows that the field is required. Default: as `required`. */
  isMarked?: boolean | undefined;
  /** Whether mark and note are shown only where script runs, because a script updates them. */
  isRenewedByScript?: boolean | undefined;
  /** Width within a `form-grid`; the whole row when absent. */
  width?: 'half' | 'third' | 'two-thirds' | undefined;
  children: (control: ControlProps) => ReactNode;
}

export function Field({ id, label, note, hint, error, required = false, width, children, ...marks }: FieldProps) {
  const { isMarked = required, isRenewedByScript = false } = marks;
  const className = (name: string) => (isRenewedByScript ? `${name} when-script` : name);
  return (
    <div className={width ? `field field--${width}` : 'field'}>
      <label className="field__label" htmlFor={id}>
        {label}
        {isMarked && (
          <span className={className('field__mark')} aria-hidden="true">
            {' *'}
          </span>
        )}
        {note && <span className={className('field__note')}> {note}</span>}
      </label>
      <FieldHint id={id} hint={hint} />
      {children(getControlProps(id, { hint, error, required, isMarked }))}
      <FieldError id={id} error={error} />
    </div>
  );
}

export interface ControlState {
  hint?: ReactNode;
  error?: ReactNode;
  required?: boolean | undefined;
  isMarked?: boolean | undefined;
}

/** Returns the attributes of a control or a group of controls outside of `Field`. */
export function getControlProps(
  id: string,
  { hint, error, required = false, isMarked = required }: ControlState,
): ControlProps {
  const ids = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return {
    ...{ id, required, 'aria-describedby': ids || undefined, 'aria-invalid': error ? true : undefined },
    'aria-required': isMarked && !required ? true : undefined,
  };
}

export function FieldHint({ id, hint }: { id: string; hint?: ReactNode }) {
  if (!hint) return null;
  return (
    <p className="field__hint" id={`${id}-hint`}>
      {hint}
    </p>
  );
}

export function FieldError({ id, error }: { id: string; error?: ReactNode }) {
  if (!error) return null;
  return (
    <p className="field__error" id={`${id}-error`}>
      <Icon name="triangle-alert" small />
      <span>{error}</span>
    </p>
  );
}
