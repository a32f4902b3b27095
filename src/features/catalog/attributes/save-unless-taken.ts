import { inTransaction, type Tx } from '#platform/database/database.ts';
import { postgresError } from '#platform/database/postgres-errors.ts';

export interface Taken {
  readonly ok: false;
  readonly code: 'NAME_TAKEN' | 'SLUG_TAKEN' | 'PICTURE_GONE';
}

/**
 * Writes in a savepoint. Names and addresses are asked for before, but another transaction may take them until the row is
 * written, and a picture may be deleted: only constraints know that.
 */
export async function saveUnlessTaken<Result>(
  tx: Tx,
  write: (savepoint: Tx) => Promise<Result>,
): Promise<Result | Taken> {
  try {
    return await inTransaction(tx, write);
  } catch (error) {
    const { code, constraint = '' } = postgresError(error) ?? {};
    if (code === '23505') return { ok: false, code: constraint.includes('slug') ? 'SLUG_TAKEN' : 'NAME_TAKEN' };
    if (code === '23503' && constraint.includes('image')) return { ok: false, code: 'PICTURE_GONE' };
    throw error;
  }
}
