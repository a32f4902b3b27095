import type { ComponentProps, ReactNode } from 'react';
import { FieldError, FieldHint, getControlProps } from './field.tsx';

type NativeProps = Omit<ComponentProps<'input'>, 'id' | 'type' | 'className' | 'children'>;

export interface CheckboxProps extends NativeProps {
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  /** Class of the box, by which scripts find it. */
  controlClass?: string | undefined;
}

export function Checkbox({ id, label, hint, error, required, controlClass, ...rest }: CheckboxProps) {
  return (
    <div className="choice">
      <div className="choice__main">
        <input
          {...rest}
          {...getControlProps(id, { hint, error, required })}
          className={controlClass === undefined ? 'choice__input' : `choice__input ${controlClass}`}
          type="checkbox"
        />
        <label className="choice__label" htmlFor={id}>
          {label}
        </label>
      </div>
      <FieldHint id={id} hint={hint} />
      <FieldError id={id} error={error} />
    </div>
  );
}

export interface RadioOption {
  value: string;
  label: ReactNode;
  /** Content to the right of the label, such as a price. */
  aside?: ReactNode;
  /** Content below the label: a sentence, or fields of this choice. */
  detail?: ReactNode;
  disabled?: boolean | undefined;
}

export interface RadioGroupProps {
  id: string;
  name: string;
  legend: ReactNode;
  /** Hides the legend visually, when a heading just above says the same. */
  legendHidden?: boolean | undefined;
  options: readonly RadioOption[];
  value?: string | undefined;
  hint?: ReactNode;
  error?: ReactNode;
  required?: boolean | undefined;
  /** Class of each radio button, by which scripts find it. */
  controlClass?: string | undefined;
}

export function RadioGroup(props: RadioGroupProps) {
  const { id, name, legend, legendHidden, options, value, hint, error, required, controlClass } = props;
  const describedBy = getControlProps(id, { hint, error })['aria-describedby'];
  return (
    <fieldset className="choices" id={id} aria-describedby={describedBy}>
      <legend className={legendHidden ? 'choices__legend visually-hidden' : 'choices__legend'}>{legend}</legend>
      <FieldHint id={id} hint={hint} />
      <FieldError id={id} error={error} />
      <div className="choices__list">
        {options.map((option) => (
          <Radio
            key={option.value}
            {...option}
            id={`${id}-${option.value}`}
            name={name}
            isChecked={option.value === value}
            required={required}
            controlClass={controlClass}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface RadioProps extends RadioOption {
  id: string;
  name: string;
  isChecked: boolean;
  required: boolean | undefined;
  controlClass: string | undefined;
}

function Radio(props: RadioProps) {
  const { id, name, value, isChecked, required, disabled, label, aside, detail, controlClass } = props;
  return (
    <div className="choice">
      <div className="choice__main">
        <input
          className={controlClass ? `choice__input ${controlClass}` : 'choice__input'}
          type="radio"
          id={id}
          name={name}
          value={value}
          defaultChecked={isChecked}
          required={required}
          disabled={disabled}
          aria-describedby={detail ? `${id}-detail` : undefined}
        />
        <label className="choice__label" htmlFor={id}>
          {label}
        </label>
        {aside && <span className="choice__aside">{aside}</span>}
      </div>
      {detail && (
        <div className="choice__detail" id={`${id}-detail`}>
          {detail}
        </div>
      )}
    </div>
  );
}
