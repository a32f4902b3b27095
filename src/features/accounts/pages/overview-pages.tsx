import type { FastifyInstance } from 'fastify';
import type { ReactNode } from 'react';
import { shopPath } from '#features/catalog/index.ts';
import { readCustomerName } from '#features/customers/index.ts';
import { listOrdersOfCustomer, type OrderEntry } from '#features/orders/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { renderOutputs } from '#platform/features/slots.ts';
import { ButtonLink } from '#ui/button.tsx';
import { accountPath, ordersPath } from '../contract.ts';
import { AccountLayout, readAccountNotices } from '../parts/account-layout.tsx';
import { accountOrderActions, OrdersTable } from '../parts/orders-table.tsx';
import { accountTexts as texts } from '../texts.ts';
import { showAccountPage } from './require-customer.ts';

const latestOrders = 3;
const ordersPerPage = 20;
const maxPage = 10_000;

export function registerOverviewPages(app: FastifyInstance, shop: Shop): void {
  const { t } = shop;
  app.get(accountPath, (request, reply) =>
    showAccountPage(shop, request, reply, async ({ id, email }) => {
      const name = await readCustomerName(shop.db, id);
      const orders = await listOrdersOfCustomer(shop.db, id, { limit: latestOrders, offset: 0 });
      const title = t(texts.account);
      const heading = t(texts.hello, { name: name === '' ? 'none' : name });
      const page = { shop, path: accountPath, title: heading, lead: t(texts.overviewLead, { email }) };
      const body = (
        <AccountLayout {...page} notices={readAccountNotices(shop, request, reply)}>
          <h2>{t(texts.latestOrders)}</h2>
          {await renderOrders(shop, orders)}
          {orders.length === latestOrders && (
            <p>
              <a href={ordersPath}>{t(texts.allOrders)}</a>
            </p>
          )}
        </AccountLayout>
      );
      return { title, body };
    }),
  );
  app.get(ordersPath, (request, reply) =>
    showAccountPage(shop, request, reply, async ({ id }) => {
      const page = readPage(request.query);
      const range = { limit: ordersPerPage + 1, offset: (page - 1) * ordersPerPage };
      const orders = await listOrdersOfCustomer(shop.db, id, range);
      const title = t(texts.orders);
      const body = (
        <AccountLayout shop={shop} path={ordersPath} title={title}>
          {await renderOrders(shop, orders.slice(0, ordersPerPage))}
          <p className="account__pages">
            {page > 1 && <a href={`${ordersPath}?page=${page - 1}`}>{t(texts.newerOrders)}</a>}
            {orders.length > ordersPerPage && <a href={`${ordersPath}?page=${page + 1}`}>{t(texts.olderOrders)}</a>}
          </p>
        </AccountLayout>
      );
      return { title, body };
    }),
  );
}

function readPage(query: unknown): number {
  const page = Number((query as Record<string, unknown>).page ?? 1);
  return Number.isInteger(page) && page >= 1 && page <= maxPage ? page : 1;
}

async function renderOrders(shop: Shop, orders: readonly OrderEntry[]): Promise<ReactNode> {
  const context = shop.renderContext(ordersPath);
  if (orders.length > 0) {
    const actions = await Promise.all(
      orders.map(
        async (order) =>
          [order.number, renderOutputs(await shop.fill(accountOrderActions, context, { order }))] as const,
      ),
    );
    return <OrdersTable context={context} orders={orders} actions={new Map(actions)} />;
  }
  return (
    <div className="stack">
      <p>{shop.t(texts.noOrders)}</p>
      <p>
        <ButtonLink look="quiet" href={shopPath}>
          {shop.t(texts.continueShopping)}
        </ButtonLink>
      </p>
    </div>
  );
}
