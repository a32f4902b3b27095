import { isDeepStrictEqual } from 'node:util';

/** Values as JSON, by name of the field. */
export type AuditValues = Readonly<Record<string, unknown>>;

export interface ChangedFields {
  readonly before: AuditValues | null;
  readonly after: AuditValues | null;
}

/** Characters of one value as JSON. Longer values are cut, since the audit is no backup. */
const maxValueLength = 1_000;
const maxFields = 100;
/** Recorded instead of a value if the name of its field suggests a secret. */
const hiddenValue = '(not recorded)';

const secretName = /passw|passphrase|secret|token|credential|(?:api|private|recovery|signing)[_-]?(?:key|code)|hash$/i;

/**
 * Returns the fields that differ, as they are recorded. A missing field counts as null. Secrets are hidden, also
 * inside other values, and long values are cut.
 * @returns null when both sides are given and nothing differs
 */
export function findChangedFields(before: AuditValues | null, after: AuditValues | null): ChangedFields | null {
  const [old, next] = [toJson(before), toJson(after)];
  if (old === null || next === null) return { before: old && toRecorded(old), after: next && toRecorded(next) };
  const names = [...new Set([...Object.keys(old), ...Object.keys(next)])];
  const changed = names.filter((name) => !isDeepStrictEqual(old[name] ?? null, next[name] ?? null));
  if (changed.length === 0) return null;
  const pick = (values: AuditValues) =>
    toRecorded(Object.fromEntries(changed.map((name) => [name, values[name] ?? null])));
  return { before: pick(old), after: pick(next) };
}

/**
 * Converts values to the form in which they are stored, so that both sides can be compared: dates become text, and
 * fields that are undefined are left out.
 */
function toJson(values: AuditValues | null): AuditValues | null {
  return values === null ? null : (JSON.parse(JSON.stringify(values)) as AuditValues);
}

function toRecorded(values: AuditValues): AuditValues {
  const entries = Object.entries(values);
  const kept = entries.slice(0, maxFields).map(([name, value]) => [cut(name, 100), cutValue(hideSecrets(name, value))]);
  const rest = entries.length - maxFields;
  return Object.fromEntries(rest > 0 ? [...kept, ['…', `${rest} more fields`]] : kept);
}

function hideSecrets(name: string, value: unknown): unknown {
  if (secretName.test(name) && value !== null && typeof value !== 'boolean') return hiddenValue;
  if (Array.isArray(value)) return value.map((each) => hideSecrets('', each));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([inner, each]) => [inner, hideSecrets(inner, each)]));
}

function cutValue(value: unknown): unknown {
  if (typeof value === 'string') return cut(value, maxValueLength);
  const text = JSON.stringify(value);
  return text.length > maxValueLength || !isStorable(text) ? cut(text, maxValueLength) : value;
}

/** Cuts a text to a length and removes characters that PostgreSQL does not store. */
export function cut(text: string, maxLength: number): string {
  const storable = text.replaceAll('\0', '').toWellFormed();
  return storable.length > maxLength ? `${storable.slice(0, maxLength - 1).toWellFormed()}…` : storable;
}

/** Tells whether PostgreSQL stores a JSON text: it refuses escapes of zero bytes and of unpaired surrogates. */
function isStorable(json: string): boolean {
  return !/\\u(?:0000|d[89a-f][0-9a-f]{2})/i.test(json);
}
