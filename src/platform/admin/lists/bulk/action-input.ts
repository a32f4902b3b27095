import { maxInputLength, type RunInput } from '#platform/admin/runs/run-input.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FieldRecord, FormProblem, PickedRecords } from '#platform/forms/field.ts';
import { group } from '#platform/forms/kinds.ts';
import { readForm, readSingleLine, updateForm } from '#platform/forms/read-form.ts';
import { loadRecords } from '#platform/forms/show-form.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { listTexts as texts } from '../texts.ts';
import type { ActionPlan } from './selection.ts';

/** The fields of an action. The names of their controls are paths of the input: `all.day`, `rows.12.number`. */
export interface ActionFields {
  readonly all: FieldRecord;
  /** Fields by id of the row. */
  readonly rows: FieldRecord;
}

/** Creates the fields that an action asks for: common fields, and fields for each row that it would change. */
export function createActionFields(shop: Shop, { rows: { action }, changing, labels }: ActionPlan): ActionFields {
  const perRow = action.perRow?.(shop);
  const rows = perRow
    ? changing.map((id) => [id, group({ label: labels.get(id) ?? `#${id}`, fields: perRow })] as const)
    : [];
  return { all: action.fields?.(shop) ?? {}, rows: Object.fromEntries(rows) };
}

/** Returns the form after a press of a field's button, such as a search; null when the form is to be read. */
export const updateInput = (form: FormBody, { all, rows }: ActionFields): FormBody | null =>
  updateForm(form, all, 'all.') ?? updateForm(form, rows, 'rows.');

export async function loadInputRecords(
  shop: Shop,
  actor: Actor,
  form: FormBody,
  { all, rows }: ActionFields,
): Promise<ReadonlyMap<string, PickedRecords>> {
  const context = { shop, db: shop.db, actor };
  const loaded = [loadRecords(context, form, all, 'all.'), loadRecords(context, form, rows, 'rows.')];
  return new Map((await Promise.all(loaded)).flatMap((each) => [...each]));
}

/** The hidden field with the rows that the page asked about: needed because unticked checkboxes send nothing. */
export const askedField = 'asked';

interface ReadInput {
  readonly input: Required<RunInput>;
  readonly problems: readonly FormProblem[];
}

/**
 * A row that has become changeable since the page was shown is asked about first, although all of its fields may be
 * empty.
 * @param ids ids of the marked rows; input for other rows is refused
 */
export function readInput({ t }: Shop, form: FormBody, fields: ActionFields, ids: ReadonlySet<string>): ReadInput {
  const [all, rows] = [readForm({ t, form }, fields.all, 'all.'), readForm({ t, form }, fields.rows, 'rows.')];
  const input = { all: all.value, rows: rows.value as Readonly<Record<string, object>> };
  const typedFor = Object.keys(form).flatMap((name) => /^rows\.([^.]*)/.exec(name)?.[1] ?? []);
  const asked = new Set([...typedFor, ...readSingleLine(form, askedField).split(' ')]);
  const whole = [
    ...(Object.keys(fields.rows).every((id) => asked.has(id)) ? [] : [t(texts.rowNotAsked)]),
    ...(typedFor.every((id) => ids.has(id)) ? [] : [t(texts.rowNotMarked)]),
    ...(JSON.stringify(input).length > maxInputLength ? [t(texts.inputTooLong)] : []),
  ];
  return {
    input,
    problems: [...all.problems, ...rows.problems, ...whole.map((message) => ({ field: 'input', message }))],
  };
}
