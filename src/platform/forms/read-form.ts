import { z } from 'zod';
import type { FormBody } from '#platform/http/bodies/forms.ts';

const maxFieldLength = 10_000;
const fieldValue = z.union([z.string().max(maxFieldLength), z.array(z.string().max(maxFieldLength)).max(50)]);

/** A submitted form as it was sent, at most 200 fields. `readFields` validates them. */
export const formBody = z
  .record(z.string().max(200), fieldValue)
  .refine((fields) => Object.keys(fields).length <= 200, { error: 'at most 200 fields' });

/** Reads a field's first value as one line, without control characters. */
export function readSingleLine(form: FormBody, name: string): string {
  return readText(form, name).replace(/\s+/g, ' ');
}

/**
 * A field of a call that becomes one line, without control characters, as in a form.
 * @param max characters as sent
 */
export const singleLineField = (max: number) =>
  z
    .string()
    .max(max)
    .transform((text) => cleanText(text).replace(/\s+/g, ' '));

/** Reads a field's first value with its line breaks, without other control characters. */
export function readText(form: FormBody, name: string): string {
  const value = Object.hasOwn(form, name) ? form[name] : undefined;
  const first = typeof value === 'string' ? value : (value?.[0] ?? '');
  return cleanText(first);
}

function cleanText(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\n\t])\p{Cc}/gu, '')
    .trim();
}
