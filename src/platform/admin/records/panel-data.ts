import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { runComposed } from '#platform/database/composed-statement.ts';
import type { Db } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';

/**
 * The data that a part of a record reads from the database: one JSON value, which the schema converts to its types.
 */
export interface PartData<Data = unknown> {
  /**
   * Selects one row with one JSON value, by an index, such as `select json_agg(…) from shipments where order_id =
   * ${id}`. The page of a record combines the selects of all parts into one statement.
   */
  readonly data: (shop: Shop, id: number) => SQL;
  /** Amounts are numbers in minor units. Dates are texts, which `jsonMoment` converts. */
  readonly schema: z.ZodType<Data>;
}

/** Converts a `timestamptz` in JSON to a date. */
export const jsonMoment = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

export interface NamedPart {
  readonly name: string;
  readonly part: PartData;
}

export type LoadedPart =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: unknown };

/**
 * Loads the data of parts in one statement. When it fails, each part is loaded alone to find out which one failed.
 */
export async function loadParts(
  shop: Shop,
  db: Db,
  id: number,
  parts: readonly NamedPart[],
): Promise<ReadonlyMap<string, LoadedPart>> {
  if (parts.length === 0) return new Map();
  try {
    const values = await readParts(shop, db, id, parts);
    return new Map(parts.map(({ name, part }, index) => [name, parse(part, values[index])]));
  } catch {
    const loaded = parts.map(async (named) => [named.name, await loadAlone(shop, db, id, named)] as const);
    return new Map(await Promise.all(loaded));
  }
}

async function loadAlone(shop: Shop, db: Db, id: number, named: NamedPart): Promise<LoadedPart> {
  try {
    const [value] = await readParts(shop, db, id, [named]);
    return parse(named.part, value);
  } catch (error) {
    return { ok: false, error };
  }
}

function parse({ schema }: PartData, value: unknown): LoadedPart {
  if (value === null || value === undefined) return { ok: true, value: null };
  const parsed = schema.safeParse(value);
  return parsed.success ? { ok: true, value: parsed.data } : { ok: false, error: parsed.error };
}

async function readParts(shop: Shop, db: Db, id: number, parts: readonly NamedPart[]): Promise<readonly unknown[]> {
  const [row] = await runComposed<{ readonly values: readonly unknown[] }>(db, composeParts(shop, id, parts));
  return row?.values ?? [];
}

/** Composes the statement of all parts. The tests that examine its query plan call this function, too. */
export function composeParts(shop: Shop, id: number, parts: readonly NamedPart[]): SQL {
  const values = parts.map(({ part }) => sql`(${part.data(shop, id)})`);
  return sql`select json_build_array(${sql.join(values, sql`, `)}) as values`;
}
