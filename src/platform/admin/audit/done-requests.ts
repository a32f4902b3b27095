import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { type Db, sqlQuery } from '#platform/database/database.ts';

/** What names a request: the same key with another input is another one. */
export interface RequestName {
  readonly requestKey: string;
  /** What was sent, as text. */
  readonly input: string;
}

/** Of forms that must not be done twice. Calls send the header `Idempotency-Key`. */
export const requestKeyField = '_request';

export const isRequestKey = (text: string): boolean => /^[\w-]{8,100}$/.test(text);

export interface DoneRequest {
  readonly action: string;
  readonly kind: string;
  readonly subjectId: string;
  /** Whether the same was sent. */
  readonly isSame: boolean;
}

const selectDone = sqlQuery<Omit<DoneRequest, 'isSame'> & { readonly hash: string | null }>(
  'admin.find-done-request',
  `select action, subject_kind as kind, subject_id as "subjectId", request_hash as hash from platform.audit_entries where request_key = $1`,
);

/** @returns what was done with the key; null when it was not used. Take `toRequestLock` first: who sends it twice waits for the first. */
export async function findDoneRequest(db: Db, request: RequestName): Promise<DoneRequest | null> {
  const [done] = await selectDone(db, [request.requestKey]);
  if (!done) return null;
  const { hash, ...rest } = done;
  return { ...rest, isSame: hash === null || hash === hashRequest(request) };
}

/** For `requestHash` of the audit. */
export const hashRequest = ({ requestKey, input }: RequestName): string =>
  createHash('sha256').update(`${requestKey} ${input}`).digest('base64url');

/** An advisory lock. */
export const toRequestLock = (requestKey: string): bigint =>
  createHash('sha256').update(`operation ${requestKey}`).digest().readBigInt64BE();

/** The name of a call with the header `Idempotency-Key`. Null: it has none. */
export function readRequestName({ headers }: Pick<FastifyRequest, 'headers'>, input: string): RequestName | null {
  const key = headers['idempotency-key'];
  return typeof key === 'string' && isRequestKey(key) ? { requestKey: key, input } : null;
}
