import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { recordAudit } from '#platform/admin/audit/record-audit.ts';
import { pickExtensions } from '#platform/admin/extension.ts';
import { getFormPath } from '#platform/admin/forms/form.ts';
import { toAnswer } from '#platform/admin/forms/form-mutation.ts';
import type { FormFrame } from '#platform/admin/forms/form-page.tsx';
import { loadForm } from '#platform/admin/forms/form-parts.ts';
import { showForm } from '#platform/admin/forms/form-routes.ts';
import type { BulkAction, RowRefusal } from '#platform/admin/runs/bulk-action.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { consumeNotices } from '#platform/http/notices.ts';
import { renderPrivatePage } from '#platform/http/private-page.ts';
import { wantsJson } from '#platform/http/replies.ts';
import { defineMutation, type Mutation } from '#platform/mutations/mutation.ts';
import { type Actor, getActor, isPermitted } from '#platform/sessions/actor.ts';
import type { Text } from '#platform/texts/texts.ts';
import { recordErrors } from './errors.ts';
import { resolveRecord } from './extend-record.ts';
import { readListQuerySuffix } from './neighbours.ts';
import { toOutcomeCode } from './operations/operation.ts';
import { createOperationMutation, registerOperation } from './operations/operation-mutation.ts';
import { type AdminRecord, getActionPath, getRecordPath, readRecordId } from './record.ts';
import { createConfirmPage, createFrame, createRecordPage } from './record-page.tsx';
import { recordTexts as texts } from './texts.ts';

export function createRecordFrame(definition: AdminRecord): FormFrame {
  return async (shop, actor, id) => {
    const record = resolveRecord(definition, pickExtensions(shop.adminExtensions, 'record'));
    return id === null ? null : createFrame({ shop, actor, record, id });
  };
}

/**
 * Registers the page of a record, the page of a new object, and the pages that ask for confirmation of dangerous
 * actions.
 */
export function registerRecord(app: FastifyInstance, shop: Shop, definition: AdminRecord): void {
  const record = resolveRecord(definition, pickExtensions(shop.adminExtensions, 'record'));
  const frame = createRecordFrame(definition);
  const { form, path, requires, operations = [] } = record;
  const outcomes = listOutcomes(record);
  for (const { operation } of operations) registerOperation(app, shop, record, operation);
  if (form?.create)
    app.get(getFormPath(form, null), { config: { requires: form.requires } }, (request, reply) =>
      showForm(shop, form, frame, { request, reply }),
    );
  app.get(path, { config: { requires } }, async (request, reply) => {
    const actor = await getActor(shop, request);
    if (form && isPermitted(actor, form.requires)) return showForm(shop, form, frame, { request, reply }, outcomes);
    return showRecord(shop, record, { request, reply }, outcomes);
  });
  for (const { action } of record.actions ?? []) {
    if (!action.isDangerous) continue;
    app.get(getActionPath(record, action, ':id'), { config: { requires: action.requires } }, async (request, reply) => {
      const [id, actor] = [readRecordId(request), await getActor(shop, request)];
      const subject = id === null ? null : await record.load(shop, shop.db, id);
      if (id === null || subject === null) return reply.callStatusPage(404);
      const page = createConfirmPage(
        { shop, actor, record, id, listQuerySuffix: readListQuerySuffix(request) },
        action,
        record.head(shop, subject).title,
      );
      return renderPrivatePage(shop, request, reply, page);
    });
  }
}

function listOutcomes({ operations = [] }: AdminRecord): ReadonlyMap<string, Text> {
  const said = operations.flatMap(({ operation }) =>
    Object.entries({ done: texts.done, ...operation.outcomes }).map(
      ([outcome, text]) => [toOutcomeCode(operation, outcome), text] as const,
    ),
  );
  return new Map([['done', texts.done], ...said]);
}

async function showRecord(
  shop: Shop,
  record: AdminRecord,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  outcomes: ReadonlyMap<string, Text>,
): Promise<FastifyReply> {
  const [id, actor] = [readRecordId(request), await getActor(shop, request)];
  if (id === null) return reply.callStatusPage(404);
  if (record.form && wantsJson(request)) {
    const open = await loadForm(shop, shop.db, record.form, { id, actor });
    return open ? reply.send(toAnswer(open)) : reply.callStatusPage(404);
  }
  const [notice] = consumeNotices(shop, request, reply, [...outcomes.keys()]);
  const listQuerySuffix = readListQuerySuffix(request);
  const view = await createRecordPage({
    shop,
    actor,
    record,
    id,
    listQuerySuffix,
    notice: notice && outcomes.get(notice.code),
  });
  return view ? renderPrivatePage(shop, request, reply, view) : reply.callStatusPage(404);
}

export function listRecordMutations(record: AdminRecord): readonly Mutation[] {
  return [
    ...(record.actions ?? []).map(({ action }) => createActionMutation(record, action)),
    ...(record.operations ?? []).map(({ operation }) => createOperationMutation(record, operation)),
  ];
}

type ActionOutcome =
  | { readonly ok: true; readonly id: number }
  | { readonly ok: false; readonly code: 'not_found' | 'RECORD_ACTION_UNCONFIRMED' }
  | { readonly ok: false; readonly code: 'RECORD_ACTION_REFUSED'; readonly message: string };

class ActionRefused extends Error {}

const confirmation = z.object({
  _confirmed: z.literal('1').optional(),
  /** Milliseconds since 1970 when the page was made. */
  _seen: z.coerce.number().int().min(0).max(8.64e15).optional(),
});

function createActionMutation(record: AdminRecord, action: BulkAction<null>): Mutation {
  const { name, requires, isDangerous } = action;
  return defineMutation({
    ...{ name, requires, errors: recordErrors, schema: confirmation },
    ...(isDangerous ? { requiresFresh: true as const } : {}),
    description: `Does to one object what the bulk action '${name}' does to many.`,
    run: async ({ shop, request, getActor: find }, { _confirmed, _seen }): Promise<ActionOutcome> => {
      const id = readRecordId(request);
      if (id === null) return { ok: false, code: 'not_found' };
      if (isDangerous && _confirmed === undefined) return { ok: false, code: 'RECORD_ACTION_UNCONFIRMED' };
      return runAction(shop, action, id, await find(), _seen === undefined ? null : new Date(_seen));
    },
    message: (_call, failure) => ('message' in failure ? failure.message : ''),
    form: {
      path: getActionPath(record, action, ':id'),
      success: ({ request }, { id }) => ({
        redirectTo: `${getRecordPath(record, id)}${readListQuerySuffix(request)}`,
        notices: [{ code: 'done' }],
      }),
      failure: async ({ shop, request, getActor: find }, failure) => {
        const id = readRecordId(request) ?? 0;
        const listQuerySuffix = readListQuerySuffix(request);
        if (!('message' in failure)) return { redirectTo: `${getActionPath(record, action, id)}${listQuerySuffix}` };
        const actor = await find();
        const page = await createRecordPage({ shop, actor, record, id, listQuerySuffix, problem: failure.message });
        return page ? { page } : { redirectTo: record.back?.path ?? getRecordPath(record, id) };
      },
    },
  });
}

/** Runs in one transaction with its audit entry. */
async function runAction(
  shop: Shop,
  action: BulkAction<null>,
  id: number,
  actor: Actor,
  seenAt: Date | null,
): Promise<ActionOutcome> {
  try {
    return await inTransaction(shop.db, async (tx) => {
      const result = await action.run(shop, tx, id, null, actor, seenAt);
      if (!result.ok) throw new ActionRefused((result satisfies RowRefusal).message);
      const { label, ...change } = result.change;
      await recordAudit(tx, actor, { subject: { kind: action.subject, id, label }, action: action.name, ...change });
      return { ok: true, id };
    });
  } catch (error) {
    if (!(error instanceof ActionRefused)) throw error;
    return { ok: false, code: 'RECORD_ACTION_REFUSED', message: error.message };
  }
}
