import pg from 'pg';

/** An oid that pg has no name for. */
const INT8_ARRAY: number = 1016;

/** A Postgres `bigint` as a number. Throws a RangeError for what a number can't hold exactly. */
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
 * Set for the whole process, because Drizzle asks pg's global parsers and not those of a pool.
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
