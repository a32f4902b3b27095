import type { FileValue, FormEntry } from './rule.shared.ts';

export interface FieldValues {
  readonly texts: readonly string[];
  readonly files: readonly FileValue[];
}

export type FormValues = ReadonlyMap<string, FieldValues>;

const nothing: FieldValues = { texts: [], files: [] };

/** `menu[]` belongs to the field `menu`. */
export function getFieldName(controlName: string): string {
  const bracket = controlName.indexOf('[');
  return bracket > 0 ? controlName.slice(0, bracket) : controlName;
}

/**
 * Groups entries by field. Line breaks become `\n`. Browsers send a nameless file of 0 bytes for an empty control:
 * it is left out.
 */
export function groupEntries(entries: Iterable<FormEntry>): FormValues {
  const grouped = new Map<string, { texts: string[]; files: FileValue[] }>();
  for (const { name, value } of entries) {
    const field = getFieldName(name);
    const values = grouped.get(field) ?? { texts: [], files: [] };
    if (typeof value === 'string') values.texts.push(value.replace(/\r\n?/g, '\n'));
    else if (value.name !== '' || value.size > 0) values.files.push(value);
    grouped.set(field, values);
  }
  return grouped;
}

/** @param form `FormData`, of a browser or of Node */
export function listEntries(form: Iterable<readonly [string, string | FileValue]>): FormEntry[] {
  return [...form].map(([name, value]) => ({ name, value }));
}

export function getValues(values: FormValues, field: string): FieldValues {
  return values.get(field) ?? nothing;
}

/** Surrounding space and empty texts are left out. */
export function listTexts(values: FormValues, field: string): string[] {
  return getValues(values, field)
    .texts.map((text) => text.trim())
    .filter((text) => text !== '');
}

export function countItems(values: FormValues, field: string): number {
  return listTexts(values, field).length + getValues(values, field).files.length;
}

/** Counts UTF-16 code units, as `maxlength` of HTML does; a line break is one. */
export function countCharacters(text: string): number {
  return text.replace(/\r\n?/g, '\n').trim().length;
}
