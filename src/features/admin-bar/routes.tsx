import type { FastifyInstance } from 'fastify';
import { renderToStaticMarkup } from 'react-dom/server';
import { z } from 'zod';
import { findEditableEntries } from '#features/content/index.ts';
import { openBackOffice } from '#platform/admin/admin.ts';
import type { Shop } from '#platform/features/shop.ts';
import { callErrors } from '#platform/http/errors.ts';
import { sendFailure } from '#platform/http/replies.ts';
import { getActor, isPermitted } from '#platform/sessions/actor.ts';
import { AdminBar } from './admin-bar.tsx';
import { type AdminBarAnswer, adminBarPath, maxEntries } from './contract.ts';
import { adminBarTexts as texts } from './texts.ts';

const editPages = 'content.write';
const maxId = 2_147_483_647;

const query = z.object({
  path: z.string().startsWith('/').max(1000),
  entries: z
    .string()
    .regex(/^(?:\d{1,10}(?:,\d{1,10})*)?$/)
    .default('')
    .transform((ids) => (ids === '' ? [] : ids.split(',').map(Number)))
    .pipe(z.array(z.int().positive().max(maxId)).max(maxEntries)),
});

/** Answers the script of a page. Only staff get an answer: cached pages contain no part of the bar. */
export function registerAdminBar(app: FastifyInstance, shop: Shop): void {
  app.get(adminBarPath, { config: { requires: openBackOffice.name } }, async (request, reply) => {
    const asked = query.safeParse(request.query);
    if (!asked.success) return sendFailure(reply, 400, 'invalid_input', callErrors.codes.invalid_input.means);
    const { t } = shop;
    const actor = await getActor(shop, request);
    const mayEdit = isPermitted(actor, editPages);
    const entries = mayEdit ? await findEditableEntries(shop, asked.data.path, asked.data.entries) : null;
    const answer: AdminBarAnswer = {
      can_edit_pages: mayEdit,
      html: renderToStaticMarkup(<AdminBar t={t} name={actor.name} entries={entries} />),
      marked: entries?.html ?? '',
      reducedMotion: t(texts.reducedMotion),
    };
    return reply.header('cache-control', 'private, no-store').send(answer);
  });
}
