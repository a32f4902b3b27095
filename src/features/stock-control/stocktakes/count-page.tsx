import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { requestKeyField } from '#platform/admin/audit/done-requests.ts';
import type { Shop } from '#platform/features/shop.ts';
import { consumeNotices, type Notice as PageNotice } from '#platform/http/notices.ts';
import { type PrivateView, renderPrivatePage } from '#platform/http/private-page.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import { DataTable } from '#ui/admin/data-table.tsx';
import { AdminPage, PageHead } from '#ui/admin/page-head.tsx';
import { Panel } from '#ui/admin/panels.tsx';
import { Button } from '#ui/button.tsx';
import { FileInput, TextInput } from '#ui/controls.tsx';
import { Field } from '#ui/field.tsx';
import { Notice } from '#ui/notice.tsx';
import { stocktakesPath, writeStock } from '../paths.ts';
import { formatDifference } from './count-list.tsx';
import { type Count, findStocktake, listLastCounts, readUnits, type Stocktake } from './stocktakes.ts';
import { stocktakeTexts as texts } from './texts.ts';

const noticeCodes = ['scanned', 'fileCounted'] as const;
const refusals = ['CODE_UNKNOWN', 'CODE_AMBIGUOUS', 'CODE_NOT_COUNTED', 'QUANTITY_INVALID'] as const;

export const countPath = (id: number | string): string => `${stocktakesPath}/${id}/count`;

/** Messages of the page about the last scan or file. */
interface Told {
  readonly notice?: PageNotice | undefined;
  /** Reasons why a file was refused. */
  readonly problems?: readonly string[];
  /** Quantity of the last scan: the initial value of the field for the next scan. */
  readonly quantity?: string;
}

export function registerCountPage(app: FastifyInstance, shop: Shop): void {
  app.get(countPath(':id'), { config: { requires: writeStock } }, async (request, reply) => {
    const { id } = request.params as { readonly id: string };
    const [notice] = consumeNotices(shop, request, reply, noticeCodes);
    const { quantity } = request.query as { readonly quantity?: string };
    const view = await createCountPage(shop, id, { notice, ...(quantity && { quantity }) });
    if (!view) return reply.callNotFound();
    return renderPrivatePage(shop, request, reply, view);
  });
}

/** @returns null when the stocktake does not exist */
export async function createCountPage(shop: Shop, id: string, told: Told): Promise<PrivateView | null> {
  const { t, db } = shop;
  const stocktake = /^[1-9]\d{0,14}$/.test(id) ? await findStocktake(db, Number(id)) : null;
  if (!stocktake) return null;
  const counts = await listLastCounts(db, stocktake.id);
  const title = t(texts.countPage, { name: stocktake.name });
  const body = (
    <AdminPage width="text">
      <PageHead title={title} back={{ href: `${stocktakesPath}/${id}`, text: stocktake.name }} />
      <Behaviour of="stock-control/admin/scan">
        <div data-failed={t(texts.failed)} data-scan-part="">
          <Scan {...{ shop, stocktake, told, counts }} />
        </div>
      </Behaviour>
      <Panel id="file" title={t(texts.file)}>
        {told.problems && (
          <Notice kind="error" title={t(texts.fileRefused)}>
            <ul>
              {told.problems.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          </Notice>
        )}
        <form method="post" action={`${countPath(id)}-file`} encType="multipart/form-data">
          <Field id="counts" label={t(texts.fileLabel)} hint={t(texts.fileHint)}>
            {(control) => <FileInput {...control} name="counts" accept=".csv,text/csv" />}
          </Field>
          <Button look="quiet">{t(texts.upload)}</Button>
        </form>
      </Panel>
    </AdminPage>
  );
  return { layout: 'admin', title, body };
}

interface ScanProps {
  readonly shop: Shop;
  readonly stocktake: Stocktake;
  readonly told: Told;
  readonly counts: readonly Count[];
}

function Scan({ shop: { t }, stocktake: { id }, told: { notice, quantity = '1' }, counts }: ScanProps) {
  const code = [...noticeCodes, ...refusals].find((each) => each === notice?.code);
  const scanned = counts.find(({ stockId }) => String(stockId) === notice?.key);
  const values = { name: scanned?.name ?? '', count: notice?.count ?? 0, code: notice?.typed ?? '' };
  const isRefused = refusals.some((each) => each === code);
  const codeError = isRefused && code && code !== 'QUANTITY_INVALID' && t(texts[code], values);
  const quantityError = isRefused && readUnits(quantity) === null && t(texts.QUANTITY_INVALID);
  return (
    <>
      <form className="stock-scan" method="post" action={countPath(id)} data-scan="">
        <input type="hidden" name={requestKeyField} value={randomUUID()} />
        <Field id="scan" label={t(texts.scan)} hint={t(texts.scanHint)} error={codeError}>
          {(control) => <TextInput {...control} name="code" maxLength={100} autoComplete="off" required autoFocus />}
        </Field>
        <Field id="quantity" label={t(texts.quantity)} hint={t(texts.quantityHint)} error={quantityError}>
          {(control) => (
            <TextInput
              {...control}
              name="quantity"
              inputMode="numeric"
              maxLength={8}
              defaultValue={quantity}
              required
            />
          )}
        </Field>
        <Button>{t(texts.add)}</Button>
      </form>
      <div data-counted="">
        {code && (
          <Notice kind={isRefused ? 'error' : 'success'}>
            <span data-said="">{t(texts[code], values)}</span>
          </Notice>
        )}
        <Panel id="last" title={t(texts.lastCounted)} look="flush">
          {counts.length === 0 ? <p>{t(texts.nothingCounted)}</p> : <LastCounts {...{ t, counts }} />}
        </Panel>
      </div>
    </>
  );
}

function LastCounts({ t, counts }: Pick<ScanProps, 'counts'> & Pick<Shop, 't'>) {
  const columns = [
    { id: 'product', title: t(texts.product), onPhone: 'title' },
    { id: 'counted', title: t(texts.counted), align: 'end', onPhone: 'value' },
    { id: 'book', title: t(texts.book), align: 'end' },
    { id: 'difference', title: t(texts.difference), align: 'end' },
  ] as const;
  const rows = counts.map((row) => ({
    id: row.id,
    cells: { product: row.name, counted: row.counted, book: row.book, difference: formatDifference(row) },
  }));
  return <DataTable label={t(texts.counts)} columns={columns} rows={rows} />;
}
