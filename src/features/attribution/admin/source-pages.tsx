import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ReactNode } from 'react';
import { getOrder } from '#features/orders/index.ts';
import { adminPath } from '#platform/admin/contract.ts';
import { definePermission } from '#platform/features/permissions.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type PrivateView, renderPrivatePage } from '#platform/http/private-page.ts';
import { formatMoney } from '#platform/money/money.ts';
import { Button } from '#ui/button.tsx';
import { TextInput } from '#ui/controls.tsx';
import { Field } from '#ui/field.tsx';
import { Notice } from '#ui/notice.tsx';
import { findAttribution } from '../keep-attribution.ts';
import { formatSourceType, listAttributionRows } from '../order-facts.ts';
import { listAttributedOrders, type Period, readPeriod, reportSources } from '../report.ts';
import { attributionTexts as texts } from '../texts.ts';

export const sourcesPath = adminPath('order-sources');
const orderSourcePath = (number: number | ':number') => adminPath(`order-sources/${number}`);

export const readSources = definePermission('attribution.read', 'Read where orders come from');

const maxShown = 100;

export function registerSourcePages(app: FastifyInstance, shop: Shop): void {
  const config = { requires: readSources.name };
  app.get(sourcesPath, { config }, async (request, reply) =>
    renderPrivatePage(shop, request, reply, await renderReport(shop, request)),
  );
  app.get(orderSourcePath(':number'), { config }, async (request, reply) => {
    const view = await renderOrderSource(shop, request);
    return view ? renderPrivatePage(shop, request, reply, view) : reply.callNotFound();
  });
}

async function renderReport(shop: Shop, request: FastifyRequest): Promise<PrivateView> {
  const { t } = shop;
  const query = new URLSearchParams(request.url.split('?', 2)[1]);
  const asked = { from: query.get('from') ?? '', to: query.get('to') ?? '' };
  const period = readPeriod(shop.clock.now(), asked);
  const title = t(texts.title);
  const body = (
    <div className="wrap stack">
      <header className="page-head">
        <h1>{title}</h1>
        {period && <p className="lead">{t(texts.lead, { ...period })}</p>}
      </header>
      {!period && <Notice kind="error">{t(texts.wrongPeriod)}</Notice>}
      <PeriodForm shop={shop} period={period ?? { from: asked.from.slice(0, 20), to: asked.to.slice(0, 20) }} />
      {period && (await renderTables(shop, period))}
    </div>
  );
  return { layout: 'admin', title, body };
}

function PeriodForm({ shop: { t }, period }: { readonly shop: Shop; readonly period: Period }) {
  return (
    <form className="form-grid" method="get" action={sourcesPath}>
      <Field id="from" label={t(texts.from)}>
        {(control) => <TextInput {...control} type="date" name="from" defaultValue={period.from} />}
      </Field>
      <Field id="to" label={t(texts.to)}>
        {(control) => <TextInput {...control} type="date" name="to" defaultValue={period.to} />}
      </Field>
      <p>
        <Button look="quiet">{t(texts.show)}</Button>
      </p>
    </form>
  );
}

async function renderTables(shop: Shop, period: Period): Promise<ReactNode> {
  const { t, choices } = shop;
  const [{ sums, hasMore }, latest] = await Promise.all([
    reportSources(shop.db, period, { byCampaign: true, limit: maxShown }),
    listAttributedOrders(shop.db, period),
  ]);
  if (sums.length === 0) return <p>{t(texts.none)}</p>;
  const heads = [texts.sourceType, texts.source, texts.medium, texts.campaign, texts.orders, texts.paid, texts.revenue];
  return (
    <>
      <Table
        heads={heads.map((head) => t(head))}
        rows={sums.map(({ sourceType, source, medium, campaign, orders, paidOrders, revenue, currency }) => [
          ...[formatSourceType(shop, sourceType), source, medium, campaign, orders, paidOrders],
          formatMoney({ amount: revenue, currency }, choices.locale),
        ])}
      />
      {hasMore && <p>{t(texts.more, { count: maxShown })}</p>}
      {latest.length > 0 && (
        <>
          <h2>{t(texts.latest)}</h2>
          <Table
            heads={[texts.order, texts.sourceType, texts.source, texts.campaign].map((head) => t(head))}
            rows={latest.map(({ number, sourceType, source, campaign }) => [
              <a href={orderSourcePath(number)} key={number}>
                {number}
              </a>,
              ...[formatSourceType(shop, sourceType), source, campaign],
            ])}
          />
        </>
      )}
    </>
  );
}

function Table({
  heads,
  rows,
}: {
  readonly heads: readonly string[];
  readonly rows: readonly (readonly ReactNode[])[];
}) {
  return (
    <div className="table-scroll">
      <table className="table">
        {heads.length > 0 && (
          <thead>
            <tr>
              {heads.map((head) => (
                <th scope="col" key={head}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
            <tr key={row}>
              {cells.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

async function renderOrderSource(shop: Shop, { params }: FastifyRequest): Promise<PrivateView | null> {
  const { number = '' } = params as { readonly number?: string };
  const order = /^\d{1,15}$/.test(number) ? await getOrder(shop.db, { number: Number(number) }) : null;
  if (!order) return null;
  const attribution = await findAttribution(shop.db, order.id);
  const title = shop.t(texts.orderTitle, { number: String(order.number) });
  const body = (
    <div className="wrap wrap--text stack">
      <header className="page-head">
        <h1>{title}</h1>
      </header>
      {attribution ? (
        <Table heads={[]} rows={listAttributionRows(shop, attribution).map(({ label, value }) => [label, value])} />
      ) : (
        <p>{shop.t(texts.orderNone)}</p>
      )}
      <p>
        <a href={sourcesPath}>{shop.t(texts.back)}</a>
      </p>
    </div>
  );
  return { layout: 'admin', title, body };
}
