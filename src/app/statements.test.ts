import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '#platform/config/project-root.ts';
import { listStatements } from '#platform/database/database.ts';
import { connectForCopy } from '#platform/database/pool.ts';
import { compareStatement } from '#tests/statements/compare-statements.ts';
import { type DeclaredStatement, readDeclaredStatements } from '#tests/statements/declared-statements.ts';
import {
  type DescribedStatement,
  describeStatement,
  readDatabaseTypes,
} from '#tests/statements/described-statements.ts';
import { isPlanned, listDefiningFiles, listPlannedStatements } from '#tests/statements/shop-statements.ts';
import { runWrongStatements } from '#tests/statements/wrong-statements.ts';
import { useDatabase } from '#tests/support/database.ts';

const { db, pool } = useDatabase();

/** PostgreSQL's descriptions by name without hash, and its errors. */
async function describeStatements(statements: ReturnType<typeof listStatements>) {
  const described = new Map<string, DescribedStatement>();
  const failures: string[] = [];
  const client = await connectForCopy(pool);
  const types = await readDatabaseTypes(client);
  for (const [index, { name, text }] of statements.entries()) {
    await describeStatement(client, `statement_${index}`, text, types).then(
      (statement) => described.set(name.slice(0, name.lastIndexOf('.')), statement),
      (error: Error) => failures.push(`${name}: ${error.message}`),
    );
  }
  client.release(true);
  return { described, failures };
}

const wrongStatements = join(projectRoot, 'tests/statements/wrong-statements.ts');

describe('the statements of the shop', async () => {
  const files = listDefiningFiles();
  for (const file of files) await import(file);
  const wrong = listStatements().filter(
    (statement) => statement.name.startsWith('test.wrong-') && isPlanned(statement),
  );
  const planned = [...listPlannedStatements(), ...wrong];
  let failures: readonly string[];
  let checked: readonly { readonly declared: DeclaredStatement; readonly mismatches: readonly string[] }[];

  beforeAll(async () => {
    const result = await describeStatements(planned);
    failures = result.failures;
    checked = readDeclaredStatements([...files, wrongStatements]).flatMap((declared) => {
      // Names of prepared statements are cut.
      const found = result.described.get(declared.name.slice(0, 50));
      return found ? [{ declared, mismatches: compareStatement(declared, found) }] : [];
    });
  });

  const listMismatches = (isWrong: boolean) =>
    checked.flatMap(({ declared, mismatches }) => (declared.name.startsWith('test.') === isWrong ? mismatches : []));

  it('are found', () => {
    expect(files.length).toBeGreaterThan(50);
    expect(planned.length).toBeGreaterThan(150);
    expect(checked.length).toBeGreaterThan(150);
    expect(checked.filter(({ declared }) => declared.columns).length).toBeGreaterThan(100);
    expect(checked.filter(({ declared }) => declared.calls.length > 0).length).toBeGreaterThan(100);
  });

  it('fit the schema: PostgreSQL prepares each of them', () => {
    expect(failures).toEqual([]);
  });

  it('have the columns and get the values that their types say', () => {
    expect(listMismatches(false)).toEqual([]);
  });

  it('would be reported with column or parameter, expected and found type', async () => {
    await expect(runWrongStatements(db)).rejects.toThrow();
    expect(listMismatches(true)).toEqual([
      "test.wrong-row: 'id' is int4 (number), its row type says string",
      "test.wrong-row: 'imageId' may be null, its row type says number",
      "test.wrong-row: the row type has 'missing', which is not selected",
      "test.wrong-row: 'slug' is selected, but not in the row type",
      'test.wrong-values: $1 is _int4, and gets number',
      'test.wrong-values: has 2 parameters, and is called with 1 values',
      "test.wrong-names: 'id' is int4 (number), its row type says string",
      'test.wrong-names: $1 is int4, and gets string',
    ]);
  });
});
