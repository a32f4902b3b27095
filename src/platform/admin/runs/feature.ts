import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { openBackOffice } from '#platform/admin/admin.ts';
import type { Feature } from '#platform/features/feature.ts';
import type { Shop } from '#platform/features/shop.ts';
import { choice } from '#platform/forms/kinds.ts';
import { formatAttachment } from '#platform/http/attachment.ts';
import { consumeNotices } from '#platform/http/notices.ts';
import { renderPrivatePage } from '#platform/http/private-page.ts';
import { getActor } from '#platform/sessions/actor.ts';
import { findVisibleRun } from './end-run.ts';
import { runPath, runResultsPath, runsPath } from './paths.ts';
import { runList } from './run-list.tsx';
import { readRunId, stopRunMutation, undoRunMutation } from './run-mutations.ts';
import { createRunPage, runNoticeCodes } from './run-page.tsx';
import { createRunResults } from './run-results.ts';
import { runTexts } from './texts.ts';

/** The list and the pages of runs. Its services are the platform's. */
export const runs: Feature = {
  name: 'runs',
  needs: [],
  mutations: [stopRunMutation, undoRunMutation],
  admin: {
    navigation: [{ section: 'settings', text: runTexts.title, path: runsPath, permission: openBackOffice.name }],
    auditKinds: [
      {
        kind: 'run',
        text: runTexts.kind,
        page: { requires: openBackOffice.name, path: (id) => runPath(id) },
        fields: ({ t, bulkActions }) => ({
          action: choice({
            label: t(runTexts.action),
            options: [...bulkActions.values()].map(({ name, text }) => ({ value: name, label: t(text) })),
          }),
        }),
      },
    ],
    lists: [runList],
    routes: registerRunPages,
  },
  texts: [runTexts],
};

const readQuery = ({ url }: FastifyRequest) => new URLSearchParams(url.split('?', 2)[1]);

function registerRunPages(app: FastifyInstance, shop: Shop): void {
  const config = { requires: openBackOffice.name };
  app.get(runPath(':id'), { config }, async (request, reply) => {
    const actor = await getActor(shop, request);
    const run = await findVisibleRun(shop, actor, readRunId(request));
    if (!run) return reply.callNotFound();
    const notices = consumeNotices(shop, request, reply, runNoticeCodes);
    const view = await createRunPage({ shop, actor, run, query: readQuery(request), notices });
    return renderPrivatePage(shop, request, reply, view);
  });
  app.get(runResultsPath(':id'), { config }, async (request, reply) => {
    const run = await findVisibleRun(shop, await getActor(shop, request), readRunId(request));
    if (!run) return reply.callNotFound();
    reply.header('content-disposition', formatAttachment(`run-${run.id}.csv`)).type('text/csv; charset=utf-8');
    return reply.send(Readable.from(createRunResults(shop, run)));
  });
}
