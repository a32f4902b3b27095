import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readRecordId } from '#platform/admin/records/record.ts';
import type { Shop } from '#platform/features/shop.ts';
import { renderPrivatePage } from '#platform/http/private-page.ts';
import { formatMoment } from '#platform/texts/formats.ts';
import { AdminPage, PageHead } from '#ui/admin/page-head.tsx';
import { Panel } from '#ui/admin/panels.tsx';
import { findEntryDetails } from '../entries/entry-details.ts';
import { findRevision } from '../entries/revisions.ts';
import { findEntry } from '../entries/save-entry.ts';
import { previewMenu } from '../menus/preview-menu.tsx';
import { renderContent } from '../pages/page.tsx';
import { Differences, findDifferences } from './compare.tsx';
import { entryPath } from './paths.ts';
import { contentTexts as texts } from './texts.ts';

/** Registers the pages about one entry besides its record. They are for staff only and never cached. */
export function registerContent(app: FastifyInstance, shop: Shop): void {
  const config = { requires: 'content.read' };
  app.get(`${entryPath}/preview`, { config: { ...config, isPageOfShop: true } }, async (request, reply) => {
    const entry = await load(shop, request);
    if (!entry) return reply.callStatusPage(404);
    const [path = '/'] = request.url.split('?', 1);
    if (entry.kind === 'menu') return renderPrivatePage(shop, request, reply, await previewMenu(shop, entry));
    const renderPreview = findEntryDetails(shop, entry.kind)?.renderPreview ?? renderContent;
    const { title, head, body, styles } = await renderPreview(shop, shop.renderContext(path), entry);
    const view = { title, body, ...(head ? { head } : {}), ...(styles ? { styles } : {}) };
    return renderPrivatePage(shop, request, reply, view);
  });
  app.get(`${entryPath}/compare`, { config }, async (request, reply) => {
    const { revision = '' } = request.query as { readonly revision?: string };
    const entry = await load(shop, request);
    const isId = /^[1-9]\d{0,8}$/.test(revision);
    const found = entry && isId ? await findRevision(shop.db, { entryId: entry.id, id: Number(revision) }) : null;
    if (!entry || !found) return reply.callStatusPage(404);
    const { t, choices } = shop;
    const title = t(texts.compareTitle, { title: entry.title });
    const lead = t(texts.compareLead, { from: formatMoment(found.createdAt, choices.locale), by: found.by });
    const body = (
      <AdminPage width="text">
        <PageHead
          title={title}
          back={{ href: entryPath.replace(':id', String(entry.id)), text: entry.title }}
          lead={lead}
        />
        <Panel id="differences" title={t(texts.differences)}>
          <Differences shop={shop} differences={findDifferences(shop, found, entry, entry.kind)} />
        </Panel>
      </AdminPage>
    );
    return renderPrivatePage(shop, request, reply, { layout: 'admin', title, body });
  });
}

async function load(shop: Shop, request: FastifyRequest) {
  const id = readRecordId(request);
  return id === null || id > 2_147_483_647 ? null : findEntry(shop.db, id);
}
