import type { FastifyInstance } from 'fastify';
import { AccountLayout, findStaffRole, showAccountPage, showFreshAccountPage } from '#features/accounts/index.ts';
import { listOrdersOfCustomer, orderPath, orderSettings } from '#features/orders/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { consumeNotices } from '#platform/http/notices.ts';
import type { PrivateView } from '#platform/http/private-page.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { collectData, formatDataAsCsv } from './collect.ts';
import { dataFilePath, dataPath, deletePath, keepPath } from './contract.ts';
import { findDeletion } from './deletion.ts';
import { personalDataSettings } from './settings.ts';
import { personalDataTexts as texts } from './texts.ts';

export function registerDataPages(app: FastifyInstance, shop: Shop): void {
  const { t } = shop;
  app.get(dataPath, (request, reply) =>
    showAccountPage(shop, request, reply, async ({ id }) => {
      const dueAt = await findDeletion(shop.db, id);
      const notices = consumeNotices(shop, request, reply, ['kept']).map(({ code }) => t(texts[code]));
      return createDataPage(shop, dueAt, notices);
    }),
  );
  app.get(deletePath, (request, reply) =>
    showFreshAccountPage(shop, request, reply, ({ id }) => createDeletePage(shop, id)),
  );
  for (const format of ['json', 'csv'] as const)
    app.get(dataFilePath(format), (request, reply) =>
      showFreshAccountPage(
        shop,
        request,
        reply,
        async (customer) => {
          const data = await collectData(shop, shop.db, customer);
          const file = format === 'csv' ? formatDataAsCsv(data) : `${JSON.stringify(data, null, 2)}\n`;
          return { file, name: `my-data.${format}`, type: format === 'csv' ? 'text/csv' : 'application/json' };
        },
        dataPath,
      ),
    );
}

type AccountPageView = Pick<PrivateView, 'title' | 'body'>;

function createDataPage(shop: Shop, dueAt: Date | null, notices: readonly string[]): AccountPageView {
  const { t } = shop;
  const title = t(texts.page);
  const body = (
    <AccountLayout shop={shop} path={dataPath} title={title} lead={t(texts.lead)} notices={notices}>
      {dueAt !== null && (
        <section className="account__part stack">
          <Notice kind="warning" title={t(texts.dueTitle)}>
            {t(texts.due, { due: dueAt })}
          </Notice>
          <form method="post" action={keepPath}>
            <Button>{t(texts.keep)}</Button>
          </form>
        </section>
      )}
      <section className="account__part" aria-labelledby="download-title">
        <h2 id="download-title">{t(texts.downloadTitle)}</h2>
        <div className="stack">
          <p>{t(texts.downloadLead)}</p>
          <p>
            <a href={dataFilePath('json')}>{t(texts.json)}</a>
          </p>
          <p>
            <a href={dataFilePath('csv')}>{t(texts.csv)}</a>
          </p>
        </div>
      </section>
      {dueAt === null && (
        <section className="account__part" aria-labelledby="delete-title">
          <h2 id="delete-title">{t(texts.deleteTitle)}</h2>
          <p>
            <a href={deletePath}>{t(texts.deleteLink)}</a>
          </p>
        </section>
      )}
    </AccountLayout>
  );
  return { title, body };
}

const maxNamedOrders = 50;

async function createDeletePage(shop: Shop, customerId: number): Promise<AccountPageView> {
  const { t, settings } = shop;
  const isStaff = (await findStaffRole(shop.db, customerId)) !== null;
  const orders = await listOrdersOfCustomer(shop.db, customerId, { limit: maxNamedOrders, offset: 0 });
  const open = orders.filter(({ status }) => ['pending', 'on-hold', 'processing'].includes(status));
  const title = t(texts.deleteTitle);
  const body = (
    <AccountLayout shop={shop} path={dataPath} title={title}>
      {isStaff ? (
        <p>{t(texts.staff)}</p>
      ) : (
        <div className="stack">
          <p>{t(texts.deleteLead)}</p>
          <ul className="stack">
            <li>{t(texts.deleteSignIn)}</li>
            <li>{t(texts.deleteOrders, { days: settings(orderSettings).eraseAfterDays })}</li>
            <li>{t(texts.deleteUndo, { days: settings(personalDataSettings).undoDays })}</li>
          </ul>
          {open.length > 0 && (
            <>
              <p>{t(texts.deleteOpen)}</p>
              <ul>
                {open.map(({ number, token }) => (
                  <li key={number}>
                    <a href={orderPath(token)}>{t(texts.order, { number })}</a>
                  </li>
                ))}
              </ul>
            </>
          )}
          <form method="post" action={deletePath}>
            <Button>{t(texts.deleteButton)}</Button>
          </form>
        </div>
      )}
    </AccountLayout>
  );
  return { title, body };
}
