import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { type Db, runStatement } from './database.ts';

const dialect = new PgDialect();

export interface ComposedStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

export function toStatement(composed: SQL): ComposedStatement {
  const { sql, params } = dialect.sqlToQuery(composed);
  return { text: sql, values: params };
}

/**
 * Runs a statement that was put together from parts, with values as `sqlQuery` returns them. Statements with a fixed
 * text are made with `sqlQuery`, which prepares them once. Whoever composes statements enumerates them for the tests
 * that plan them.
 */
export function runComposed<Row extends object>(db: Db, composed: SQL): Promise<Row[]> {
  const { text, values } = toStatement(composed);
  return runStatement(db, text, values);
}
