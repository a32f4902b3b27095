import { z } from 'zod';
import { handleServerFailure } from '#platform/http/server-failure.ts';
import { getStoreNamespace } from '../contract.ts';
import { storeApiTexts as texts } from '../texts.ts';
import { nestFields, toFields } from './input.ts';
import { type AnyStoreOperation, createStoreFailure, isStoreWrite, type StoreCall } from './operation.ts';
import { type StoreFailureBody, type StoreReply, toFailureReply } from './replies.ts';
import { type OperationRequest, runOperation, validateRequest } from './run-operation.ts';
import { createSessionHeaders, openTokenSession, type StoreHeaders } from './session.ts';

const maxRequests = 25;

const batchRequest = z.object({
  method: z.enum(['POST', 'PUT', 'PATCH', 'DELETE']).default('POST'),
  path: z.string().max(1000),
  body: z.record(z.string().max(200), z.unknown()).default({}),
  headers: z
    .record(z.string().max(100), z.union([z.string().max(2000), z.array(z.string().max(2000)).max(10)]))
    .default({}),
});

export const batchInput = z.object({
  requests: z.array(batchRequest).min(1).max(maxRequests),
  validation: z.enum(['require-all-validate', 'normal']).default('normal'),
});

export type BatchInput = z.infer<typeof batchInput>;

const batchResponse = z.strictObject({
  status: z.int(),
  body: z.unknown().describe('The reply of the operation'),
  headers: z.record(z.string(), z.string()),
});

export const batchReply = z
  .strictObject({
    failed: z.literal('validation').optional(),
    responses: z.array(batchResponse.nullable()).describe('In the order of the requests; null: not run'),
  })
  .meta({ id: 'StoreBatchReply' });

type BatchReply = z.infer<typeof batchReply>;

interface PreparedRequest {
  readonly call: StoreCall;
  readonly request: OperationRequest;
}

/**
 * Runs the requests one after another. Each uses the nonce or the cart token of its own headers, or else of the
 * batch. A failing request does not undo the others.
 * @returns null when a path is not of the store API; no request was run then
 */
export async function runBatch(
  call: StoreCall,
  operations: readonly AnyStoreOperation[],
  { requests, validation }: BatchInput,
  outerHeaders: StoreHeaders,
): Promise<BatchReply | null> {
  const { shop } = call;
  const namespace = `${getStoreNamespace(shop.wire)}/`;
  if (requests.some(({ path }) => !path.startsWith(namespace))) return null;
  const prepared = requests.map((request) => prepareRequest(call, operations, request, outerHeaders));
  if (validation === 'require-all-validate') {
    const failures = prepared.map((each) => ('status' in each ? each : validateRequest(shop, each.call, each.request)));
    if (failures.some((failure) => failure !== null)) return { failed: 'validation', responses: failures };
  }
  const responses: StoreReply[] = [];
  for (const each of prepared) responses.push('status' in each ? each : await runPrepared(each));
  return { responses };
}

async function runPrepared({ call, request }: PreparedRequest): Promise<StoreReply> {
  const { shop, session } = call;
  const run = async () => {
    const reply = await runOperation(call, request);
    const { headers } = await createSessionHeaders(shop, session);
    return { ...reply, headers: { ...reply.headers, ...headers } };
  };
  // Report the error in the response of this request: earlier requests have run, and the client must learn their
  // results.
  return run().catch((error: unknown) => toErrorReply(call, error));
}

function toErrorReply({ shop, request }: StoreCall, error: unknown): StoreReply {
  const { status, code, message } = handleServerFailure(shop, request, error);
  return { status, body: { code, message, data: { status } } satisfies StoreFailureBody, headers: {} };
}

/** Finds the operation of a request, or returns a reply that says that it can't be in a batch. */
function prepareRequest(
  call: StoreCall,
  operations: readonly AnyStoreOperation[],
  { method, path, body, headers }: BatchInput['requests'][number],
  outerHeaders: StoreHeaders,
): PreparedRequest | StoreReply {
  const { shop } = call;
  const url = new URL(path, 'http://shop');
  const namespaceLength = `${getStoreNamespace(shop.wire)}/`.length;
  const below = url.pathname.slice(namespaceLength);
  const found = findOperation(operations, method, below);
  if (!found) return toFailureReply(shop, createStoreFailure('rest_batch_not_allowed', shop.t(texts.notInBatch)));
  const ownHeaders = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value].flat()[0]]),
  );
  const query = nestFields(Object.fromEntries(url.searchParams));
  return {
    call: { ...call, session: openTokenSession(shop, ownHeaders) ?? call.session },
    request: {
      operation: found.operation,
      fields: { ...query, ...toFields(body), ...found.params },
      headers: { nonce: outerHeaders.nonce, ...ownHeaders },
    },
  };
}

/** Finds a write of the cart by method and path. Other operations are not found. */
function findOperation(
  operations: readonly AnyStoreOperation[],
  method: string,
  path: string,
): { readonly operation: AnyStoreOperation; readonly params: Readonly<Record<string, string>> } | null {
  for (const operation of operations) {
    if (operation.subject !== 'cart' || !isStoreWrite(operation) || operation.method !== method) continue;
    const params = matchPath(operation.path, path);
    if (params) return { operation, params };
  }
  return null;
}

function matchPath(pattern: string, path: string): Record<string, string> | null {
  const [expected, given] = [pattern.split('/'), path.replace(/\/$/, '').split('/')];
  if (expected.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of expected.entries()) {
    const value = given[index] ?? '';
    if (part.startsWith(':')) params[part.slice(1)] = decodePart(value);
    else if (part !== value) return null;
  }
  return params;
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
