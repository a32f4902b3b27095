import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { ajaxEndpoints, getNonceHeader, type WireNames } from '#platform/config/wire-names.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type Actor, getActor, isGuest } from '#platform/sessions/actor.ts';
import { getVisit } from '#platform/sessions/visit.ts';
import { parseInput } from './bodies/parse-input.ts';
import { sendFailure } from './replies.ts';

/** What an action works with besides its input. */
export interface AjaxCall {
  readonly shop: Shop;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Who asks. A session is read when it is called first. */
  readonly getActor: () => Promise<Actor>;
}

/** An answer to `action=<name>` at one of the ajax endpoints. */
export interface AjaxAction<Input = never> {
  /** Value of `action`. */
  readonly name: (wire: WireNames) => string;
  /** Name of the endpoint's path in `wire-names.ts`. */
  readonly endpoint: (typeof ajaxEndpoints)[number];
  /** A GET must not change anything. */
  readonly method: 'GET' | 'POST';
  /**
   * The nonce's action, where the specification gives the call one; read from the header or the
   * field `nonce` or `security`.
   */
  readonly nonce?: string;
  /** Name of the permission that the actor must have. */
  readonly requires?: string;
  /** Input that does not match is answered with `invalid_input`. */
  readonly schema: z.ZodType<Input>;
  /** Returns the answer: an object is sent as JSON, a string as HTML. */
  readonly run: (call: AjaxCall, input: Input) => Promise<unknown>;
}

export function defineAjaxAction<Input>(definition: AjaxAction<Input>): AjaxAction {
  return definition as unknown as AjaxAction;
}

export function registerAjax(app: FastifyInstance, shop: Shop, actions: readonly AjaxAction[]): void {
  const endpoints = new Set(ajaxEndpoints.map((name) => shop.wire[name]));
  const byName = new Map(
    actions.map((action) => [`${shop.wire[action.endpoint]} ${action.method} ${action.name(shop.wire)}`, action]),
  );
  for (const path of endpoints) {
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const fields = { ...toFields(request.query), ...toFields(request.body) };
      const action = byName.get(`${path} ${request.method} ${String(fields.action ?? '')}`);
      if (!action) return sendFailure(reply, 400, 'unknown_action', 'There is no such action here.');
      const call = { shop, request, reply, getActor: () => getActor(shop, request) };
      return runAction(call, action as unknown as AjaxAction<unknown>, fields);
    };
    app.get(path, { config: { lane: 'public' } }, handler);
    app.post(path, { config: { multipart: true } }, handler);
  }
}

async function runAction(
  call: AjaxCall,
  action: AjaxAction<unknown>,
  fields: Record<string, unknown>,
): Promise<unknown> {
  const { reply } = call;
  reply.header('cache-control', 'no-store');
  if (action.nonce && !hasNonce(call, action.nonce, fields)) {
    return sendFailure(reply, 403, 'rest_cookie_invalid_nonce', 'This page has been open for long. Please try again.');
  }
  if (action.requires !== undefined) {
    const actor = await call.getActor();
    if (!actor.permissions.has(action.requires)) return reply.callStatusPage(isGuest(actor) ? 401 : 403);
  }
  const input = parseInput(reply, action.schema, fields);
  if (input === null) return reply;
  const result = await action.run(call, input);
  if (reply.sent) return reply;
  return typeof result === 'string' ? reply.type('text/html; charset=utf-8').send(result) : reply.send(result);
}

function hasNonce({ shop, request }: AjaxCall, action: string, fields: Record<string, unknown>): boolean {
  const given = request.headers[getNonceHeader(shop.wire).toLowerCase()] ?? fields.nonce ?? fields.security;
  return typeof given === 'string' && shop.nonces.isValid(getVisit(shop, request).visitor, action, given);
}

function toFields(source: unknown): Record<string, unknown> {
  return typeof source === 'object' && source !== null ? { ...source } : {};
}
