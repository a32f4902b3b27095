import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { openBackOffice } from '#platform/admin/admin.ts';
import { escapeFormula, formatCsvLine } from '#platform/csv/csv-line.ts';
import type { Feature } from '#platform/features/feature.ts';
import type { Shop } from '#platform/features/shop.ts';
import { choice } from '#platform/forms/kinds.ts';
import { formatAttachment } from '#platform/http/attachment.ts';
import type { FormReply } from '#platform/http/form-reply.ts';
import { consumeNotices } from '#platform/http/notices.ts';
import { renderPrivatePage } from '#platform/http/private-page.ts';
import { findFreshSignInPath } from '#platform/http/security/permission-check.ts';
import { defineMutation, type MutationCall } from '#platform/mutations/mutation.ts';
import { getActor } from '#platform/sessions/actor.ts';
import { findVisibleRun, stopRun, undoRun } from './end-run.ts';
import { runErrors } from './errors.ts';
import { runPath, runResultsPath, runsPath, stopRunPath, undoRunPath } from './paths.ts';
import { runList } from './run-list.tsx';
import { createRunPage, runNoticeCodes } from './run-page.tsx';
import { listRunRows, type Run } from './run-rows.ts';
import { runTexts, runTexts as texts } from './texts.ts';

const batchSize = 1_000;
const heads = ['position', 'id', 'name', 'result', 'code', 'message', 'at'];

/** Reads rows in batches, since a run may have 100,000. */
async function* createRunResults({ db }: Pick<Shop, 'db'>, { id }: Run): AsyncGenerator<string> {
  yield formatCsvLine(heads);
  for (let after = 0; ; ) {
    const rows = await listRunRows(db, id, null, after, batchSize);
    yield rows
      .map(({ position, subjectId, label, state, code, message, endedAt }) =>
        formatCsvLine([
          ...[String(position), String(subjectId), escapeFormula(label ?? ''), state],
          ...[code ?? '', escapeFormula(message ?? ''), endedAt?.toISOString() ?? ''],
        ]),
      )
      .join('');
    const last = rows.at(-1);
    if (rows.length < batchSize || !last) return;
    after = last.position;
  }
}

/** The id of the path; 0, which no run has, for an invalid id. */
function readRunId({ params }: Pick<MutationCall['request'], 'params'>): number {
  const { id } = params as { readonly id: string };
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0;
}

/** Redirects to the page of the run, which shows the reason of the refusal. */
const toRun = ({ request }: MutationCall, code: string): FormReply => ({
  redirectTo: runPath(readRunId(request)),
  notices: [{ code }],
});

/**
 * Only the permission to open the back office is required here: each run checks that the actor started it or may
 * manage runs.
 */
const common = { schema: z.unknown(), requires: openBackOffice.name, errors: runErrors } as const;

const stopRunMutation = defineMutation({
  ...common,
  name: 'runs.stop',
  description: 'Stops a run. What it has changed stays.',
  run: async (call) => stopRun(call.shop, await call.getActor(), readRunId(call.request)),
  message: ({ shop }) => shop.t(texts.RUN_ENDED),
  form: {
    path: stopRunPath(':id'),
    success: (call) => toRun(call, 'wasStopped'),
    failure: (call, { code }) => toRun(call, code),
  },
});

type UndoResult =
  | { readonly ok: true; readonly redirectTo: string }
  | Extract<Awaited<ReturnType<typeof undoRun>>, { readonly ok: false }>;

/** Undoing many changes is as dangerous as making them. */
async function isDangerousRun(shop: Shop, call: MutationCall): Promise<boolean> {
  const run = await findVisibleRun(shop, await call.getActor(), readRunId(call.request));
  const action = run && shop.bulkActions.get(run.action);
  const permission = action && shop.permissions.find(({ name }) => name === action.requires);
  return action?.isDangerous === true || permission?.isDangerous === true;
}

const undoRunMutation = defineMutation({
  ...common,
  name: 'runs.undo',
  description: 'Begins a run that takes back what another one changed.',
  run: async (call): Promise<UndoResult> => {
    const { shop, request } = call;
    const signInPath = (await isDangerousRun(shop, call)) ? await findFreshSignInPath(shop, request) : null;
    if (signInPath !== null) return { ok: true, redirectTo: signInPath };
    const result = await undoRun(shop, await call.getActor(), readRunId(request));
    return result.ok ? { ok: true, redirectTo: runPath(result.run.id) } : result;
  },
  message: ({ shop }, { code }) => (code === 'not_found' ? '' : shop.t(texts[code])),
  form: {
    path: undoRunPath(':id'),
    success: (_call, { redirectTo }) => ({ redirectTo }),
    failure: (call, { code }) => toRun(call, code),
  },
});

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
