import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { isRequestKey, requestKeyField } from '#platform/admin/audit/done-requests.ts';
import { adminPath } from '#platform/admin/contract.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FieldRecord } from '#platform/forms/field.ts';
import { readSingleLine } from '#platform/forms/read-form.ts';
import type { AjaxCall } from '#platform/http/ajax.ts';
import { renderPrivatePage } from '#platform/http/private-page.ts';
import { wantsJson } from '#platform/http/replies.ts';
import { createSubjectFormSchema, type FormSchema, type SentSubjectForm } from '#platform/mutations/form-schema.ts';
import { defineMutation, type Mutation } from '#platform/mutations/mutation.ts';
import { getActor } from '#platform/sessions/actor.ts';
import { recordErrors } from '../errors.ts';
import { readListQuerySuffix } from '../neighbours.ts';
import { type AdminRecord, getActionPath, getRecordPath, readRecordId } from '../record.ts';
import { recordTexts as texts } from '../texts.ts';
import { type AdminOperation, type OperationRefusal, toOutcomeCode } from './operation.ts';
import {
  confirmedField,
  createOperationPage,
  fingerprintPreview,
  type OpenOperation,
  seenField,
  type TypedOperation,
} from './operation-page.tsx';
import { isRepeated, type OperationOutcome, runOperation } from './run-operation.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body of a call before missing fields were added to it. */
    sentBody?: unknown;
  }
}

type SentOperation = SentSubjectForm<OpenOperation, object> & {
  readonly requestKey: string;
  readonly seen: string | null;
  /** The values that the person has to confirm. The form is shown again, and nothing runs. */
  readonly asked?: Pick<TypedOperation, 'preview' | 'refused' | 'problems'> & { readonly confirmation?: string };
};

const readKeyOfCall = ({ request }: AjaxCall): string => {
  const header = request.headers['idempotency-key'];
  return typeof header === 'string' ? header : '';
};

/** The sent input without the fields that the kit adds to its form. */
function readInput({ request: { body, sentBody = body, files = [] } }: AjaxCall): string {
  const isObject = (value: unknown): value is object =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  const sortFields = (_name: string, value: unknown) =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([first], [second]) => (first < second ? -1 : 1)))
      : value;
  const fields = isObject(sentBody)
    ? { ...sentBody, [requestKeyField]: undefined, [confirmedField]: undefined }
    : sentBody;
  const hashes = files.map(({ field, sha256 }) => `${field} ${sha256}`);
  return `${JSON.stringify(fields, sortFields) ?? ''}${hashes.join()}`;
}

async function openOperation(
  operation: AdminOperation,
  { shop, request, getActor: find }: Pick<AjaxCall, 'shop' | 'request' | 'getActor'>,
): Promise<OpenOperation | null> {
  const id = readRecordId(request);
  const subject = id === null ? null : await operation.load(shop, shop.db, id);
  return id === null || subject === null ? null : { id, subject, actor: await find() };
}

function createSchema(operation: AdminOperation): FormSchema<SentOperation> {
  const fields = createSubjectFormSchema(
    (call) => openOperation(operation, call),
    ({ shop }, { subject, actor }): FieldRecord => operation.fields(shop, subject, actor),
  );
  const isDone = async (call: AjaxCall, requestKey: string) => {
    const id = readRecordId(call.request);
    if (id === null || !isRequestKey(requestKey)) return false;
    return isRepeated(call.shop.db, operation, id, { requestKey, input: readInput(call) });
  };
  return {
    ...fields,
    createValuesSchema: async (call) =>
      (await isDone(call, readKeyOfCall(call))) ? z.unknown().transform(() => ({})) : fields.createValuesSchema(call),
    async read(call, form) {
      const seen = readSingleLine(form, seenField) || null;
      const sent = { ...(await fields.read(call, form)), seen };
      const ofForm = readSingleLine(form, requestKeyField);
      const ofCall = ofForm === '' ? readKeyOfCall(call) : '';
      const key = [ofForm, ofCall].find(isRequestKey) ?? randomUUID();
      if (await isDone(call, ofForm || ofCall)) return { ...sent, problems: [], isUpdate: false, requestKey: key };
      // A call with an invalid key would get another key and be executed again when it is repeated, so it is refused.
      if (ofCall !== '' && !isRequestKey(ofCall)) {
        const problems = [{ field: 'Idempotency-Key', message: call.shop.t(texts.badKey) }];
        return { ...sent, requestKey: key, problems };
      }
      if (sent.subject === null || sent.isUpdate || sent.problems.length > 0 || ofForm === '')
        return { ...sent, requestKey: key };
      const asked = await askFirst(call.shop, operation, sent.subject, sent.values);
      if (asked === null || asked.confirmation === readSingleLine(form, confirmedField))
        return { ...sent, requestKey: key };
      return { ...sent, requestKey: key, asked, isUpdate: true };
    },
  };
}

/** Returns the preview that the person must confirm; null when no confirmation is needed. */
async function askFirst(shop: Shop, { preview }: AdminOperation, { id, ...open }: OpenOperation, values: object) {
  // The cast is safe: the fields of the operation have made the values.
  const shown = await preview?.(shop, shop.db, id, values as never, open);
  if (!shown) return null;
  return shown.ok
    ? { preview: shown.what, confirmation: fingerprintPreview(shown.what, values) }
    : { ...describeRefusal(shown), confirmation: '-' };
}

const describeRefusal = ({ field, message, news }: OperationRefusal) => ({
  ...(field === undefined ? { refused: message } : { problems: [{ field, message }] }),
  ...(news && { news }),
});

type Failure =
  | Exclude<OperationOutcome, { ok: true }>
  | { readonly ok: false; readonly code: 'not_found' | 'OPERATION_INVALID' };

export function createOperationMutation(record: AdminRecord, operation: AdminOperation): Mutation {
  const { name, description, requires, isDangerous, files } = operation;
  const show = (
    call: AjaxCall,
    { subject: open, form, requestKey, asked }: SentOperation,
    typed: Partial<TypedOperation>,
  ) =>
    open === null
      ? Promise.reject(new Error('an object that does not exist has no page'))
      : createOperationPage(call.shop, record, operation, open, {
          ...{ form, requestKey, listQuerySuffix: readListQuerySuffix(call.request) },
          ...asked,
          ...typed,
        });
  return defineMutation({
    ...{ name, description, requires, errors: recordErrors, schema: createSchema(operation) },
    ...(isDangerous ? { requiresFresh: true as const } : {}),
    ...(files ? { files } : {}),
    run: async (call, { subject: open, values, problems, requestKey, seen }): Promise<OperationOutcome | Failure> => {
      if (open === null) return { ok: false, code: 'not_found' };
      if (problems.length > 0) return { ok: false, code: 'OPERATION_INVALID' };
      const { id, actor } = open;
      const input = readInput(call);
      return runOperation(call.shop, operation, { id, actor, values: values as never, requestKey, seen, input });
    },
    message: (_call, failure) => ('refusal' in failure ? failure.refusal.message : ''),
    problems: (failure, { problems }) =>
      'refusal' in failure
        ? [
            {
              field: failure.refusal.field ?? 'reason',
              message: failure.refusal.field ? failure.refusal.message : failure.refusal.code,
            },
          ]
        : problems,
    form: {
      path: getActionPath(record, operation, ':id'),
      success: ({ request }, { id, outcome, movedTo = id }) =>
        movedTo === null
          ? { redirectTo: record.back?.path ?? adminPath('') }
          : {
              redirectTo: `${getRecordPath(record, movedTo)}${readListQuerySuffix(request)}`,
              notices: [{ code: toOutcomeCode(operation, outcome) }],
            },
      failure: async (call, failure, sent) => ({
        page: await show(
          call,
          sent,
          'refusal' in failure ? describeRefusal(failure.refusal) : { problems: sent.problems },
        ),
      }),
      update: async (call, sent) => ({ page: await show(call, sent, {}) }),
    },
    json: {
      path: () => getActionPath(record, operation, ':id'),
      method: 'PUT',
      takesValues: true,
      response: z.strictObject({ id: z.int(), outcome: z.string() }),
      success: (_call, { id, outcome }) => ({ id, outcome }),
    },
  });
}

/** Registers the page of an operation. A JSON call gets the initial values. */
export function registerOperation(
  app: FastifyInstance,
  shop: Shop,
  record: AdminRecord,
  operation: AdminOperation,
): void {
  const config = { requires: operation.requires };
  app.get(getActionPath(record, operation, ':id'), { config }, async (request, reply) => {
    const open = await openOperation(operation, { shop, request, getActor: () => getActor(shop, request) });
    if (open === null) return reply.callStatusPage(404);
    const { id, subject, actor } = open;
    if (wantsJson(request)) return reply.send({ id, values: operation.values(shop, subject, actor) });
    return renderPrivatePage(
      shop,
      request,
      reply,
      await createOperationPage(shop, record, operation, open, { listQuerySuffix: readListQuerySuffix(request) }),
    );
  });
}
