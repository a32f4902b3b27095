import type { ComponentProps } from 'react';
import { Field, type FieldProps } from './field.tsx';
import { Icon } from './icon.tsx';

function joinClasses(first: string, second: string | undefined): string {
  return second ? `${first} ${second}` : first;
}

export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return <input type="text" {...rest} className={joinClasses('input', className)} />;
}

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea {...rest} className={joinClasses('input input--area', className)} />;
}

/** The browser labels the button of the input, and accepts files that are dropped on it. */
export function FileInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  return <input {...rest} type="file" className={joinClasses('input', className)} />;
}

interface FileDropProps extends ComponentProps<'span'> {
  /** Text of the button, such as “Choose files”. */
  readonly choose: string;
  /** Text beside the button, such as “or drop them here”. Not shown on touch screens. */
  readonly drop: string;
  /** Whether a script lists the chosen files. Until then the plain control is shown. */
  readonly isReady?: boolean | undefined;
}

/** The area to drop files on, around a `FileInput` that covers it. */
export function FileDrop({ choose, drop, isReady = false, children, ...rest }: FileDropProps) {
  return (
    <span {...rest} className={isReady ? 'file-drop file-drop--ready' : 'file-drop'}>
      <span className="file-drop__text" aria-hidden="true">
        <Icon name="upload" />
        <span>
          <span className="file-drop__choose">{choose}</span> <span className="file-drop__drop">{drop}</span>
        </span>
      </span>
      {children}
    </span>
  );
}

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean | undefined;
}

export function Select({
  options,
  className,
  controlClass,
  ...rest
}: ComponentProps<'select'> & { options: readonly SelectOption[]; controlClass?: string }) {
  return (
    <SelectFrame className={className}>
      <select {...rest} className={joinClasses('input', controlClass)}>
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
    </SelectFrame>
  );
}

export function SelectFrame({ className, children }: Pick<ComponentProps<'span'>, 'className' | 'children'>) {
  return (
    <span className={joinClasses('select', className)}>
      {children}
      <Icon name="chevron-down" small />
    </span>
  );
}

interface SelectFieldProps extends Omit<FieldProps, 'children'> {
  readonly value: string | undefined;
  readonly options: readonly SelectOption[];
}

/** A select field, whose id is its name. */
export function SelectField({ value, options, ...field }: SelectFieldProps) {
  return (
    <Field {...field}>
      {(control) => <Select {...control} name={field.id} defaultValue={value} options={options} />}
    </Field>
  );
}
