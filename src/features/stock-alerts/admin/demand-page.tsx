import type { FastifyInstance } from 'fastify';
import type { Shop } from '#platform/features/shop.ts';
import { type PrivateView, renderPrivatePage } from '#platform/http/private-page.ts';
import { formatMoney } from '#platform/money/money.ts';
import { formatMoment } from '#platform/texts/formats.ts';
import { DataTable, type TableColumn } from '#ui/admin/data-table.tsx';
import { ListState } from '#ui/admin/list-state.tsx';
import { AdminPage, PageHead } from '#ui/admin/page-head.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { formatTarget } from '../find-target.ts';
import { stockAlertAdminTexts as texts } from './admin-texts.ts';
import { type AlertQueue, type Demand, findDemand, readQueue } from './find-demand.ts';
import { alertListPath, demandPath, readAlerts } from './permissions.ts';

const maxShown = 200;

export function registerDemandPage(app: FastifyInstance, shop: Shop): void {
  app.get(demandPath, { config: { requires: readAlerts.name } }, async (request, reply) =>
    renderPrivatePage(shop, request, reply, await createDemandPage(shop)),
  );
}

/** Page of the products that most shoppers wait for, and of the oldest mail that is not sent yet. */
async function createDemandPage(shop: Shop): Promise<PrivateView> {
  const { t, db } = shop;
  const [demand, queue] = [await findDemand(db, null, maxShown), await readQueue(db, shop.clock.now())];
  const title = t(texts.demand);
  const actions = (
    <ButtonLink look="quiet" href={alertListPath}>
      {t(texts.alerts)}
    </ButtonLink>
  );
  const body = (
    <AdminPage>
      <PageHead title={title} lead={t(texts.demandLead)} actions={actions} />
      <Queue shop={shop} queue={queue} />
      {demand.length === 0 ? (
        <ListState kind="empty" text={t(texts.demandNone)} />
      ) : (
        <DemandTable {...{ shop, demand }} />
      )}
      {demand.length === maxShown && <p>{t(texts.demandMore, { count: maxShown })}</p>}
    </AdminPage>
  );
  return { layout: 'admin', title, body };
}

function Queue({
  shop: { t, choices },
  queue: { count, oldest },
}: {
  readonly shop: Shop;
  readonly queue: AlertQueue;
}) {
  if (oldest === null) return <p>{t(texts.queueEmpty)}</p>;
  const since = formatMoment(oldest, choices.locale);
  return <Notice kind="info">{t(texts.queueLate, { count, since })}</Notice>;
}

function DemandTable({ shop, demand }: { readonly shop: Shop; readonly demand: readonly Demand[] }) {
  const { t } = shop;
  const columns: readonly TableColumn[] = [
    { id: 'product', title: t(texts.product), onPhone: 'title' },
    { id: 'waiting', title: t(texts.demandWaiting), align: 'end', onPhone: 'value' },
    { id: 'wanted', title: t(texts.wanted), align: 'end', onTablet: 'hidden' },
    { id: 'oldest', title: t(texts.oldest) },
    { id: 'available', title: t(texts.available), align: 'end' },
    { id: 'mailed', title: t(texts.demandMailed), align: 'end' },
    { id: 'sold', title: t(texts.sold), align: 'end', onTablet: 'hidden' },
    { id: 'revenue', title: t(texts.revenue), align: 'end', onTablet: 'hidden' },
  ];
  const rows = demand.map((row) => ({
    id: `${row.productId}-${row.variationId ?? 0}`,
    href: `${alertListPath}?${new URLSearchParams({ product: `${row.productId}`, state: 'waiting' })}`,
    cells: toCells(shop, row),
  }));
  return <DataTable label={t(texts.demand)} columns={columns} rows={rows} />;
}

function toCells({ t, choices: { locale, currency } }: Shop, row: Demand) {
  const { waiting, wanted, oldest, available, mailed, sold, revenue, hasUnsellableStock } = row;
  return {
    product: formatTarget(row),
    ...{ waiting, wanted, mailed, sold },
    oldest: oldest && formatMoment(oldest, locale),
    available: hasUnsellableStock ? t(texts.blocked) : (available ?? t(texts.notCounted)),
    revenue: formatMoney({ amount: revenue, currency }, locale),
  };
}
