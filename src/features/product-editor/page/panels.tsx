import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { productPath } from '#features/catalog/index.ts';
import { adjustmentReasons } from '#features/inventory/index.ts';
import { listPaths } from '#platform/admin/lists/page/list-view.ts';
import { jsonMoment } from '#platform/admin/records/panel-data.ts';
import { type AdminPanel, definePanel } from '#platform/admin/records/record.ts';
import { formatMoney } from '#platform/money/money.ts';
import { isPermitted } from '#platform/sessions/actor.ts';
import { getDateFormat } from '#platform/texts/formats.ts';
import { toPlainText } from '#platform/texts/sanitise-html.ts';
import { DataTable } from '#ui/admin/data-table.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { deleteProductsAction } from '../actions/delete-products.ts';
import { productsPath } from '../contract.ts';
import { duplicatePath } from './duplicate-product.ts';
import { pageTexts as texts } from './page-texts.ts';
import { getPreviewPath } from './product-path.ts';
import type { ProductSubject } from './product-subject.ts';

const shownMovements = 10;

const movementReasons = ['set', 'taken', 'returned', ...adjustmentReasons] as const;

/** Newest stock movements of the product itself. Movements of variations are shown in their grid. */
export const movementsPanel = definePanel({
  ...{ id: 'movements', title: texts.movements, column: 'side', look: 'flush', place: { before: 'history' } },
  data: (_shop, id) => sql`select coalesce((select json_agg(m order by m.id desc) from (
      select s.id, s.at, s.delta, s.reason, s.reference, s.note, c.name as by from stock_movements s
      left join staff_members w on w.id = s.by_staff_id left join customers c on c.id = w.customer_id
      where s.variation_id = ${id} order by s.id desc limit ${shownMovements}) m), '[]')`,
  schema: z.array(
    z.strictObject({
      ...{
        id: z.int(),
        at: jsonMoment,
        delta: z.int(),
        reference: z.string(),
        note: z.string(),
        by: z.string().nullable(),
      },
      reason: z.enum(movementReasons),
    }),
  ),
  render: ({ t, choices }, _subject: ProductSubject, movements) => {
    if (movements.length === 0) return <p className="panel__empty">{t(texts.noMovements)}</p>;
    const date = getDateFormat(choices.locale, { dateStyle: 'medium', timeStyle: 'short' });
    const rows = movements.map(({ id, at, delta, reason, reference, note, by }) => ({
      id,
      cells: {
        when: <time dateTime={at.toISOString()}>{date.format(at)}</time>,
        change: delta > 0 ? `+${delta}` : String(delta),
        reason: (
          <>
            {t(texts[reason])}
            <small className="product-reference">{[note, reference, by].filter(Boolean).join(' · ')}</small>
          </>
        ),
      },
    }));
    const columns = [
      { id: 'reason', title: t(texts.movementReason), onPhone: 'title' },
      { id: 'change', title: t(texts.movementChange), align: 'end', onPhone: 'value' },
      { id: 'when', title: t(texts.movementWhen) },
    ] as const;
    return <DataTable label={t(texts.lastMovements)} columns={columns} rows={rows} />;
  },
});

const days30 = 30;

/** Prices that shoppers could pay lately: a sale has to name the lowest price of the 30 days before it. */
export const pricesPanel = definePanel({
  ...{ id: 'prices', title: texts.pricesBefore, column: 'side', place: { before: 'movements' } },
  data: (
    shop,
    id,
  ) => sql`select json_build_object('prior', (select prior_price from main_prices where variation_id = ${id}),
      'lowest', (select min(least(h.regular_price, case when greatest(h.sale_from, t.begins) < least(h.sale_to, t.ends) then h.sale_price end))
        from price_history h cross join lateral (select greatest(h.valid_from, ${shop.clock.now()}::timestamptz - interval '${sql.raw(String(days30))} days') as begins,
          least(h.valid_to, ${shop.clock.now()}::timestamptz) as ends) t
        where h.variation_id = ${id} and t.begins <= t.ends))`,
  schema: z.strictObject({ prior: z.int().nullable(), lowest: z.int().nullable() }),
  render: ({ t, choices }, { master }: ProductSubject, { prior, lowest }) => {
    const amount = prior ?? lowest;
    if (amount === null) return null;
    const { currency } = master;
    return <p>{t(texts.priorPrice, { price: formatMoney({ amount, currency }, choices.locale) })}</p>;
  },
});

const mostOfDescription = 160;

/** Approximate preview: a search engine may show other texts. */
export const seoPanel: AdminPanel<ProductSubject> = {
  ...{ id: 'seo', title: texts.seoPreview, column: 'side' },
  render: ({ config }, { product }) => {
    const text = product.seoDescription || toPlainText(product.shortDescription || product.description);
    const shown = text.length > mostOfDescription ? `${text.slice(0, mostOfDescription - 1)}…` : text;
    return (
      <div className="seo-preview">
        <small>{config.publicUrl + productPath(product.slug)}</small>
        <strong>{product.seoTitle || product.name}</strong>
        <p>{shown}</p>
      </div>
    );
  },
};

export const morePanel: AdminPanel<ProductSubject> = {
  ...{ id: 'more', title: texts.more, column: 'side' },
  render: ({ t }, { id, product }, actor) => {
    const canWrite = isPermitted(actor, 'products.write');
    const deletion = `${listPaths(productsPath).action(deleteProductsAction.name)}?id=${id}`;
    return (
      <div className="product-more">
        {product.status === 'published' && (
          <ButtonLink look="quiet" href={productPath(product.slug)}>
            {t(texts.view)}
          </ButtonLink>
        )}
        {product.status !== 'published' && (
          <ButtonLink look="quiet" href={getPreviewPath(id)}>
            {t(texts.preview)}
          </ButtonLink>
        )}
        {canWrite && (
          <form method="post" action={duplicatePath(id)}>
            <Button look="quiet">{t(texts.duplicate)}</Button>
          </form>
        )}
        {canWrite && <a href={deletion}>{t(texts.deleteIt)}</a>}
      </div>
    );
  },
};
