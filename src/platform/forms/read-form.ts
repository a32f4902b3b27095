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
/** Maximum number of values of one field: a list of all countries has 249. The whole body has a limit of its own. */
const maxValues = 300;
const fieldValue = z.union([z.string().max(maxFieldLength), z.array(z.string().max(maxFieldLength)).max(maxValues)]);

/** A submitted form, at most 200 fields. `readForm` validates the fields. */
export const formBody = z
  .record(z.string().max(200), fieldValue)
  .refine((fields) => Object.keys(fields).length <= 200, { error: 'at most 200 fields' });

const largeValue = z.string().max(100_000);

/**
 * A form of the back office, which may have more and larger fields. The body of any form is limited to 500 fields and
 * 256 kB.
 */
export const largeFormBody = z.record(z.string().max(200), z.union([largeValue, z.array(largeValue).max(500)]));

/** Reads a field's first value as one normalised line. */
export function readSingleLine(form: FormBody, name: string): string {
  return normaliseLine(getFirstValue(form, name));
}

/**
 * A text of a call that becomes one normalised line, as in a form.
 * @param max maximum number of characters before normalisation
 */
export const singleLineField = (max: number) => z.string().max(max).transform(normaliseLine);

/** Reads a field's first value as normalised text with line breaks. */
export function readText(form: FormBody, name: string): string {
  return normaliseText(getFirstValue(form, name));
}

/** Reads all values of a field as they were sent, such as the values of its checkboxes. */
export function readAll(form: FormBody, name: string): readonly string[] {
  const value = Object.hasOwn(form, name) ? form[name] : undefined;
  return typeof value === 'string' ? [value] : (value ?? []);
}

function getFirstValue(form: FormBody, name: string): string {
  return readAll(form, name)[0] ?? '';
}

/** Reads and validates the fields of a form. Problems are in the order of the fields. */
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

/**
 * Stores the files of fields that store files before validation, such as pictures.
 * @returns the form to read
 */
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
 * Applies the pressed button of a field, such as a button that adds a row.
 * @returns the form to show; null when no such button was pressed and the form is to be read
 */
export function updateForm(form: FormBody, fields: FieldRecord, prefix = ''): FormBody | null {
  for (const { name, field } of listFields(fields, prefix)) {
    const updated = field.kind.update?.(form, name, field);
    if (updated) return updated;
  }
  return null;
}

/** Creates a schema of a call's values that checks their types. `readForm` of `toForm` checks their limits. */
export function createValuesSchema(fields: FieldRecord): z.ZodType<object> {
  return z.strictObject(
    Object.fromEntries(listFields(fields).map(({ key, field }) => [key, field.kind.json(field)] as const)),
  );
}

/** Returns the limits of a form's files, for `MutationDefinition.files`. */
export function getFileLimits(fields: FieldRecord): FileLimits {
  const all = listFields(fields).flatMap(({ field }) => field.kind.fileLimits?.(field) ?? []);
  return {
    maxBytes: Math.max(0, ...all.map(({ maxBytes }) => maxBytes)),
    maxFiles: all.reduce((sum, { maxFiles }) => sum + maxFiles, 0),
    discardsSurplus: true,
  };
}
