import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '#platform/config/project-root.ts';
import { listStatements } from '#platform/database/database.ts';
import { useDatabase } from '#tests/database.ts';

const { pool } = useDatabase();
const source = join(projectRoot, 'src');

/** Files of the server that define statements. */
function listDefiningFiles(): string[] {
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.includes('/browser/'))
    .filter((file) => /\b(sqlQuery|defineOwnerQuery)(<|\()/.test(readFileSync(join(source, file), 'utf8')));
}

describe('the statements of the shop', async () => {
  const files = listDefiningFiles();
  for (const file of files) await import(join(source, file));
  // Test files that run in the same process define statements of their own.
  const statements = listStatements().filter(({ name }) => !name.startsWith('test.'));

  it('are found', () => {
    expect(files.length).toBeGreaterThan(50);
    expect(statements.length).toBeGreaterThan(files.length);
  });

  it('fit the schema: PostgreSQL prepares each of them', async () => {
    const client = await pool.connect();
    const failures: string[] = [];
    // `analyze` and the like have no plan to prepare.
    const planned = statements.filter(({ text }) => /^\s*(select|with|insert|update|delete)\b/.test(text));
    expect(planned.length).toBeGreaterThan(150);
    for (const [index, { name, text }] of planned.entries())
      await client
        .query(`prepare statement_${index} as ${text}`)
        .catch((error: Error) => failures.push(`${name}: ${error.message}`));
    client.release(true);
    expect(failures).toEqual([]);
  });
});
