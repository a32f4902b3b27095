import pg from 'pg';

/** An oid without a name in pg. */
const INT8_ARRAY: number = 1016;

/** Parses a `bigint`. @throws RangeError beyond the safe integers */
function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} is beyond what a number holds exactly`);
  return value;
}

type Nested = string | null | Nested[];
type NestedNumbers = number | null | NestedNumbers[];

function toIntegers(values: Nested): NestedNumbers {
  if (Array.isArray(values)) return values.map(toIntegers);
  return values === null ? null : safeInteger(values);
}

let installed = false;

/**
 * Process-wide, because Drizzle uses pg's global parsers, not a pool's.
 * `date` stays text: a calendar day has no time zone, and a Date would give it one.
 */
export function installValueParsers(): void {
  if (installed) return;
  installed = true;
  const parseTextArray: (text: string) => Nested = pg.types.getTypeParser(INT8_ARRAY, 'text');
  pg.types.setTypeParser(pg.types.builtins.INT8, safeInteger);
  pg.types.setTypeParser(INT8_ARRAY, (text) => toIntegers(parseTextArray(text)));
  pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
}
