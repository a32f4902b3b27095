import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { listPaths } from '#platform/admin/lists/page/list-view.ts';
import { type AdminPanel, defineAdminRecord, definePanel } from '#platform/admin/records/record.ts';
import { isPermitted } from '#platform/sessions/actor.ts';
import { DataTable } from '#ui/admin/data-table.tsx';
import { FactsList } from '#ui/admin/panels.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { countsPath, readStock, stocktakesPath, writeStock } from '../paths.ts';
import { stockLabelSql } from '../stocks/stock-sql.ts';
import { applyCounts } from './apply-counts.ts';
import { formatDifference } from './count-list.tsx';
import { stocktakeForm } from './stocktake-list.tsx';
import { findStocktake, type Stocktake, type StocktakeSums } from './stocktakes.ts';
import { stocktakeTexts as texts } from './texts.ts';

type Subject = Stocktake & StocktakeSums;

const shownDifferences = 50;

const summaryPanel: AdminPanel<Subject> = {
  ...{ id: 'summary', title: texts.summary, column: 'side' },
  render: ({ t }, { id, counted, differing, open, more, fewer }, actor) => {
    const from = encodeURIComponent(`stocktake=${id}&state=differs`);
    return (
      <>
        <FactsList
          facts={[
            ...[
              { label: t(texts.rows), value: String(counted) },
              { label: t(texts.differing), value: String(differing) },
            ],
            ...[
              { label: t(texts.more), value: String(more) },
              { label: t(texts.fewer), value: String(fewer) },
            ],
            { label: t(texts.open), value: String(open) },
          ]}
        />
        {isPermitted(actor, writeStock) && (
          <div className="stock-next">
            <ButtonLink look="quiet" href={`${stocktakesPath}/${id}/count`}>
              {t(texts.goCounting)}
            </ButtonLink>
            {open > 0 && (
              <ButtonLink href={`${listPaths(countsPath).action(applyCounts.name)}?all=1&from=${from}`}>
                {t(texts.apply)}
              </ButtonLink>
            )}
          </div>
        )}
      </>
    );
  },
};

const differencesPanel = definePanel({
  ...{ id: 'differences', title: texts.differences, column: 'main', look: 'flush', place: { before: 'form' } },
  data: (_shop, id) => sql`select coalesce(json_agg(to_json(d)), '[]') from (
    select c.id, ${sql.raw(stockLabelSql('c.stock_id'))} as name, c.counted, c.book from stocktake_counts c
    where c.stocktake_id = ${id} and c.difference <> 0 order by abs(c.difference) desc, c.id limit ${shownDifferences}) d`,
  schema: z.array(z.strictObject({ id: z.int(), name: z.string(), counted: z.int(), book: z.int() })),
  render: ({ t }, { id }: Subject, differences) => (
    <>
      {differences.length === 0 ? (
        <p>{t(texts.noDifferences)}</p>
      ) : (
        <DataTable
          label={t(texts.counts)}
          columns={[
            { id: 'product', title: t(texts.product), onPhone: 'title' },
            { id: 'counted', title: t(texts.counted), align: 'end' },
            { id: 'book', title: t(texts.book), align: 'end' },
            { id: 'difference', title: t(texts.difference), align: 'end', onPhone: 'value' },
          ]}
          rows={differences.map((row) => ({
            id: row.id,
            cells: { product: row.name, counted: row.counted, book: row.book, difference: formatDifference(row) },
          }))}
        />
      )}
      <p>
        <a href={`${countsPath}?stocktake=${id}`}>{t(texts.allCounts)}</a>
      </p>
    </>
  ),
});

export const stocktakeRecord = defineAdminRecord<Subject>({
  name: 'stock-control.stocktake',
  path: `${stocktakesPath}/:id`,
  requires: readStock,
  subject: 'stocktake',
  back: { path: stocktakesPath, text: texts.stocktakes },
  load: (_shop, db, id) => findStocktake(db, id),
  head: ({ t }, { name, counted }) => ({ title: name, facts: t(texts.facts, { count: counted }) }),
  form: stocktakeForm,
  panels: [differencesPanel, summaryPanel],
});
