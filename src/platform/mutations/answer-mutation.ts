import type { FastifyReply, FastifyRequest } from 'fastify';
import { checkBody } from '#platform/api/operation.ts';
import type { Shop } from '#platform/features/shop.ts';
import { hasNonce, refuseNonce } from '#platform/http/ajax.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import { parseInput } from '#platform/http/bodies/parse-input.ts';
import { callErrors } from '#platform/http/errors.ts';
import { sendFormReply } from '#platform/http/form-reply.ts';
import { seeOther, sendFailure } from '#platform/http/replies.ts';
import { sendJson } from '#platform/http/send-compressed.ts';
import { getActor } from '#platform/sessions/actor.ts';
import { addCustomer, findCustomerFailure, findSignInPath } from './customer-requirement.ts';
import { getBodySchema, isFormSchema, type SentForm } from './form-schema.ts';
import type { Mutation, MutationAjax, MutationCall, MutationJson, MutationResult } from './mutation.ts';

type MutationFailure = Extract<MutationResult, { readonly ok: false }>;

type CallReply = Pick<MutationAjax<MutationResult, unknown>, 'success' | 'failure'>;

export async function answerForm(
  mutation: Mutation,
  form: NonNullable<Mutation['form']>,
  sentCall: MutationCall,
): Promise<FastifyReply> {
  const call = await addCustomer(mutation, sentCall);
  const { shop, request, reply } = call;
  const parsed = parseInput(reply, getBodySchema(mutation.schema), request.body);
  if (parsed === null) return reply;
  const input = await readInput(mutation, call, parsed.input);
  if (isUpdate(mutation, input)) {
    if (!form.update) return refuseUpdate(reply);
    return sendFormReply(shop, request, reply, await form.update(call, input));
  }
  const result = await runMutation(mutation, call, input);
  if (result.ok) return sendFormReply(shop, request, reply, await form.success(call, result, input));
  const signInPath = findSignInPath(mutation, call, result);
  if (signInPath !== null) return seeOther(reply, signInPath);
  if (result.code === 'not_found') return reply.callStatusPage(404);
  const status = describeFailure(mutation, result).status;
  if (form.failure) return sendFormReply(shop, request, reply, await form.failure(call, result, input), status);
  return reply.refuse(status, result.code, getMessage(mutation, call, result, input));
}

export async function answerJson(
  mutation: Mutation,
  json: MutationJson<MutationResult, unknown>,
  call: MutationCall,
): Promise<FastifyReply> {
  const { request, reply } = call;
  const { schema } = mutation;
  if (json.nonce !== undefined && !(await hasNonce(call, json.nonce, {}))) return refuseNonce(reply);
  const takesValues = json.takesValues && isFormSchema(schema);
  const bodySchema = takesValues ? await schema.createValuesSchema(call) : getBodySchema(schema);
  const parsed = parseInput(reply, bodySchema, request.body);
  if (parsed === null) return reply;
  const body = await answerCall(mutation, json, call, parsed.input);
  if (reply.sent) return reply;
  checkBody(mutation.name, json.response, body);
  return sendJson(request, reply.header('cache-control', 'no-store'), body);
}

/**
 * Returns the body of a success, or of a failure that has a body. Replies to other failures with code and message.
 * @param sent the parsed body
 */
export async function answerCall(
  mutation: Mutation,
  { success, failure }: CallReply,
  sentCall: MutationCall,
  sent: unknown,
): Promise<unknown> {
  const call = await addCustomer(mutation, sentCall);
  const input = await readInput(mutation, call, sent);
  if (isUpdate(mutation, input)) return refuseUpdate(call.reply);
  const result = await runMutation(mutation, call, input);
  if (!result.ok && failure) return failure(call, result);
  if (!result.ok)
    return sendFailure(
      call.reply,
      describeFailure(mutation, result).status,
      result.code,
      getMessage(mutation, call, result, input),
      getProblems(mutation, result, input),
    );
  return success(call, result);
}

/** Refuses a press of a field's button in a call, or in a form without such buttons. */
const refuseUpdate = (reply: FastifyReply): FastifyReply =>
  sendFailure(reply, 400, 'invalid_input', 'Fields have no buttons here.');

/** Reads the fields of a form when the schema defines a form; other input is returned unchanged. */
async function readInput({ schema }: Mutation, call: MutationCall, sent: unknown): Promise<unknown> {
  return isFormSchema(schema) ? schema.read(call, sent as FormBody) : sent;
}

function isUpdate({ schema }: Mutation, input: unknown): boolean {
  return isFormSchema(schema) && (input as SentForm<unknown>).isUpdate;
}

async function runMutation(mutation: Mutation, call: MutationCall, input: unknown): Promise<MutationResult> {
  const { shop, request, reply } = call;
  const result = await runWithinLimits(mutation, call, input);
  const hint = result.ok ? await mutation.hint?.(call, result) : null;
  if (hint) await shop.hints.refresh(request, reply, hint);
  if (!result.ok && result.retryAfter !== undefined) reply.header('retry-after', result.retryAfter);
  return result;
}

async function runWithinLimits(mutation: Mutation, call: MutationCall, input: unknown): Promise<MutationResult> {
  const failure = await findCustomerFailure(mutation, call);
  if (failure) return failure;
  const { limits, run } = mutation;
  if (!limits) return run(call, input);
  const allowance = await call.shop.limits.consume(await limits.uses(call, input));
  if (!allowance.ok) {
    call.reply.header('retry-after', allowance.retryAfter);
    return limits.refuse(allowance);
  }
  const result = await run(call, input);
  if (!result.ok && !limits.countsFailures) await allowance.giveBack();
  return result;
}

/** @throws when the code has no status, which the types of `defineMutation` rule out */
function describeFailure(
  { name, errors }: Mutation,
  { code }: MutationFailure,
): { readonly status: number; readonly means: string } {
  const { status, means } = (code === 'not_found' ? callErrors.codes.not_found : errors?.codes[code]) ?? {};
  if (typeof status !== 'number' || means === undefined)
    throw new Error(`mutation '${name}' failed with '${code}', which its errors describe with no status`);
  return { status, means };
}

function getMessage(mutation: Mutation, call: MutationCall, failure: MutationFailure, input: unknown): string {
  if (!mutation.message || failure.code === 'not_found') return describeFailure(mutation, failure).means;
  return mutation.message(call, failure, input);
}

/** @returns undefined for a failure that concerns no field */
function getProblems(
  { problems }: Mutation,
  failure: MutationFailure,
  input: unknown,
): Record<string, string> | undefined {
  const found = failure.code === 'not_found' ? [] : (problems?.(failure, input) ?? []);
  if (found.length === 0) return undefined;
  const firstOfField = new Map(found.map(({ field, message }) => [field, message] as const).toReversed());
  return Object.fromEntries([...firstOfField].toReversed());
}

export function createCall(shop: Shop, request: FastifyRequest, reply: FastifyReply): MutationCall {
  return { shop, request, reply, getActor: () => getActor(shop, request) };
}
