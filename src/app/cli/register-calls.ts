import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { listForms } from '#platform/admin/admin-mutations.ts';
import { type AdminForm, readFormId } from '#platform/admin/forms/form.ts';
import { toAnswer } from '#platform/admin/forms/form-mutation.ts';
import { loadForm } from '#platform/admin/forms/form-parts.ts';
import type { AdminOperation } from '#platform/admin/records/operations/operation.ts';
import { readRecordId } from '#platform/admin/records/record.ts';
import type { Shop } from '#platform/features/shop.ts';
import { formBody } from '#platform/forms/read-form.ts';
import { callErrors } from '#platform/http/errors.ts';
import { sendFailure } from '#platform/http/replies.ts';
import { answerJson, createCall } from '#platform/mutations/answer-mutation.ts';
import type { Mutation, MutationJson, MutationResult } from '#platform/mutations/mutation.ts';
import { type Actor, isPermitted, type StaffIdentity, type SystemIdentity } from '#platform/sessions/actor.ts';
import type { App } from '../app.ts';

export interface MutationRequest {
  readonly mutation: Mutation;
  readonly actor: Actor;
  /** Parameters of the mutation's path: `{ token: '…' }`. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly input: unknown;
  /** Idempotency key. */
  readonly key?: string | undefined;
}

export interface Calls {
  readonly mutations: readonly Mutation[];
  listParameters(mutation: Mutation): readonly string[];
  call(request: MutationRequest): Promise<{ readonly status: number; readonly body: unknown }>;
}

const keyHeader = 'x-vitrine-call';

/**
 * Registers a route for each mutation, for the command line. Its user controls the server, so the actor is passed
 * instead of a session, and no fresh sign-in is required. The shop must not listen. Register the routes before the
 * app is ready.
 */
export function registerCalls({ http, shop, assembly, api: { mutations } }: App): Calls {
  const forms = new Map(listForms(assembly.features).map((form) => [form.name, form]));
  const actors = new Map<string, Actor>();
  const listParameters = ({ form, json }: Mutation) =>
    [...(form?.path ?? json?.path(shop.wire) ?? '').matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  for (const mutation of mutations) {
    const path = [pathTo(mutation), ...listParameters(mutation).map((name) => `:${name}`)].join('/');
    http.post(path, async (request, reply) => {
      const key = String(request.headers[keyHeader]);
      const actor = actors.get(key);
      if (!actor) return reply.callNotFound();
      request.identity = Promise.resolve(toIdentity(actor));
      if (mutation.requires !== undefined && !isPermitted(actor, mutation.requires)) {
        const message = `The role of ${actor.name} does not allow it: it needs the permission ${mutation.requires}.`;
        return sendFailure(reply, 403, 'PERMISSION_MISSING', message);
      }
      const form = forms.get(mutation.name);
      if (form) request.body = await addStoredValues(shop, form, request, actor);
      const operation = shop.adminOperations.get(mutation.name);
      request.sentBody = request.body;
      if (operation && !operation.isProposed) request.body = await addFirstValues(shop, operation, request, actor);
      return answerJson(mutation, findJson(mutation, request.body), createCall(shop, request, reply));
    });
  }
  return {
    mutations,
    listParameters,
    async call({ mutation, actor, parameters, input, key: requestKey }) {
      const key = randomUUID();
      actors.set(key, actor);
      const values = listParameters(mutation).map((name) => encodeURIComponent(parameters[name] ?? ''));
      const { statusCode, body } = await http.inject({
        method: 'POST',
        url: [pathTo(mutation), ...values].join('/'),
        headers: {
          ...{ [keyHeader]: key, accept: 'application/json', 'content-type': 'application/json' },
          ...(requestKey === undefined ? {} : { 'idempotency-key': requestKey }),
        },
        payload: JSON.stringify(input),
      });
      actors.delete(key);
      return { status: statusCode, body: readBody(body) };
    },
  };
}

/**
 * Completes the input of a back-office form: fields that the input does not name keep their stored values, or the
 * values of an empty form.
 */
async function addStoredValues(
  shop: Shop,
  form: AdminForm,
  { params, body }: Pick<FastifyRequest, 'params' | 'body'>,
  actor: Actor,
): Promise<unknown> {
  const id = readFormId(form, params);
  const open = id === undefined ? null : await loadForm(shop, shop.db, form, { id, actor });
  if (open === null || typeof body !== 'object') return body;
  const { version, values } = toAnswer(open);
  return { version, values: { ...values, ...body } };
}

const isInput = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Completes the input of an operation: fields that the input does not name, also in groups, have the first values of
 * the operation's page.
 */
async function addFirstValues(
  shop: Shop,
  operation: AdminOperation,
  request: FastifyRequest,
  actor: Actor,
): Promise<unknown> {
  const { body } = request;
  // A body with texts only is an HTML form, in which a missing field means an empty one.
  if (!isInput(body) || (Object.keys(body).length > 0 && formBody.safeParse(body).success)) return body;
  const id = readRecordId(request);
  const subject = id === null ? null : await operation.load(shop, shop.db, id);
  if (subject === null) return body;
  const merge = (first: unknown, named: unknown): unknown => {
    if (!isInput(first) || !isInput(named)) return named === undefined ? first : named;
    const keys = [...new Set([...Object.keys(first), ...Object.keys(named)])];
    return Object.fromEntries(keys.map((key) => [key, merge(first[key], named[key])]));
  };
  // Callers read the values as JSON, so the first values are converted to JSON, too.
  const first: unknown = JSON.parse(JSON.stringify(operation.values(shop, subject, actor)));
  return merge(first, body);
}

/** @throws TypeError for actors other than staff and the system: the command line never acts for customers */
function toIdentity({ kind, name, staffId, permissions }: Actor): StaffIdentity | SystemIdentity {
  if (kind === 'staff' && staffId !== null) return { kind, name, staffId, permissions };
  if (kind === 'system') return { kind, name };
  throw new TypeError(`the command line can't act for '${name}'`);
}

const pathTo = ({ name }: Mutation): string => `/-/call/${name}`;

/**
 * Returns the JSON call of the mutation. A mutation without a JSON reply replies with its result. When all fields are
 * texts, they are read by the names of the form's controls, else as typed values by their keys.
 */
function findJson({ json, ajax }: Mutation, input: unknown): MutationJson<MutationResult, unknown> {
  const own = json ?? (ajax && ajax.response !== 'html' ? { ...ajax, response: ajax.response } : null);
  const { response = z.unknown(), success = (_: unknown, { ok: _ok, ...result }: MutationResult) => result } =
    own ?? {};
  const takesValues = !formBody.safeParse(input).success;
  return { path: () => '', ...(takesValues && { takesValues }), response, success };
}

function readBody(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    const { status, means } = callErrors.codes.internal_error;
    return { code: 'internal_error', message: means, data: { status } };
  }
}
