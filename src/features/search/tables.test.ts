import { expect, it } from 'vitest';
import { useDatabase } from '#tests/database.ts';
import { tablesMatchDatabase } from '#tests/tables-match.ts';
import * as tables from './tables.ts';

const { database } = useDatabase();

it('the tables in the code are those that the migrations make', async () => {
  expect(await tablesMatchDatabase(Object.values(tables), database)).toEqual([]);
});
