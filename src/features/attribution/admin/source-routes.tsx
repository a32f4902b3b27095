import type { FastifyInstance, FastifyRequest } from 'fastify';
import { getOrder } from '#features/orders/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type PrivateView, renderPrivatePage } from '#platform/http/private-page.ts';
import { ListState } from '#ui/admin/list-state.tsx';
import { AdminPage, PageHead } from '#ui/admin/page-head.tsx';
import { FactsList, Panel } from '#ui/admin/panels.tsx';
import { findAttribution } from '../keep-attribution.ts';
import { listAttributionRows } from '../order-facts.ts';
import { attributionTexts as texts } from '../texts.ts';
import { orderList } from './order-list.tsx';
import { orderSourcePath, readSources, sourcesPath } from './paths.ts';
import { createReportPage } from './report-page.tsx';

export function registerSourcePages(app: FastifyInstance, shop: Shop): void {
  const config = { requires: readSources.name };
  app.get(sourcesPath, { config }, async (request, reply) =>
    renderPrivatePage(shop, request, reply, await createReportPage(shop, request)),
  );
  app.get(orderSourcePath(':number'), { config }, async (request, reply) => {
    const view = await createOrderPage(shop, request);
    return view ? renderPrivatePage(shop, request, reply, view) : reply.callNotFound();
  });
}

/** The source of an order, until orders have a page of their own in the back office. */
async function createOrderPage(shop: Shop, { params }: FastifyRequest): Promise<PrivateView | null> {
  const { number = '' } = params as { readonly number?: string };
  const order = /^\d{1,15}$/.test(number) ? await getOrder(shop.db, { number: Number(number) }) : null;
  if (!order) return null;
  const attribution = await findAttribution(shop.db, order.id);
  const title = shop.t(texts.orderTitle, { number: String(order.number) });
  const body = (
    <AdminPage width="text">
      <PageHead title={title} back={{ href: orderList.path, text: shop.t(texts.orderList) }} />
      {attribution ? (
        <Panel>
          <FactsList facts={listAttributionRows(shop, attribution)} />
        </Panel>
      ) : (
        <ListState kind="empty" text={shop.t(texts.orderNone)} />
      )}
    </AdminPage>
  );
  return { layout: 'admin', title, body };
}
