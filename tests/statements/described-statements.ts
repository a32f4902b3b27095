import type pg from 'pg';
import type { Kind } from './declared-statements.ts';

/** A statement as PostgreSQL describes it, by the types of `pg_type`. */
export interface DescribedStatement {
  readonly columns: readonly {
    readonly name: string;
    readonly type: string;
    /** Whether it is a column of a table or view that may be null. */
    readonly isNullable: boolean;
  }[];
  readonly parameters: readonly string[];
}

/** A message that pg sends as it is, with the replies that it hands to a query. */
class DescribeRequest implements pg.Submittable {
  readonly statement: string;
  readonly done: Promise<readonly pg.FieldDef[]>;
  #settle!: { resolve: (fields: readonly pg.FieldDef[]) => void; reject: (error: Error) => void };
  #fields: readonly pg.FieldDef[] = [];

  constructor(statement: string) {
    this.statement = statement;
    this.done = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
  }

  submit(connection: pg.Connection): void {
    connection.describe({ type: 'S', name: this.statement }, true);
    connection.sync();
  }

  handleRowDescription({ fields }: { readonly fields: readonly pg.FieldDef[] }): void {
    this.#fields = fields;
  }

  handleError(error: Error): void {
    this.#settle.reject(error);
  }

  handleReadyForQuery(): void {
    this.#settle.resolve(this.#fields);
  }
}

/** Prepares a statement and describes it. @throws what PostgreSQL says of it */
export async function describeStatement(
  client: pg.ClientBase,
  id: string,
  text: string,
  { types, nullable }: DatabaseTypes,
): Promise<DescribedStatement> {
  await client.query(`prepare ${id} as ${text}`);
  const fields = await client.query(new DescribeRequest(id)).done;
  const { rows } = await client.query<{ oids: number[] }>(
    'select parameter_types::oid[]::int[] as oids from pg_prepared_statements where name = $1',
    [id],
  );
  const toType = (oid: number) => types.get(oid) ?? String(oid);
  return {
    columns: fields.map(({ name, dataTypeID, tableID, columnID }) => ({
      name,
      type: toType(dataTypeID),
      isNullable: nullable.has(`${tableID}.${columnID}`),
    })),
    parameters: (rows[0]?.oids ?? []).map(toType),
  };
}

export interface DatabaseTypes {
  /** Names, such as `int8`, by oid. Arrays begin with an underscore. */
  readonly types: ReadonlyMap<number, string>;
  /** Columns of tables and views that may be null, as `oid.number`. */
  readonly nullable: ReadonlySet<string>;
}

export async function readDatabaseTypes(client: pg.ClientBase): Promise<DatabaseTypes> {
  const types = await client.query<{ oid: number; name: string }>(
    `select oid::int, case when typcategory = 'A' then '_' else '' end || ltrim(typname, '_') as name from pg_type`,
  );
  const nullable = await client.query<{ key: string }>(
    `select attrelid::text || '.' || attnum as key from pg_attribute join pg_class on pg_class.oid = attrelid
     where relkind = 'r' and attnum > 0 and not attnotnull`,
  );
  const read = {
    types: new Map(types.rows.map(({ oid, name }) => [oid, name])),
    nullable: new Set(nullable.rows.map(({ key }) => key)),
  };
  await addColumnsOfViews(client, read);
  return read;
}

/** Columns of views may be null when those that they show may be. A view comes after those that it reads. */
async function addColumnsOfViews(
  client: pg.ClientBase,
  read: DatabaseTypes & { readonly nullable: Set<string> },
): Promise<void> {
  const { rows } = await client.query<{ oid: number; definition: string }>(
    `select oid::int, pg_get_viewdef(oid) as definition from pg_class
     where relkind = 'v' and relnamespace = 'public'::regnamespace order by oid`,
  );
  for (const { oid, definition } of rows) {
    const { columns } = await describeStatement(client, `view_${oid}`, definition.replace(/;\s*$/, ''), read);
    for (const [index, { isNullable }] of columns.entries()) if (isNullable) read.nullable.add(`${oid}.${index + 1}`);
  }
}

const kinds: Readonly<Record<string, Kind>> = {
  ...{ bool: 'boolean', int2: 'number', int4: 'number', int8: 'number', float4: 'number', float8: 'number' },
  ...{ text: 'string', varchar: 'string', bpchar: 'string', uuid: 'string', name: 'string', numeric: 'string' },
  ...{ date: 'string', timestamptz: 'Date', bytea: 'object' },
};

/** What pg and `value-parsers.ts` make of a value; `unknown` for JSON and what is not listed. */
export function getColumnKind(type: string): Kind {
  return type.startsWith('_') ? 'array' : (kinds[type] ?? 'unknown');
}

/** What may be sent: pg sends objects as JSON, but arrays as arrays of PostgreSQL. */
export function listParameterKinds(type: string): readonly Kind[] {
  if (type === 'json' || type === 'jsonb') return ['string', 'object'];
  if (type === 'numeric') return ['string', 'number'];
  const kind = getColumnKind(type);
  return kind === 'unknown' ? ['string', 'number', 'boolean', 'Date', 'array', 'object'] : [kind];
}
