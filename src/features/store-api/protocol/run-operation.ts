import { checkBody } from '#platform/api/operation.ts';
import type { Shop } from '#platform/features/shop.ts';
import { loadStoreCart } from '../cart/cart-reply.ts';
import { storeErrors } from '../errors.ts';
import { parseStoreInput } from './input.ts';
import { type AnyStoreOperation, isStoreWrite, type StoreCall, type StoreFailure } from './operation.ts';
import { type StoreReply, storeFailure, toFailureReply } from './replies.ts';
import { checkHeaders, requestKeyHeader, type StoreHeaders } from './session.ts';

export interface OperationRequest {
  readonly operation: AnyStoreOperation;
  /** Merged query, body and path parameters. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly headers: StoreHeaders;
}

export async function runOperation(call: StoreCall, request: OperationRequest): Promise<StoreReply> {
  const { shop, session } = call;
  const { operation, fields, headers } = request;
  const refusal = isStoreWrite(operation) ? checkHeaders(shop, session, headers) : null;
  if (refusal) return toFailureReply(shop, refusal);
  const parsed = parseStoreInput(shop.t, operation.input, fields);
  const result = parsed.ok ? await operation.run(withRequestKey(call, headers), parsed.input) : parsed;
  if (!result.ok) return replyToFailure(call, result);
  const { body = null, headers: extraHeaders = {} } = result;
  const status = operation.status ?? 200;
  if (status !== 204) checkBody(operation.name, operation.response, body);
  return { status, body, headers: extraHeaders };
}

function withRequestKey(call: StoreCall, headers: StoreHeaders): StoreCall {
  const key = headers[requestKeyHeader];
  return typeof key === 'string' ? { ...call, requestKey: key } : call;
}

/**
 * Creates the reply to a failed operation. A conflict includes the current cart, so that the client needs no second
 * call.
 */
async function replyToFailure({ shop, session }: StoreCall, failure: StoreFailure): Promise<StoreReply> {
  const isConflict = storeErrors.codes[failure.code].status === 409;
  const cart = isConflict ? await loadStoreCart(shop, session) : undefined;
  const reply = toFailureReply(shop, failure, cart);
  checkBody(failure.code, storeFailure, reply.body);
  return reply;
}

/**
 * Checks everything that can be checked before the operation runs: returns the failure, or null when all is valid.
 */
export function validateRequest(shop: Shop, { session }: StoreCall, request: OperationRequest): StoreReply | null {
  const { operation, fields, headers } = request;
  const refusal = checkHeaders(shop, session, headers);
  if (refusal) return toFailureReply(shop, refusal);
  const parsed = parseStoreInput(shop.t, operation.input, fields);
  return parsed.ok ? null : toFailureReply(shop, parsed);
}
