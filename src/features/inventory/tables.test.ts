import type { PgTable } from 'drizzle-orm/pg-core';
import { expect, it } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { findTableDifferences } from '#tests/support/tables-match.ts';
import * as tables from './tables.ts';

const { database } = useDatabase();

it('matches the tables of the migrations', async () => {
  const declared: PgTable[] = Object.values(tables);
  expect(declared).toHaveLength(1);
  expect(await findTableDifferences(declared, database)).toEqual([]);
});
