import type { FormBody } from '#platform/http/bodies/forms.ts';
import {
  type Field,
  type FieldRecord,
  type ListedRecords,
  listFields,
  type PickedRecords,
  type PickerContext,
  type RecordNames,
  type RecordPicker,
  type ShownOption,
  type ShownRecords,
} from './field.ts';

/** Returns the form body that shows values before anything was submitted. */
export function toForm(values: object, fields: FieldRecord, prefix = ''): FormBody {
  const byKey = values as Readonly<Record<string, unknown>>;
  return Object.assign(
    {},
    ...listFields(fields, prefix).map(({ key, name, field }) =>
      byKey[key] === undefined ? {} : field.kind.toForm(byKey[key], name, field),
    ),
  );
}

export const listShownRecords = (form: FormBody, fields: FieldRecord, prefix = ''): readonly ShownRecords[] =>
  listFields(fields, prefix).flatMap(({ name, field }) => field.kind.listShownRecords?.(form, name, field) ?? []);

/**
 * Loads the names of the records in a form, for its `FormState`: one call for each picker, however many rows there
 * are.
 */
export async function loadRecords(
  context: PickerContext,
  form: FormBody,
  fields: FieldRecord,
  prefix = '',
): Promise<ReadonlyMap<string, PickedRecords>> {
  const shown = listShownRecords(form, fields, prefix);
  const [named, found] = await Promise.all([
    loadOptions(context, shown),
    Promise.all(shown.map(({ picker, query }) => (query === '' ? null : picker.search(context, query)))),
  ]);
  return new Map(
    shown.map(({ name, picker, ids }, index) => {
      const chosen = named.get(picker)?.filter(({ id }) => ids.includes(id)) ?? [];
      return [name, { chosen, found: found[index] ?? null }];
    }),
  );
}

async function loadOptions(
  context: PickerContext,
  listed: Iterable<ListedRecords>,
): Promise<ReadonlyMap<RecordPicker, readonly ShownOption[]>> {
  const wanted = new Map<RecordPicker, Set<number>>();
  for (const { picker, ids } of listed)
    if (ids.length > 0) wanted.set(picker, new Set([...(wanted.get(picker) ?? []), ...ids]));
  const loaded = [...wanted].map(async ([picker, ids]) => [picker, await picker.load(context, [...ids])] as const);
  return new Map(await Promise.all(loaded));
}

/** Calls each picker once. */
export async function loadRecordNames(
  context: PickerContext,
  values: Iterable<readonly [field: Field, value: unknown]>,
): Promise<RecordNames> {
  const listed = [...values].flatMap(([field, value]) => field.kind.listRecords?.(value, field) ?? []);
  const loaded = await loadOptions(context, listed);
  return new Map([...loaded].map(([picker, named]) => [picker, new Map(named.map(({ id, label }) => [id, label]))]));
}
