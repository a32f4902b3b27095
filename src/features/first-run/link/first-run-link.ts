import { createHash, randomBytes } from 'node:crypto';
import { hasOwner } from '#features/accounts/index.ts';
import { type Db, inTransaction, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { firstRunLinkPath } from '../contract.ts';

const upsertLink = sqlQuery(
  'first-run.replace-link',
  `insert into first_run_links (token_hash, created_at) values ($1, $2)
  on conflict (id) do update set token_hash = excluded.token_hash, created_at = excluded.created_at`,
);
const selectLink = sqlQuery('first-run.find-link', 'select from first_run_links where token_hash = $1');
const deleteLink = sqlQuery<{ id: number }>(
  'first-run.take-link',
  'delete from first_run_links where token_hash = $1 returning id',
);
const deleteLinks = sqlQuery('first-run.end-link', 'delete from first_run_links');

const hash = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * Creates the link with which the first owner sets the shop up. It replaces an earlier link.
 * @returns its path, a secret that only the operator's console may show; null when there is an owner
 */
export function createFirstRunLink({ db, clock }: Pick<Shop, 'db' | 'clock'>): Promise<string | null> {
  return inTransaction(db, async (tx) => {
    if (await hasOwner(tx)) {
      await deleteLinks(tx, []);
      return null;
    }
    const token = randomBytes(32).toString('base64url');
    await upsertLink(tx, [hash(token), clock.now()]);
    return firstRunLinkPath(token);
  });
}

/** Whether a link is still valid for the first owner. */
export async function isFirstRunLink(db: Db, token: string): Promise<boolean> {
  return (await selectLink(db, [hash(token)])).length === 1 && !(await hasOwner(db));
}

/**
 * Of concurrent uses only one succeeds.
 * @returns whether the link was valid
 */
export async function takeFirstRunLink(tx: Tx, token: string): Promise<boolean> {
  return (await deleteLink(tx, [hash(token)])).length === 1;
}
