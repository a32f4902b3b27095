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
 * Runs a statement that was composed of parts, with values parsed as by `sqlQuery`. Use `sqlQuery` for statements
 * with a fixed text, which it prepares once. A module that composes statements lists them for the tests that examine
 * query plans.
 */
export function runComposed<Row extends object>(db: Db, composed: SQL): Promise<Row[]> {
  const { text, values } = toStatement(composed);
  return runStatement(db, text, values);
}
