import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { checkBody } from '#platform/api/operation.ts';
import { ajaxEndpoints, getNonceHeader, type WireNames } from '#platform/config/wire-names.ts';
import type { ErrorGroup } from '#platform/features/error-codes.ts';
import type { Shop } from '#platform/features/shop.ts';
import { anyGuest } from '#platform/nonces/nonces.ts';
import { type Actor, getActor, isGuest, isPermitted } from '#platform/sessions/actor.ts';
import { getVisit } from '#platform/sessions/visit.ts';
import { parseInput } from './bodies/parse-input.ts';
import { sendFailure } from './replies.ts';
import { sendJson } from './send-compressed.ts';

/** Values that an action works with besides its input. */
export interface AjaxCall {
  readonly shop: Shop;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Returns the actor of the request. The first call reads the session. */
  readonly getActor: () => Promise<Actor>;
}

/** Handles `action=<name>` at one of the ajax endpoints. */
export interface AjaxAction<Input = never, Body = unknown> {
  /** Value of the parameter `action`. */
  readonly name: (wire: WireNames) => string;
  /** Describes the action for programmers. */
  readonly description: string;
  /** Name of the endpoint's path in `wire-names.ts`. */
  readonly endpoint: (typeof ajaxEndpoints)[number];
  /** A GET must not change anything. */
  readonly method: 'GET' | 'POST';
  /**
   * The action that the nonce of the call belongs to, where the protocol of the call has a nonce. The nonce is read
   * from the header or from the field `nonce` or `security`.
   */
  readonly nonce?: string;
  /**
   * Guests without a visitor share a nonce (docs/decisions/0042). This is for scripts that read the nonce when the
   * page loads, and whose first call may be a guest's first write.
   */
  readonly sharesNonce?: true;
  /** Name of the permission that the actor must have. */
  readonly requires?: string;
  /** Input that does not match the schema is answered with `invalid_input`. */
  readonly schema: z.ZodType<Input>;
  /** Schema of the body of a success, checked in tests and in development; `html` for a string of HTML. */
  readonly response: z.ZodType<Body> | 'html';
  /** Codes of the action's own failures, besides those of every call. */
  readonly errors?: ErrorGroup['codes'];
  /** Returns the body of a success, or the reply after a failure. */
  readonly run: (call: AjaxCall, input: Input) => Promise<NoInfer<Body> | FastifyReply>;
}

export function defineAjaxAction<Input, Body>(definition: AjaxAction<Input, Body>): AjaxAction {
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
      const name = typeof fields.action === 'string' ? fields.action : '';
      const action = byName.get(`${path} ${request.method} ${name}`);
      if (!action) return sendFailure(reply, 400, 'unknown_action', 'There is no such action here.');
      const call = { shop, request, reply, getActor: () => getActor(shop, request) };
      return runAction(call, action as unknown as AjaxAction<unknown>, fields);
    };
    app.get(path, { config: { lane: 'public', runsActions: true } }, handler);
    app.post(path, { config: { multipart: true, runsActions: true } }, handler);
  }
}

async function runAction(
  call: AjaxCall,
  action: AjaxAction<unknown>,
  fields: Record<string, unknown>,
): Promise<unknown> {
  const { reply } = call;
  reply.header('cache-control', 'no-store');
  if (action.nonce && !(await hasNonce(call, action.nonce, fields, action.sharesNonce ?? false))) {
    return refuseNonce(reply);
  }
  if (action.requires !== undefined) {
    const actor = await call.getActor();
    if (!isPermitted(actor, action.requires)) return reply.callStatusPage(isGuest(actor) ? 401 : 403);
  }
  const parsed = parseInput(reply, action.schema, fields);
  if (parsed === null) return reply;
  const result = await action.run(call, parsed.input);
  if (reply.sent) return reply;
  if (action.response === 'html') return reply.type('text/html; charset=utf-8').send(result);
  checkBody(action.name(call.shop.wire), action.response, result);
  return sendJson(call.request, reply, result);
}

/** After this error code scripts fetch a fresh nonce and try again. */
export const refuseNonce = (reply: FastifyReply): FastifyReply =>
  sendFailure(reply, 403, 'rest_cookie_invalid_nonce', 'This page has been open for long. Please try again.');

/** Whether a call has the nonce of an action, in the header or in its fields. */
export async function hasNonce(
  { shop, request, getActor: getActorOfCall }: AjaxCall,
  action: string,
  fields: Record<string, unknown>,
  isShared = false,
): Promise<boolean> {
  const given = request.headers[getNonceHeader(shop.wire).toLowerCase()] ?? fields.nonce ?? fields.security;
  if (typeof given !== 'string') return false;
  if (shop.nonces.isValid(getVisit(shop, request).visitor, action, given)) return true;
  return isShared && shop.nonces.isValid(anyGuest, action, given) && isGuest(await getActorOfCall());
}

function toFields(source: unknown): Record<string, unknown> {
  return typeof source === 'object' && source !== null ? { ...source } : {};
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route runs the ajax action that the request names. */
    runsActions?: boolean;
  }
}
