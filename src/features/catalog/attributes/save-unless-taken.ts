import { inTransaction, type Tx } from '#platform/database/database.ts';
import { postgresError } from '#platform/database/postgres-errors.ts';

export interface Taken {
  readonly ok: false;
  readonly code: 'NAME_TAKEN' | 'SLUG_TAKEN' | 'PICTURE_GONE';
}

/**
 * Writes in a savepoint. The caller has checked names and slugs, but until the row is written another transaction may
 * take them, or delete a picture: only the constraints detect that.
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
