import type { FastifyInstance } from 'fastify';
import { AccountLayout, type AccountPage, showAccountPage } from '#features/accounts/index.ts';
import { orderPath } from '#features/orders/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type DownloadGrant, listDownloadsOfCustomer } from '../grants/grants.ts';
import { accountDownloadsPath } from '../paths.ts';
import { downloadTexts as texts } from '../texts.ts';
import { DownloadList } from './download-list.tsx';

/** Provides `accounts.pages`. */
export const downloadsPage: AccountPage = { path: accountDownloadsPath, text: texts.title };

export function registerAccountDownloads(app: FastifyInstance, shop: Shop): void {
  app.get(accountDownloadsPath, (request, reply) =>
    showAccountPage(shop, request, reply, async ({ id }) => {
      const title = shop.t(texts.title);
      const downloads = await listDownloadsOfCustomer(shop.db, id);
      const body = (
        <AccountLayout shop={shop} path={accountDownloadsPath} title={title}>
          {downloads.length === 0 ? <p>{shop.t(texts.none)}</p> : <Orders shop={shop} downloads={downloads} />}
        </AccountLayout>
      );
      return { title, body };
    }),
  );
}

interface OrdersProps {
  readonly shop: Shop;
  readonly downloads: readonly DownloadGrant[];
}

function Orders({ shop, downloads }: OrdersProps) {
  return [...Map.groupBy(downloads, ({ orderNumber }) => orderNumber)].map(([number, ofOrder]) => (
    <section key={number}>
      <h2>
        <a href={orderPath(ofOrder[0]?.orderToken ?? '')}>{shop.t(texts.orderOf, { number })}</a>
      </h2>
      <DownloadList shop={shop} downloads={ofOrder} />
    </section>
  ));
}
