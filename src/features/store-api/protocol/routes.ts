import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ApiOperation } from '#platform/api/operation.ts';
import type { Shop } from '#platform/features/shop.ts';
import { createGuest } from '#platform/sessions/actor.ts';
import { getStoreRoot } from '../contract.ts';
import { storeOperations } from '../ports.ts';
import { storeApiTexts as texts } from '../texts.ts';
import { batchInput, batchReply, runBatch } from './batch.ts';
import { allowOrigin, catalogueHeaders, isTrustedWrite, registerStorePreflight } from './cross-origin.ts';
import { nestFields, parseStoreInput, toFields } from './input.ts';
import { type AnyStoreOperation, createStoreFailure, type StoreCall } from './operation.ts';
import { type StoreReply, storeFailure, toFailureReply } from './replies.ts';
import { runOperation } from './run-operation.ts';
import { keepSession, openSession } from './session.ts';

const failureStatuses = [400, 401, 403, 404, 409, 429] as const;
const failureBodies = Object.fromEntries(failureStatuses.map((status) => [status, storeFailure]));

/** Registers routes for the shop's own operations and those of the port `storeOperations`, and the batch route. */
export function registerStoreApi(app: FastifyInstance, shop: Shop, own: readonly AnyStoreOperation[]): void {
  const operations = [...own, ...shop.implementations(storeOperations)];
  const root = getStoreRoot(shop.wire);
  for (const operation of operations) {
    const { method, path, subject } = operation;
    const isCatalogue = subject === 'catalogue';
    app.route({
      method,
      url: `${root}/${path}`,
      config: {
        api: describeOperation(operation),
        ...(isCatalogue ? { lane: 'public' as const } : {}),
        allowsForeignWrite: (request) => isTrustedWrite(shop, request),
      },
      handler: (request, reply) =>
        isCatalogue ? answerCatalogue(shop, operation, request, reply) : answerCart(shop, operation, request, reply),
    });
  }
  app.post(
    `${root}/batch`,
    { config: { api: batchOperation, allowsForeignWrite: (request) => isTrustedWrite(shop, request) } },
    (request, reply) => answerBatch(shop, operations, request, reply),
  );
  registerStorePreflight(app, shop, [...new Set([...operations.map(({ path }) => path), 'batch'])]);
}

const batchOperation: ApiOperation = {
  name: 'store-api.run-batch',
  description: 'Runs up to 25 writes of the cart, one after another. Those that fail do not undo the others.',
  body: batchInput,
  status: 207,
  response: batchReply,
  otherResponses: failureBodies,
  isPersonal: true,
};

function describeOperation({
  name,
  description,
  method,
  subject,
  input,
  status,
  response,
}: AnyStoreOperation): ApiOperation {
  return {
    ...{ name, description, response, otherResponses: failureBodies },
    ...(method === 'GET' && input instanceof z.ZodObject ? { query: input } : {}),
    ...(method === 'GET' ? {} : { body: input }),
    ...(status === undefined ? {} : { status }),
    ...(subject === 'catalogue' ? {} : { isPersonal: true as const }),
  };
}

/** Merges query, body and path parameters. Later ones in this order override earlier ones. */
function collectFields({ query, body, params }: FastifyRequest): Readonly<Record<string, unknown>> {
  return { ...nestFields(toFields(query)), ...nestFields(toFields(body)), ...toFields(params) };
}

async function answerCatalogue(
  shop: Shop,
  operation: AnyStoreOperation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const nobody = {
    ...{ actor: createGuest(null), owner: { visitorId: '' }, visitorId: '' },
    ...{ customerId: null, hasToken: false },
  };
  const fields = collectFields(request);
  const result = await runOperation(
    { shop, request, ip: request.ip, session: nobody },
    { operation, fields, headers: {} },
  );
  return send(reply.headers(catalogueHeaders(shop)).header('cache-control', 'no-cache'), result);
}

async function answerCart(
  shop: Shop,
  operation: AnyStoreOperation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const call = await openCall(shop, request);
  const { headers } = request;
  const result = await runOperation(call, { operation, fields: collectFields(request), headers });
  return sendToOwner(call, request, reply, result);
}

async function answerBatch(
  shop: Shop,
  operations: readonly AnyStoreOperation[],
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const call = await openCall(shop, request);
  const parsed = parseStoreInput(shop.t, batchInput, toFields(request.body));
  if (!parsed.ok) return sendToOwner(call, request, reply, toFailureReply(shop, parsed));
  const body = await runBatch(call, operations, parsed.input, request.headers);
  const foreignPath = createStoreFailure('invalid_path', shop.t(texts.foreignPath));
  const result = body ? { status: 207, body, headers: {} } : toFailureReply(shop, foreignPath);
  return sendToOwner(call, request, reply, result);
}

async function openCall(shop: Shop, request: FastifyRequest): Promise<StoreCall> {
  return { shop, request, ip: request.ip, session: await openSession(shop, request) };
}

async function sendToOwner(
  { shop, session }: StoreCall,
  request: FastifyRequest,
  reply: FastifyReply,
  result: StoreReply,
): Promise<FastifyReply> {
  await keepSession(shop, request, reply, session);
  allowOrigin(shop, request, reply);
  return send(reply, result);
}

function send(reply: FastifyReply, { status, body, headers }: StoreReply): FastifyReply {
  const answer = reply.code(status).headers(headers);
  return status === 204 ? answer.send() : answer.type('application/json; charset=utf-8').send(body);
}
