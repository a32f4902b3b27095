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
import { recordErrors } from './errors.ts';
import { resolveRecord } from './extend-record.ts';
import { type AdminRecord, getActionPath, getRecordPath } from './record.ts';
import { createConfirmPage, createFrame, createRecordPage } from './record-page.tsx';

/** What is around the form of a record. */
export function createRecordFrame(definition: AdminRecord): FormFrame {
  return async (shop, actor, id) => {
    const record = resolveRecord(definition, pickExtensions(shop.adminExtensions, 'record'));
    return id === null ? null : createFrame({ shop, actor, record, id });
  };
}

/** Registers the page of a record, that of a new object, and those that ask before dangerous actions. */
export function registerRecord(app: FastifyInstance, shop: Shop, definition: AdminRecord): void {
  const record = resolveRecord(definition, pickExtensions(shop.adminExtensions, 'record'));
  const frame = createRecordFrame(definition);
  const { form, path, requires } = record;
  if (form?.create)
    app.get(getFormPath(form, null), { config: { requires: form.requires } }, (request, reply) =>
      showForm(shop, form, frame, { request, reply }),
    );
  app.get(path, { config: { requires } }, async (request, reply) => {
    const actor = await getActor(shop, request);
    if (form && isPermitted(actor, form.requires)) return showForm(shop, form, frame, { request, reply });
    return showRecord(shop, record, { request, reply });
  });
  for (const { action } of record.actions ?? []) {
    if (!action.isDangerous) continue;
    app.get(getActionPath(record, action, ':id'), { config: { requires: action.requires } }, async (request, reply) => {
      const [id, actor] = [readId(request), await getActor(shop, request)];
      const subject = id === null ? null : await record.load(shop, shop.db, id);
      if (id === null || subject === null) return reply.callStatusPage(404);
      const page = createConfirmPage({ shop, actor, record, id }, action, record.head(shop, subject).title);
      return renderPrivatePage(shop, request, reply, page);
    });
  }
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

async function showRecord(shop: Shop, record: AdminRecord, { request, reply }: Exchange): Promise<FastifyReply> {
  const [id, actor] = [readId(request), await getActor(shop, request)];
  if (id === null) return reply.callStatusPage(404);
  if (record.form && wantsJson(request)) {
    const open = await loadForm(shop, shop.db, record.form, { id, actor });
    return open ? reply.send(toAnswer(open)) : reply.callStatusPage(404);
  }
  const [notice] = consumeNotices(shop, request, reply, ['done']);
  const view = await createRecordPage({ shop, actor, record, id, notice: notice?.code });
  return view ? renderPrivatePage(shop, request, reply, view) : reply.callStatusPage(404);
}

function readId({ params }: Pick<FastifyRequest, 'params'>): number | null {
  const { id = '' } = params as { readonly id?: string };
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : null;
}

/** The mutations of a record's actions. */
export function listRecordMutations(record: AdminRecord): readonly Mutation[] {
  return (record.actions ?? []).map(({ action }) => createActionMutation(record, action));
}

type ActionOutcome =
  | { readonly ok: true; readonly id: number }
  | { readonly ok: false; readonly code: 'not_found' | 'RECORD_ACTION_UNCONFIRMED' }
  | { readonly ok: false; readonly code: 'RECORD_ACTION_REFUSED'; readonly message: string };

class ActionRefused extends Error {}

const confirmation = z.object({ _confirmed: z.literal('1').optional() });

function createActionMutation(record: AdminRecord, action: BulkAction<null>): Mutation {
  const { name, requires, isDangerous } = action;
  return defineMutation({
    ...{ name, requires, errors: recordErrors, schema: confirmation },
    ...(isDangerous ? { requiresFresh: true as const } : {}),
    description: `Does to one object what the bulk action '${name}' does to many.`,
    run: async ({ shop, request, getActor: find }, { _confirmed }): Promise<ActionOutcome> => {
      const id = readId(request);
      if (id === null) return { ok: false, code: 'not_found' };
      if (isDangerous && _confirmed === undefined) return { ok: false, code: 'RECORD_ACTION_UNCONFIRMED' };
      return runAction(shop, action, id, await find());
    },
    message: (_call, failure) => ('message' in failure ? failure.message : ''),
    form: {
      path: getActionPath(record, action, ':id'),
      success: (_call, { id }) => ({ redirectTo: getRecordPath(record, id), notices: [{ code: 'done' }] }),
      failure: async ({ shop, request, getActor: find }, failure) => {
        const id = readId(request) ?? 0;
        if (!('message' in failure)) return { redirectTo: getActionPath(record, action, id) };
        const actor = await find();
        const page = await createRecordPage({ shop, actor, record, id, problem: failure.message });
        return page ? { page } : { redirectTo: record.back?.path ?? getRecordPath(record, id) };
      },
    },
  });
}

/** In one transaction with its entry in the audit. */
async function runAction(shop: Shop, action: BulkAction<null>, id: number, actor: Actor): Promise<ActionOutcome> {
  try {
    return await inTransaction(shop.db, async (tx) => {
      const result = await action.run(shop, tx, id, null, actor);
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
