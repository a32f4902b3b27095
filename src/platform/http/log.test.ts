import { DrizzleQueryError } from 'drizzle-orm';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { serializeError } from './log.ts';

describe('an error in the log', () => {
  const email = 'ada@example.com';
  const failed = Object.assign(new pg.DatabaseError('duplicate key value', 100, 'error'), {
    ...{ code: '23505', constraint: 'customers_email', detail: `Key (lower(email))=(${email}) already exists.` },
    ...{ where: `unnamed portal parameter $1 = '${email}'`, table: 'customers' },
  });
  const log = (error: Error) => JSON.stringify(serializeError(error));

  it('says what failed, without values of rows', () => {
    expect(log(failed)).not.toContain(email);
    expect(serializeError(failed)).toMatchObject({
      ...{ type: 'DatabaseError', message: 'duplicate key value', code: '23505' },
      ...{ constraint: 'customers_email', table: 'customers', stack: expect.stringContaining('log.test.ts') },
    });
  });

  it('has no values of a query, in the error, its causes or others that it names', () => {
    const query = new DrizzleQueryError('insert into customers', [email, 'two\nlines'], failed);
    for (const error of [query, new Error('outer', { cause: query }), new AggregateError([query, failed])]) {
      expect(log(error)).not.toContain(email);
      expect(log(error)).not.toContain('lines');
    }
    expect(log(query)).toContain('insert into customers');
    expect(log(new Error('outer', { cause: query }))).toContain('duplicate key value');
  });
});
