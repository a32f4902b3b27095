import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { type Db, sqlQuery } from '#platform/database/database.ts';

/** Identifies a request: a key that is used again with another input makes another request. */
export interface RequestIdentity {
  readonly requestKey: string;
  readonly input: string;
}

/**
 * The hidden field of forms that must not be executed twice. JSON calls send the header `Idempotency-Key` instead.
 */
export const requestKeyField = '_request';

export const isRequestKey = (text: string): boolean => /^[\w-]{8,100}$/.test(text);

export interface DoneRequest {
  readonly action: string;
  readonly kind: string;
  readonly subjectId: string;
  /** Whether the earlier request had the same input. */
  readonly isSame: boolean;
}

const selectDone = sqlQuery<Omit<DoneRequest, 'isSame'> & { readonly hash: string | null }>(
  'admin.find-done-request',
  `select action, subject_kind as kind, subject_id as "subjectId", request_hash as hash from platform.audit_entries where request_key = $1`,
);

/**
 * Finds the action that was done with a key. Take `toRequestLock` first, so that a repeated request waits for the
 * first.
 * @returns null when the key was not used
 */
export async function findDoneRequest(db: Db, request: RequestIdentity): Promise<DoneRequest | null> {
  const [done] = await selectDone(db, [request.requestKey]);
  if (!done) return null;
  const { hash, ...rest } = done;
  return { ...rest, isSame: hash === null || hash === hashRequest(request) };
}

export const hashRequest = ({ requestKey, input }: RequestIdentity): string =>
  createHash('sha256').update(`${requestKey} ${input}`).digest('base64url');

/** The key of an advisory lock that serializes requests with one key. */
export const toRequestLock = (requestKey: string): bigint =>
  createHash('sha256').update(`operation ${requestKey}`).digest().readBigInt64BE();

/**
 * Reads the key of a call from the header `Idempotency-Key`.
 * @returns null when the call has no such header
 */
export function readRequestIdentity(
  { headers }: Pick<FastifyRequest, 'headers'>,
  input: string,
): RequestIdentity | null {
  const key = headers['idempotency-key'];
  return typeof key === 'string' && isRequestKey(key) ? { requestKey: key, input } : null;
}
