import type { FieldOf } from '#features/form-definitions/index.ts';
import { defaultMaxLength, resolveDate } from '#features/form-definitions/index.ts';
import { ControlWrap, type FieldProps, getControlAttributes, getDefaultAttributes } from './control-wrap.tsx';
import { getControlId, getShownText, joinClasses } from './field-context.ts';
import { formatRangeValue } from './range-value.shared.ts';

type TextField = FieldOf<'text' | 'email' | 'url' | 'tel'>;
type BoundField = FieldOf<'number' | 'range' | 'date' | 'time'>;

/** Keyboard and autofill of each kind. */
const inputs = {
  text: { classes: ['text'] },
  email: { classes: ['text', 'email', 'validates-as-email'], inputMode: 'email', autoComplete: 'email' },
  url: { classes: ['text', 'url', 'validates-as-url'], inputMode: 'url', autoComplete: 'url' },
  tel: { classes: ['text', 'tel', 'validates-as-tel'], inputMode: 'tel', autoComplete: 'tel' },
} as const;

function getTypedAttributes({ field, context }: FieldProps<TextField | BoundField | FieldOf<'textarea'>>) {
  const { name, placeholder, readonly } = field;
  return { name, placeholder, readOnly: readonly || undefined, defaultValue: getShownText(context, field) };
}

export function TextFieldInput({ field, context }: FieldProps<TextField>) {
  const { classes, ...standard } = { inputMode: undefined, autoComplete: undefined, ...inputs[field.kind] };
  return (
    <ControlWrap field={field} context={context}>
      <input
        type={field.kind}
        {...getControlAttributes({ field, context }, classes, 'input')}
        {...getTypedAttributes({ field, context })}
        inputMode={standard.inputMode}
        autoComplete={field.autocomplete ?? standard.autoComplete}
        size={field.size}
        minLength={field.minlength}
        maxLength={field.maxlength ?? defaultMaxLength.line}
      />
    </ControlWrap>
  );
}

export function TextareaField({ field, context }: FieldProps<FieldOf<'textarea'>>) {
  return (
    <ControlWrap field={field} context={context}>
      <textarea
        {...getControlAttributes({ field, context }, ['textarea'], 'input input--area')}
        {...getTypedAttributes({ field, context })}
        autoComplete={field.autocomplete}
        rows={field.rows ?? 6}
        cols={field.columns}
        minLength={field.minlength}
        maxLength={field.maxlength ?? defaultMaxLength.textarea}
      />
    </ControlWrap>
  );
}

export function BoundFieldInput({ field, context }: FieldProps<BoundField>) {
  const { kind } = field;
  const isNumber = kind === 'number' || kind === 'range';
  const resolve = (day: string | undefined) => day && resolveDate(day, context.today);
  const bounds = kind === 'date' ? { min: resolve(field.min), max: resolve(field.max) } : {};
  const numbers = isNumber ? { min: field.min, max: field.max } : {};
  const input = (
    <input
      type={kind}
      {...getControlAttributes({ field, context }, [kind, `validates-as-${isNumber ? 'number' : kind}`], 'input')}
      {...getTypedAttributes({ field, context })}
      {...{ ...bounds, ...numbers }}
      autoComplete={field.autocomplete}
      inputMode={kind === 'number' ? 'decimal' : undefined}
      step={field.step ?? (isNumber ? 'any' : undefined)}
    />
  );
  return (
    <ControlWrap field={field} context={context}>
      {kind === 'range' ? (
        <span className="contact-form__range">
          {input}
          <RangeValue field={field} context={context} />
        </span>
      ) : (
        input
      )}
    </ControlWrap>
  );
}

/**
 * The script shows the value here; the width is that of the longest value. It is not live, because screen readers
 * say the value of the slider itself.
 */
function RangeValue({ field, context }: FieldProps<FieldOf<'range'>>) {
  const { min = 0, max = 100, step } = field;
  const bounds = { min: `${min}`, step: step === undefined ? 'any' : `${step}` };
  const lengths = [min, max].map((bound) => formatRangeValue(bound, bounds, 'en').length);
  // Without steps, values have decimals that the bounds don't.
  const width = Math.max(...lengths) + (step === undefined ? 3 : 0);
  return (
    <output
      className="contact-form__value"
      htmlFor={getControlId(context, field)}
      aria-live="off"
      style={{ minWidth: `${width}ch` }}
    />
  );
}

export function HiddenField({ field, context }: FieldProps<FieldOf<'hidden'>>) {
  return (
    <input
      type="hidden"
      id={getControlId(context, field)}
      className={joinClasses(`${context.prefix}-form-control`, `${context.prefix}-hidden`, field.class)}
      name={field.name}
      defaultValue={getShownText(context, field)}
      {...getDefaultAttributes(field)}
    />
  );
}
