import { z } from 'zod';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import type { FileLimits } from '#platform/http/bodies/receive-files.ts';
import { normaliseLine, normaliseText } from '#platform/input/normalise-text.ts';
import {
  type FieldRead,
  type FieldRecord,
  type FormInput,
  listFields,
  type PickerContext,
  type ValuesOf,
} from './field.ts';

const maxFieldLength = 10_000;
/** Values of one field: a list of all countries has 249. The body has a limit of its own. */
const maxValues = 300;
const fieldValue = z.union([z.string().max(maxFieldLength), z.array(z.string().max(maxFieldLength)).max(maxValues)]);

/** A submitted form as it was sent, at most 200 fields. `readForm` validates them. */
export const formBody = z
  .record(z.string().max(200), fieldValue)
  .refine((fields) => Object.keys(fields).length <= 200, { error: 'at most 200 fields' });

const largeValue = z.string().max(100_000);

/** A form of the back office, whose fields may be larger and more. The body of any form has at most 500 and 256 kB. */
export const largeFormBody = z.record(z.string().max(200), z.union([largeValue, z.array(largeValue).max(500)]));

/** Reads a field's first value as one line, in its normalised form. */
export function readSingleLine(form: FormBody, name: string): string {
  return normaliseLine(getFirstValue(form, name));
}

/**
 * A field of a call that becomes one line, normalised as in a form.
 * @param max characters as sent
 */
export const singleLineField = (max: number) => z.string().max(max).transform(normaliseLine);

/** Reads a field's first value with its line breaks, in its normalised form. */
export function readText(form: FormBody, name: string): string {
  return normaliseText(getFirstValue(form, name));
}

/** Reads all values of a field, such as those of its checkboxes, as they were sent. */
export function readAll(form: FormBody, name: string): readonly string[] {
  const value = Object.hasOwn(form, name) ? form[name] : undefined;
  return typeof value === 'string' ? [value] : (value ?? []);
}

function getFirstValue(form: FormBody, name: string): string {
  return readAll(form, name)[0] ?? '';
}

/** Reads and checks the fields of a form. Problems are in the order of the fields. */
export function readForm<Own extends FieldRecord>(
  input: FormInput,
  fields: Own,
  prefix = '',
): FieldRead<ValuesOf<Own>> {
  const reads = listFields(fields, prefix).map(
    ({ key, name, field }) => [key, field.kind.read(input, name, field)] as const,
  );
  return {
    value: Object.fromEntries(reads.map(([key, { value }]) => [key, value])) as ValuesOf<Own>,
    problems: reads.flatMap(([, { problems }]) => problems),
  };
}

/** Stores the files of fields that keep them at once, such as pictures. @returns the form to read */
export async function storeFiles(
  context: PickerContext,
  input: FormInput,
  fields: FieldRecord,
  prefix = '',
): Promise<FormBody> {
  let { form } = input;
  for (const { name, field } of listFields(fields, prefix))
    form = (await field.kind.storeFiles?.(context, { ...input, form }, name, field)) ?? form;
  return form;
}

/**
 * Applies the button of a field that was pressed, such as one that adds a row.
 * @returns the form to show; null when it is to be read
 */
export function updateForm(form: FormBody, fields: FieldRecord, prefix = ''): FormBody | null {
  for (const { name, field } of listFields(fields, prefix)) {
    const updated = field.kind.update?.(form, name, field);
    if (updated) return updated;
  }
  return null;
}

/** The values of a form as a call sends them: their types. `readForm` of `toForm` checks their limits. */
export function createValuesSchema(fields: FieldRecord): z.ZodType<object> {
  return z.strictObject(
    Object.fromEntries(listFields(fields).map(({ key, field }) => [key, field.kind.json(field)] as const)),
  );
}

/** What the files of a form may have, for `MutationDefinition.files`. */
export function getFileLimits(fields: FieldRecord): FileLimits {
  const all = listFields(fields).flatMap(({ field }) => field.kind.fileLimits?.(field) ?? []);
  return {
    maxBytes: Math.max(0, ...all.map(({ maxBytes }) => maxBytes)),
    maxFiles: all.reduce((sum, { maxFiles }) => sum + maxFiles, 0),
    discardsSurplus: true,
  };
}
