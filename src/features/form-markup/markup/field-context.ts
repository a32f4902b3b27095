import type { DefaultSource, FileLimits, NamedField } from '#features/form-definitions/index.ts';
import { resolveDate } from '#features/form-definitions/index.ts';
import type { Translate } from '#platform/texts/texts.ts';
import type { FormPlacement, FormPrefill, FormState } from './placement.ts';

export interface FieldContext {
  readonly prefix: string;
  readonly unitTag: string;
  readonly placement: FormPlacement;
  readonly state: FormState;
  readonly prefill: FormPrefill;
  readonly today: string;
  readonly fileLimits?: FileLimits | undefined;
  readonly t: Translate;
  /** Ids of controls that a label of the layout names. */
  readonly labelledIds: ReadonlySet<string>;
  /** Whether a label of the layout is around the field. */
  readonly isInLabel: boolean;
  /** Whether a quiz stands beside the images of captchas, so that these need no answer. */
  readonly hasQuiz: boolean;
}

/** Ids are as written in the first form of a page; others begin with the unit tag. */
export function getElementId({ placement, unitTag }: Pick<FieldContext, 'placement' | 'unitTag'>, id: string): string {
  return placement.ordinal === 1 ? id : `${unitTag}-${id}`;
}

export function getControlId(
  context: Pick<FieldContext, 'placement' | 'unitTag'>,
  { id, name }: Pick<NamedField, 'id' | 'name'>,
): string {
  return id === undefined ? `${context.unitTag}-${name}` : getElementId(context, id);
}

export const getErrorId = ({ unitTag }: Pick<FieldContext, 'unitTag'>, name: string) => `${unitTag}-ve-${name}`;

interface DefaultOptions {
  readonly name: string;
  readonly defaultFrom?: DefaultSource | undefined;
  readonly defaultKey?: string | undefined;
}

function findPrefill({ prefill }: FieldContext, { name, defaultFrom, defaultKey = name }: DefaultOptions) {
  const facts = defaultFrom === undefined ? undefined : prefill[defaultFrom];
  return facts !== undefined && Object.hasOwn(facts, defaultKey) ? facts[defaultKey] : undefined;
}

/** Prefers what was typed, then what the request knows, then the default. */
export function getShownText(
  context: FieldContext,
  field: DefaultOptions & { readonly kind: string; readonly defaultValue?: string | undefined },
): string {
  const { state, today } = context;
  if (state.values) return state.values.get(field.name)?.[0] ?? '';
  const value = findPrefill(context, field) ?? field.defaultValue ?? '';
  return field.kind === 'date' ? resolveDate(value, today) : value;
}

export function listShownChoices(
  context: FieldContext,
  field: DefaultOptions & { readonly defaultValues: readonly string[] },
): readonly string[] {
  if (context.state.values) return context.state.values.get(field.name) ?? [];
  const prefilled = findPrefill(context, field);
  return prefilled === undefined ? field.defaultValues : [prefilled];
}

export function joinClasses(...classes: readonly (string | false | null | undefined)[]): string {
  return classes.filter(Boolean).join(' ');
}
