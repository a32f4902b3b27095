import { expect, it } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { findTableDifferences } from '#tests/support/tables-match.ts';
import { downloadGrants } from './tables.ts';

const { database } = useDatabase();

it('the table in code matches the migrations', async () => {
  expect(await findTableDifferences([downloadGrants], database)).toEqual([]);
});
