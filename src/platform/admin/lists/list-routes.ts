import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createElement } from 'react';
import { recordAudit } from '#platform/admin/audit/record-audit.ts';
import { findFieldProblem } from '#platform/admin/runs/run-input.ts';
import { ShopConfigError } from '#platform/config/shop-config.ts';
import { escapeFormula, formatCsvLine } from '#platform/csv/csv-line.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { formatAttachment } from '#platform/http/attachment.ts';
import { renderPrivatePage } from '#platform/http/private-page.ts';
import { type Actor, getActor } from '#platform/sessions/actor.ts';
import { formatIsoDay } from '#platform/texts/formats.ts';
import type { ListState } from './address/list-state.ts';
import { writeViewState } from './address/write-address.ts';
import { showActionPage } from './bulk/action-page.tsx';
import { toCsvCell } from './cell-text.ts';
import { createListContext } from './list-context.ts';
import { ListPage } from './page/list-page.tsx';
import { listPaths } from './page/list-view.ts';
import { readListView } from './page/read-list-view.ts';
import type { ResolvedList } from './resolved-list.ts';
import { loadAdded, loadPage, readBatches } from './statements/load-page.ts';
import { showViewPage } from './views/view-page.tsx';

const batchSize = 1000;

/** Exports all matching rows with the shown columns as UTF-8 with a byte order mark, in the format of RFC 4180. */
async function* exportCsv(shop: Shop, list: ResolvedList, actor: Actor, state: ListState): AsyncGenerator<string> {
  const context = createListContext(shop, actor);
  const heads = state.columns.map((name) => list.columns[name]?.title).map((title) => (title ? shop.t(title) : ''));
  yield `\ufeff${formatCsvLine(heads.map(escapeFormula))}`;
  for await (const rows of readBatches(shop, list, actor, state, batchSize)) {
    const added = await loadAdded(shop, shop.db, list, state, rows);
    const lines = rows.map((row) =>
      formatCsvLine(state.columns.map((name) => escapeFormula(toCsvCell(list, name, row, added, context)))),
    );
    yield lines.join('');
  }
}

/**
 * Registers the pages of all lists. Each page requires the permission of its list; pages of actions also require
 * theirs.
 */
export function registerListRoutes(app: FastifyInstance, shop: Shop): void {
  // Actions that belong to no list get routes, too, since features can start them.
  for (const bulkAction of shop.bulkActions.values()) {
    const problem = findFieldProblem(shop, bulkAction);
    if (problem) throw new ShopConfigError(problem);
  }
  for (const list of shop.adminLists.values()) {
    const config = { requires: list.requires };
    const { action, view, csv } = listPaths(list.path);
    app.get(list.path, { config }, (request, reply) => showList(shop, list, request, reply));
    app.get(csv, { config: { requires: list.exportRequires ?? list.requires } }, (request, reply) =>
      sendCsv(shop, list, request, reply),
    );
    app.get(view, { config }, (request, reply) => showViewPage(shop, list, request, reply));
    for (const bulkAction of list.actions) {
      const { name, requires } = bulkAction;
      const target = { list, action: bulkAction };
      app.get(action(name), { config: { requires } }, (request, reply) => showActionPage(shop, target, request, reply));
    }
  }
}

const readQuery = ({ url }: FastifyRequest): string => (url.includes('?') ? url.slice(url.indexOf('?') + 1) : '');

async function showList(shop: Shop, list: ResolvedList, request: FastifyRequest, reply: FastifyReply) {
  const actor = await getActor(shop, request);
  const view = await readListView(shop, list, actor, readQuery(request));
  const page = await loadPage(shop, view.list, actor, view.state).catch((err: unknown) => {
    request.log.error({ err, list: list.name }, 'the rows of a list could not be loaded');
    return null;
  });
  const title = shop.t(list.texts.title);
  const body = createElement(ListPage, { view, page });
  return renderPrivatePage(shop, request, reply, { layout: 'admin', title, body, status: page === null ? 500 : 200 });
}

async function sendCsv(shop: Shop, whole: ResolvedList, request: FastifyRequest, reply: FastifyReply) {
  const actor = await getActor(shop, request);
  const { list, state, problems } = await readListView(shop, whole, actor, readQuery(request));
  // A file can't show that a filter was ignored, so the export is refused.
  if (problems.length > 0) return reply.refuse(422, 'invalid_input', problems.join(' '));
  const subject = { kind: 'list', id: list.name, label: shop.t(list.texts.title) };
  const after = { view: writeViewState(list, state), search: state.q };
  await inTransaction(shop.db, (tx) =>
    recordAudit(tx, actor, { subject, action: 'admin.export-list', before: null, after }),
  );
  const name = `${list.path.split('/').at(-1)}-${formatIsoDay(shop.clock.now())}.csv`;
  return reply
    .header('content-disposition', formatAttachment(name))
    .type('text/csv; charset=utf-8')
    .send(Readable.from(exportCsv(shop, list, actor, state)));
}
