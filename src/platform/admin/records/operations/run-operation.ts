import { createHash } from 'node:crypto';
import { recordAudit } from '#platform/admin/audit/record-audit.ts';
import { type Db, inTransaction, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { recordTexts as texts } from '../texts.ts';
import type { AdminOperation, OperationCall, OperationRefusal, OperationResult } from './operation.ts';

/** What names a request: the same key with another input is another one. */
export interface OperationRequest {
  readonly requestKey: string;
  /** What was sent, as text. */
  readonly input: string;
}

interface OperationRun extends OperationCall, OperationRequest {
  readonly id: number;
  readonly values: never;
}

export type OperationOutcome =
  | { readonly ok: true; readonly id: number; readonly outcome: string; readonly movedTo?: number | null }
  | { readonly ok: false; readonly code: 'OPERATION_REFUSED'; readonly refusal: OperationRefusal };

/** Undoes what was written. */
class OperationRefused extends Error {
  readonly refusal: OperationRefusal;

  constructor(refusal: OperationRefusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

interface DoneRequest {
  readonly action: string;
  readonly subject: string;
  readonly hash: string | null;
}

const selectDone = sqlQuery<DoneRequest>(
  'admin.find-done-request',
  `select action, subject_kind || ':' || subject_id as subject, request_hash as hash from platform.audit_entries where request_key = $1`,
);

const hashInput = ({ requestKey, input }: OperationRequest): string =>
  createHash('sha256').update(`${requestKey} ${input}`).digest('base64url');

/** Whether the operation was done to this object with this key and input; null when the key was not used. */
async function findDone(
  db: Db,
  operation: AdminOperation,
  id: number,
  request: OperationRequest,
): Promise<boolean | null> {
  const [done] = await selectDone(db, [request.requestKey]);
  if (!done) return null;
  const { action, subject, hash } = done;
  if (hash !== null && hash !== hashInput(request)) return false;
  return action === operation.name && subject === `${operation.subject}:${id}`;
}

/** Whether the same was sent before and done. Its fields may be others now: what was refunded is not offered again. */
export const isRepeated = async (...request: Parameters<typeof findDone>): Promise<boolean> =>
  (await findDone(...request)) === true;

/** Who sends the same key at the same time waits for the first. */
const toLock = (requestKey: string): bigint =>
  createHash('sha256').update(`operation ${requestKey}`).digest().readBigInt64BE();

/** Does an operation once, in one transaction with its entry in the audit, then what follows the commit. */
export async function runOperation(
  shop: Shop,
  operation: AdminOperation,
  { id, values, actor, requestKey, input }: OperationRun,
): Promise<OperationOutcome> {
  const work = async (tx: Tx): Promise<Extract<OperationResult, { ok: true }> | null> => {
    const isDone = await findDone(tx, operation, id, { requestKey, input });
    if (isDone) return null;
    if (isDone === false)
      throw new OperationRefused({ ok: false, code: 'REQUEST_KEY_USED', message: shop.t(texts.keyUsed) });
    const result = await operation.run(shop, tx, id, values, { actor, requestKey });
    if (!result.ok) throw new OperationRefused(result);
    const { label, ...change } = result.change;
    const subject = { kind: operation.subject, id, label };
    const requestHash = hashInput({ requestKey, input });
    await recordAudit(tx, actor, { subject, action: operation.name, ...change, requestKey, requestHash });
    return result;
  };
  try {
    const result = await inTransaction(shop.db, work, { locks: [toLock(requestKey)] });
    const outcome = (await finish(shop, operation, result)) ?? result?.outcome ?? 'done';
    return { ok: true, id, outcome, ...(result?.movedTo !== undefined && { movedTo: result.movedTo }) };
  } catch (error) {
    if (!(error instanceof OperationRefused)) throw error;
    return { ok: false, code: 'OPERATION_REFUSED', refusal: error.refusal };
  }
}

async function finish(
  shop: Shop,
  operation: AdminOperation,
  result: Extract<OperationResult, { ok: true }> | null,
): Promise<string | undefined> {
  try {
    return await result?.afterCommit?.();
  } catch (err) {
    shop.log.error({ err, operation: operation.name }, 'what follows an operation of the back office failed');
    return undefined;
  }
}
