import pg from 'pg';

/** The oid of `int8[]`, for which pg has no name. */
const INT8_ARRAY: number = 1016;

/**
 * Parses a `bigint`.
 * @throws RangeError beyond the safe integers
 */
function parseSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} is beyond what a number holds exactly`);
  return value;
}

type NestedText = string | null | NestedText[];
type NestedNumbers = number | null | NestedNumbers[];

function toIntegers(values: NestedText): NestedNumbers {
  if (Array.isArray(values)) return values.map(toIntegers);
  return values === null ? null : parseSafeInteger(values);
}

let isInstalled = false;

/**
 * Installs parsers for the whole process, because Drizzle uses pg's global parsers instead of a pool's.
 * `date` stays text: a calendar day has no time zone, and a Date would give it one.
 */
export function installValueParsers(): void {
  if (isInstalled) return;
  isInstalled = true;
  const parseTextArray: (text: string) => NestedText = pg.types.getTypeParser(INT8_ARRAY, 'text');
  pg.types.setTypeParser(pg.types.builtins.INT8, parseSafeInteger);
  pg.types.setTypeParser(INT8_ARRAY, (text) => toIntegers(parseTextArray(text)));
  pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
}
