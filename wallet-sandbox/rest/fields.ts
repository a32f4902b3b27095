import { invalid } from './problem.ts';

/** Readers of the fields of a request. They refuse as the provider does, with a JSON pointer. */

export type Fields = Record<string, unknown>;

export function readObject(value: unknown, field: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid(value === undefined ? 'MISSING_REQUIRED_PARAMETER' : 'INVALID_PARAMETER_SYNTAX', field);
  }
  return value as Fields;
}

export function readOptionalObject(value: unknown, field: string): Fields | undefined {
  return value === undefined || value === null ? undefined : readObject(value, field);
}

export function readArray(value: unknown, field: string, max: number): unknown[] {
  if (value === undefined) throw invalid('MISSING_REQUIRED_PARAMETER', field);
  if (!Array.isArray(value)) throw invalid('INVALID_PARAMETER_SYNTAX', field);
  if (value.length === 0) throw invalid('INVALID_ARRAY_MIN_ITEMS', field);
  if (value.length > max) throw invalid('INVALID_ARRAY_MAX_ITEMS', field);
  return value;
}

export function readString(value: unknown, field: string, max: number, pattern?: RegExp): string {
  if (value === undefined || value === null) throw invalid('MISSING_REQUIRED_PARAMETER', field);
  if (typeof value !== 'string') throw invalid('INVALID_PARAMETER_SYNTAX', field, value);
  if (value.length === 0 || value.length > max) throw invalid('INVALID_STRING_LENGTH', field, value);
  if (pattern && !pattern.test(value)) throw invalid('INVALID_PARAMETER_SYNTAX', field, value);
  return value;
}

export function readOptionalString(value: unknown, field: string, max: number, pattern?: RegExp): string | undefined {
  return value === undefined || value === null ? undefined : readString(value, field, max, pattern);
}

export function readChoice<T extends string>(value: unknown, field: string, choices: readonly T[]): T {
  if (value === undefined || value === null) throw invalid('MISSING_REQUIRED_PARAMETER', field);
  const found = choices.find((choice) => choice === value);
  if (found === undefined) throw invalid('INVALID_PARAMETER_VALUE', field, value);
  return found;
}

/** Only what is there: no `undefined` under a key, which JSON would drop and TypeScript refuse. */
export function withoutUndefined<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as never;
}
