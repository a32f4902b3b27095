import type { ReactNode } from 'react';
import type { NamedField } from '#features/form-definitions/index.ts';
import { describeField, type FieldContext, getControlId, getErrorId, joinClasses } from './field-context.ts';

export interface FieldProps<Field extends NamedField = NamedField> {
  readonly field: Field;
  readonly context: FieldContext;
}

/** Attributes by which a control is found, named and described. `look` are classes of the shop's own style. */
export function getControlAttributes({ field, context }: FieldProps, kinds: readonly string[], look = '') {
  const { prefix, state, labelledIds, isInLabel } = context;
  const isRequired = 'required' in field && field.required;
  const hasError = state.errors.has(field.name);
  const hasLabel = isInLabel || field.kind === 'hidden' || field.label !== undefined || labelledIds.has(field.id ?? '');
  const classes = [...kinds, ...(isRequired ? ['validates-as-required'] : []), ...(hasError ? ['not-valid'] : [])];
  return {
    id: getControlId(context, field),
    className: joinClasses(`${prefix}-form-control`, ...classes.map((kind) => `${prefix}-${kind}`), look, field.class),
    'aria-required': isRequired || undefined,
    'aria-invalid': hasError,
    'aria-describedby': hasError ? getErrorId(context, field.name) : undefined,
    'aria-label': hasLabel ? undefined : describeField(field),
  };
}

/** The element around a control, with the error tip that belongs to it (spec 2.7/10). */
export function ControlWrap({ field, context, children }: FieldProps & { readonly children: ReactNode }) {
  const { prefix, state } = context;
  const error = state.errors.get(field.name);
  return (
    <span className={`${prefix}-form-control-wrap contact-form__control`} data-name={field.name}>
      {children}
      {error !== undefined && (
        <span className={`${prefix}-not-valid-tip field__error`} aria-hidden="true">
          {error}
        </span>
      )}
    </span>
  );
}

/** Adds the label of the definition where the layout has none. */
export function WithLabel({ field, context, children }: FieldProps & { readonly children: ReactNode }) {
  if (field.kind === 'hidden' || field.label === undefined) return children;
  const isGroup = field.kind === 'radio' || field.kind === 'checkbox' || field.kind === 'acceptance';
  const isRequired = 'required' in field && field.required;
  const text = (
    <>
      {field.label}
      {isRequired && (
        <span className="field__mark" aria-hidden="true">
          {' *'}
        </span>
      )}
    </>
  );
  return (
    <div className="field">
      {isGroup ? (
        <span className="field__label">{text}</span>
      ) : (
        <label className="field__label" htmlFor={getControlId(context, field)}>
          {text}
        </label>
      )}
      {children}
    </div>
  );
}
