import type { ReactNode } from 'react';
import type { NamedField } from '#features/form-definitions/index.ts';
import type { Translate } from '#platform/texts/texts.ts';
import { Icon } from '#ui/icon.tsx';
import { formMarkupTexts as texts } from '../texts.ts';
import { describeField } from './describe-field.shared.ts';
import { type FieldContext, getControlId, getErrorId, joinClasses } from './field-context.ts';

export interface FieldProps<Field extends NamedField = NamedField> {
  readonly field: Field;
  readonly context: FieldContext;
}

/** @param look classes of the shop's own style */
export function getControlAttributes({ field, context }: FieldProps, kinds: readonly string[], look = '') {
  const { prefix, state, labelledIds, isInLabel } = context;
  const id = getControlId(context, field);
  const hintId = getHintId(id, { field, context });
  const isRequired = 'required' in field && field.required;
  const hasError = state.errors.has(field.name);
  const hasLabel = isInLabel || field.kind === 'hidden' || field.label !== undefined || labelledIds.has(field.id ?? '');
  const classes = [...kinds, ...(isRequired ? ['validates-as-required'] : []), ...(hasError ? ['not-valid'] : [])];
  return {
    id,
    className: joinClasses(`${prefix}-form-control`, ...classes.map((kind) => `${prefix}-${kind}`), look, field.class),
    'aria-required': isRequired || undefined,
    'aria-invalid': hasError,
    'aria-describedby': [hintId, hasError && getErrorId(context, field.name)].filter(Boolean).join(' ') || undefined,
    'data-hint': hintId,
    ...getDefaultAttributes(field),
    'aria-label': hasLabel ? undefined : describeField(field),
  };
}

/** The script reads the source of a default on a cached page. The product is known to the server only. */
export function getDefaultAttributes(field: NamedField) {
  if (!('defaultFrom' in field) || (field.defaultFrom !== 'query' && field.defaultFrom !== 'customer')) return {};
  return { 'data-default-from': field.defaultFrom, 'data-default-key': field.defaultKey ?? field.name };
}

/** Joins the hint of the definition and the rule that a short text or a number would break. */
function formatHint({ field, context: { t } }: FieldProps): string | undefined {
  const own = 'hint' in field ? field.hint : undefined;
  const rule = formatRule(t, field);
  return own === undefined ? rule : rule === undefined ? own : `${own} ${rule}`;
}

function formatRule(t: Translate, field: NamedField): string | undefined {
  if ('minlength' in field && field.minlength !== undefined && field.minlength > 1)
    return t(texts.rule_min_length, { min: field.minlength });
  if (field.kind !== 'number') return undefined;
  const { min, max } = field;
  if (min !== undefined && max !== undefined) return t(texts.rule_numbers, { min, max });
  if (min !== undefined) return t(texts.rule_number_min, { min });
  return max === undefined ? undefined : t(texts.rule_number_max, { max });
}

/** Scripts read the id from `data-hint`. */
function getHintId(controlId: string, { field, context }: FieldProps): string | undefined {
  const hasOwnHint = field.kind === 'file' || (field.kind === 'captcha' && context.hasQuiz);
  return hasOwnHint || formatHint({ field, context }) !== undefined ? `${controlId}-hint` : undefined;
}

interface ControlWrapProps extends FieldProps {
  /** Default: the hint of the definition. */
  readonly hint?: string | undefined;
  readonly children: ReactNode;
}

export function ControlWrap({ field, context, hint, children }: ControlWrapProps) {
  const { prefix, state } = context;
  const error = state.errors.get(field.name);
  const shownHint = hint ?? formatHint({ field, context });
  return (
    <span className={`${prefix}-form-control-wrap contact-form__control`} data-name={field.name}>
      {shownHint !== undefined && (
        <span className="field__hint" id={getHintId(getControlId(context, field), { field, context })}>
          {shownHint}
        </span>
      )}
      {children}
      {error !== undefined && (
        <span className={`${prefix}-not-valid-tip field__error`} aria-hidden="true">
          <Icon name="triangle-alert" small />
          {error}
        </span>
      )}
    </span>
  );
}

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
