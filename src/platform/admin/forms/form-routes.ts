import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Shop } from '#platform/features/shop.ts';
import { consumeNotices } from '#platform/http/notices.ts';
import { renderPrivatePage } from '#platform/http/private-page.ts';
import { wantsJson } from '#platform/http/replies.ts';
import { getActor } from '#platform/sessions/actor.ts';
import type { Text } from '#platform/texts/texts.ts';
import { type AdminForm, getFormPath, readFormId } from './form.ts';
import { toAnswer } from './form-mutation.ts';
import { createFormPage, type FormFrame, formNoticeCodes } from './form-page.tsx';
import { loadForm } from './form-parts.ts';

/**
 * Registers the pages of a form. The page of a new object is a separate route, since its permission may differ from
 * the record's.
 */
export function registerForm(app: FastifyInstance, shop: Shop, form: AdminForm, frame: FormFrame | null = null): void {
  const { path, requires } = form;
  const answer = (request: FastifyRequest, reply: FastifyReply) => showForm(shop, form, frame, { request, reply });
  if (form.create) app.get(getFormPath(form, null), { config: { requires } }, answer);
  app.get(path, { config: { requires } }, answer);
}

/**
 * Answers with the page of a form, or with values and version for a JSON call.
 * @param outcomes the notices of the operations of its record
 */
export async function showForm(
  shop: Shop,
  form: AdminForm,
  frame: FormFrame | null,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  outcomes: ReadonlyMap<string, Text> = new Map(),
): Promise<FastifyReply> {
  const actor = await getActor(shop, request);
  const id = readFormId(form, request.params);
  const open = id === undefined ? null : await loadForm(shop, shop.db, form, { id, actor });
  if (open === null) return reply.callStatusPage(404);
  if (wantsJson(request)) return reply.send(toAnswer(open));
  const [{ code } = { code: undefined }] = consumeNotices<string>(shop, request, reply, [
    ...formNoticeCodes,
    ...outcomes.keys(),
  ]);
  const notice = formNoticeCodes.find((each) => each === code) ?? outcomes.get(code ?? '');
  const call = { shop, getActor: async () => actor };
  return renderPrivatePage(shop, request, reply, await createFormPage(call, { open, frame, notice }));
}
