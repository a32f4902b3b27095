import { type Db, sqlQuery } from './database.ts';

type Defined<Values> = { readonly [Key in keyof Values]-?: Exclude<Values[Key], undefined> };

/**
 * Prepares a statement whose values have names: `where id = $id`. Values that the statement does not name are left
 * out. The query throws when a value is undefined, since the statement would store null.
 */
export function namedQuery<Values extends object, Row extends object = object>(
  name: string,
  text: string,
): (db: Db, values: Defined<Values>) => Promise<Row[]> {
  const names: string[] = [];
  const numbered = text.replace(/\$([a-z]\w*)/gi, (_, key: string) => {
    if (!names.includes(key)) names.push(key);
    return `$${names.indexOf(key) + 1}`;
  });
  const query = sqlQuery<Row>(name, numbered);
  return (db, values) => {
    const listed = names.map((key) => (values as Readonly<Record<string, unknown>>)[key]);
    const missing = names.filter((_, index) => listed[index] === undefined);
    if (missing.length > 0) throw new Error(`the statement '${name}' needs ${missing.join(', ')}`);
    return query(db, listed);
  };
}

/** Prepares a statement with named values that returns one row or none. */
export function namedFind<Values extends object, Row extends object>(
  name: string,
  text: string,
): (db: Db, values: Defined<Values>) => Promise<Row | null> {
  const query = namedQuery<Values, Row>(name, text);
  return async (db, values) => (await query(db, values))[0] ?? null;
}
