import { z } from 'zod';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import { normaliseLine, normaliseText } from '#platform/input/normalise-text.ts';

const maxFieldLength = 10_000;
const fieldValue = z.union([z.string().max(maxFieldLength), z.array(z.string().max(maxFieldLength)).max(50)]);

/** A submitted form as it was sent, at most 200 fields. `readFields` validates them. */
export const formBody = z
  .record(z.string().max(200), fieldValue)
  .refine((fields) => Object.keys(fields).length <= 200, { error: 'at most 200 fields' });

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

function getFirstValue(form: FormBody, name: string): string {
  const value = Object.hasOwn(form, name) ? form[name] : undefined;
  return typeof value === 'string' ? value : (value?.[0] ?? '');
}
