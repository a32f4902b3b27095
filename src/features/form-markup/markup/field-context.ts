import type { DefaultSource, FileLimits, NamedField } from '#features/form-definitions/index.ts';
import { resolveDate } from '#features/form-definitions/index.ts';
import type { Translate } from '#platform/texts/texts.ts';
import type { FormPlacement, FormPrefill, FormState } from './placement.ts';

/** What the fields of one placement of a form need to be rendered. */
export interface FieldContext {
  /** {form_prefix}. */
  readonly prefix: string;
  readonly unitTag: string;
  readonly placement: FormPlacement;
  readonly state: FormState;
  readonly prefill: FormPrefill;
  /** `2026-01-31` in the shop's time zone. */
  readonly today: string;
  /** What the shop takes, whatever fields say. Default: any. */
  readonly fileLimits?: FileLimits | undefined;
  readonly t: Translate;
  /** Ids of controls that a label of the layout names. */
  readonly labelledIds: ReadonlySet<string>;
  /** Whether a label of the layout is around the field. */
  readonly isInLabel: boolean;
  /** Whether a quiz stands beside the images of captchas, so that these need no answer. */
  readonly hasQuiz: boolean;
}

/** Ids of a definition are as written in the first form of a page, and have the unit tag before them in others. */
export function getElementId({ placement, unitTag }: Pick<FieldContext, 'placement' | 'unitTag'>, id: string): string {
  return placement.ordinal === 1 ? id : `${unitTag}-${id}`;
}

export function getControlId(
  context: Pick<FieldContext, 'placement' | 'unitTag'>,
  { id, name }: Pick<NamedField, 'id' | 'name'>,
): string {
  return id === undefined ? `${context.unitTag}-${name}` : getElementId(context, id);
}

/** Id of a field's entry in the list of errors. */
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

/** What a text field shows: what was typed, what the request knows, the default of the definition. */
export function getShownText(
  context: FieldContext,
  field: DefaultOptions & { readonly kind: string; readonly defaultValue?: string | undefined },
): string {
  const { state, today } = context;
  if (state.values) return state.values.get(field.name)?.[0] ?? '';
  const value = findPrefill(context, field) ?? field.defaultValue ?? '';
  return field.kind === 'date' ? resolveDate(value, today) : value;
}

/** What is chosen of a select, of radio buttons or of boxes. */
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
