import type { z } from 'zod';
import type { Translate } from '#platform/texts/texts.ts';
import { storeApiTexts as texts } from '../texts.ts';
import { createStoreFailure, type StoreFailure } from './operation.ts';

type Fields = Readonly<Record<string, unknown>>;

export function toFields(source: unknown): Fields {
  return typeof source === 'object' && source !== null && !Array.isArray(source) ? { ...source } : {};
}

const bracketName = /^([^[\]]{1,100})((?:\[[^[\]]{0,100}\]){1,3})$/;

/**
 * Converts field names with brackets, as in forms and query strings, to nested values: `a[0][b]=c` becomes
 * `{ a: [{ b: 'c' }] }`, and `a[]=b` becomes `{ a: ['b'] }`.
 */
export function nestFields(fields: Fields): Fields {
  const nested: Record<string, unknown> = Object.create(null);
  for (const [name, value] of Object.entries(fields)) {
    const [, first, rest = ''] = bracketName.exec(name) ?? [];
    if (first === undefined) {
      nested[name] = value;
      continue;
    }
    const keys = [...rest.matchAll(/\[([^[\]]*)\]/g)].map(([, key = '']) => key);
    if (keys.length === 1 && keys[0] === '') nested[first] = [value].flat();
    else setNested(nested, [first, ...keys], value);
  }
  return Object.fromEntries(Object.entries(nested).map(([name, value]) => [name, toLists(value)]));
}

function setNested(target: Record<string, unknown>, [key = '', ...keys]: readonly string[], value: unknown): void {
  if (keys.length === 0 || (keys.length === 1 && keys[0] === '')) {
    target[key] = value;
    return;
  }
  const known = target[key];
  const inner: Record<string, unknown> =
    typeof known === 'object' && known !== null && !Array.isArray(known)
      ? (known as Record<string, unknown>)
      : Object.create(null);
  target[key] = inner;
  setNested(inner, keys, value);
}

/** Converts objects whose keys are `0`, `1` … to lists. */
function toLists(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, toLists(inner)] as const);
  const isList = entries.length > 0 && entries.every(([key], index) => key === String(index));
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}

/** Parses the input of an operation. On failure, says for each parameter whether it is missing or invalid. */
export function parseStoreInput<Input>(
  t: Translate,
  schema: z.ZodType<Input>,
  fields: Fields,
): { readonly ok: true; readonly input: Input } | StoreFailure {
  const parsed = schema.safeParse(fields);
  if (parsed.success) return { ok: true, input: parsed.data };
  const issues = parsed.error.issues
    .slice(0, 10)
    .map(({ path, message }) => ({ name: String(path[0] ?? ''), message }));
  const missing = [...new Set(issues.map(({ name }) => name).filter((name) => fields[name] === undefined))];
  if (missing.length > 0)
    return createStoreFailure(
      'rest_missing_callback_param',
      t(texts.missingParameters, { names: missing.join(', ') }),
      missing,
    );
  const problems = Object.fromEntries(issues.map(({ name, message }) => [name, message]));
  const names = Object.keys(problems).join(', ');
  return createStoreFailure('rest_invalid_param', t(texts.invalidParameters, { names }), problems);
}
