import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createElement } from 'react';
import { recordAudit } from '#platform/admin/audit/record-audit.ts';
import { findFieldProblem } from '#platform/admin/runs/run-input.ts';
import { ShopConfigError } from '#platform/config/shop-config.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { formatAttachment } from '#platform/http/attachment.ts';
import { renderPrivatePage } from '#platform/http/private-page.ts';
import { getActor } from '#platform/sessions/actor.ts';
import { formatIsoDay } from '#platform/texts/formats.ts';
import { writeViewState } from './address/write-address.ts';
import { showActionPage } from './bulk/action-page.tsx';
import { exportCsv } from './export-csv.ts';
import { ListPage } from './page/list-page.tsx';
import { listPaths } from './page/list-view.ts';
import { readListView } from './page/read-list-view.ts';
import type { ResolvedList } from './resolved-list.ts';
import { loadPage } from './statements/load-page.ts';
import { showViewPage } from './views/view-page.tsx';

/** Registers the pages of all lists. Each requires the permission of its list; actions their own besides. */
export function registerListRoutes(app: FastifyInstance, shop: Shop): void {
  // Also of actions that no list has: features begin them.
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
  // A file tells nothing of a filter that was left out.
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
