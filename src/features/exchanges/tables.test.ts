import { expect, it } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { findTableDifferences } from '#tests/support/tables-match.ts';
import * as tables from './tables.ts';

const { database } = useDatabase();

it('the tables in code match the migrations', async () => {
  expect(await findTableDifferences(Object.values(tables), database)).toEqual([]);
});
