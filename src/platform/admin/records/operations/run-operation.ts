import {
  findDoneRequest,
  hashRequest,
  type RequestIdentity,
  toRequestLock,
} from '#platform/admin/audit/done-requests.ts';
import { recordAudit } from '#platform/admin/audit/record-audit.ts';
import { type Db, inTransaction, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { recordTexts as texts } from '../texts.ts';
import type { AdminOperation, OperationCall, OperationRefusal, OperationResult } from './operation.ts';

interface OperationRun extends Omit<OperationCall, 'seen'>, RequestIdentity {
  /** Default: null. */
  readonly seen?: string | null;
  readonly id: number;
  readonly values: never;
}

export type OperationOutcome =
  | { readonly ok: true; readonly id: number; readonly outcome: string; readonly movedTo?: number | null }
  | { readonly ok: false; readonly code: 'OPERATION_REFUSED'; readonly refusal: OperationRefusal };

/** Thrown to roll back what was written. */
class OperationRefused extends Error {
  readonly refusal: OperationRefusal;

  constructor(refusal: OperationRefusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/**
 * Whether a request with this key executed the operation on this object with the same input; null when the key was
 * not used.
 */
async function findDone(
  db: Db,
  operation: AdminOperation,
  id: number,
  request: RequestIdentity,
): Promise<boolean | null> {
  const done = await findDoneRequest(db, request);
  if (!done) return null;
  const { action, kind, subjectId, isSame } = done;
  return isSame && action === operation.name && kind === operation.subject && subjectId === String(id);
}

/**
 * Whether the same request was executed before. Its fields may have changed since: a refunded amount is not offered
 * again.
 */
export const isRepeated = async (...request: Parameters<typeof findDone>): Promise<boolean> =>
  (await findDone(...request)) === true;

/** Executes an operation once, in one transaction with its audit entry, then the work that follows the commit. */
export async function runOperation(
  shop: Shop,
  operation: AdminOperation,
  { id, values, actor, requestKey, seen = null, input }: OperationRun,
): Promise<OperationOutcome> {
  const work = async (tx: Tx): Promise<Extract<OperationResult, { ok: true }> | null> => {
    const isDone = await findDone(tx, operation, id, { requestKey, input });
    if (isDone) return null;
    if (isDone === false)
      throw new OperationRefused({ ok: false, code: 'REQUEST_KEY_USED', message: shop.t(texts.keyUsed) });
    const result = await operation.run(shop, tx, id, values, { actor, requestKey, seen });
    if (!result.ok) throw new OperationRefused(result);
    const { label, ...change } = result.change;
    const subject = { kind: operation.subject, id, label };
    const requestHash = hashRequest({ requestKey, input });
    await recordAudit(tx, actor, { subject, action: operation.name, ...change, requestKey, requestHash });
    return result;
  };
  try {
    const result = await inTransaction(shop.db, work, { locks: [toRequestLock(requestKey)], rechecks: true });
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
