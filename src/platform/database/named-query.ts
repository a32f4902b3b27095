import { type Db, sqlQuery } from './database.ts';

/** A prepared statement whose values have names: `where id = $id`. */
export function namedQuery<Values extends object, Row extends object = object>(
  name: string,
  text: string,
): (db: Db, values: Values) => Promise<Row[]> {
  const names: string[] = [];
  const numbered = text.replace(/\$([a-z]\w*)/gi, (_, key: string) => {
    if (!names.includes(key)) names.push(key);
    return `$${names.indexOf(key) + 1}`;
  });
  const query = sqlQuery<Row>(name, numbered);
  return (db, values) =>
    query(
      db,
      names.map((key) => (values as Readonly<Record<string, unknown>>)[key]),
    );
}

/** The same for a statement that returns one row or none. */
export function namedFind<Values extends object, Row extends object>(
  name: string,
  text: string,
): (db: Db, values: Values) => Promise<Row | null> {
  const query = namedQuery<Values, Row>(name, text);
  return async (db, values) => (await query(db, values))[0] ?? null;
}
