import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#platform/database/database.ts';

/** Fingerprints of documents by their printed number. */
export type DocumentFingerprints = ReadonlyMap<string, string>;

const selectFingerprints = `select id::integer as id, label, md5(concat_ws('|', order_id, kind, refund_id, series, number, total, issued_at, snapshot)) as fingerprint
  from documents where id > $1 order by id`;

export async function readFingerprints({ pool }: Pick<Database, 'pool'>, after = 0) {
  const { rows } = await pool.query<{ id: number; label: string; fingerprint: string }>(selectFingerprints, [after]);
  return rows;
}

/**
 * Notes each document soon after it was issued, until stopped.
 * @param withDatabase rejects while the database is down
 */
export async function watchDocuments(
  withDatabase: <Result>(work: (database: Database) => Promise<Result>) => Promise<Result>,
  stopped: AbortSignal,
): Promise<DocumentFingerprints> {
  const seen = new Map<string, string>();
  let last = 0;
  while (!stopped.aborted) {
    await sleep(1500, undefined, { signal: stopped }).catch(() => {});
    await withDatabase(async (database) => {
      for (const { id, label, fingerprint } of await readFingerprints(database, last)) {
        seen.set(label, fingerprint);
        last = id;
      }
    }).catch(() => {});
  }
  return seen;
}
