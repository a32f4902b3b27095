import { sql } from 'drizzle-orm';
import { defineAdminForm, getFormPath } from '#platform/admin/forms/form.ts';
import { defineAdminList } from '#platform/admin/lists/list.ts';
import { line } from '#platform/forms/kinds.ts';
import { readStock, stocktakesPath, writeStock } from '../paths.ts';
import { findStocktake, type Stocktake, type StocktakeSums, saveStocktake, stocktakeSumsSql } from './stocktakes.ts';
import { stocktakeTexts as texts } from './texts.ts';

export const stocktakeForm = defineAdminForm({
  name: 'stock-control.save-stocktake',
  description: 'Begins a stocktake, or renames one.',
  path: `${stocktakesPath}/:id`,
  requires: writeStock,
  subject: 'stocktake',
  create: texts.create,
  back: { path: stocktakesPath, text: texts.stocktakes },
  fields: ({ t }, _stocktake: Stocktake | null) => ({
    name: line({ label: t(texts.name), hint: t(texts.nameHint), required: true, max: 200 }),
  }),
  load: async (_shop, db, id, { isLocking }) => {
    if (id === null) return { values: { name: '' }, subject: null, label: '' };
    const found = await findStocktake(db, id, isLocking);
    return found && { values: { name: found.name }, subject: found, label: found.name };
  },
  save: async ({ clock }, tx, { name }, { id }) => ({ ok: true, id: await saveStocktake(tx, id, name, clock.now()) }),
  layout: [{ title: texts.stocktake, fields: ['name'] }],
});

export const stocktakeList = defineAdminList<Stocktake & StocktakeSums>({
  name: 'stock-control.stocktakes',
  path: stocktakesPath,
  requires: readStock,
  texts: { title: texts.stocktakes, lead: texts.lead, count: texts.count, empty: texts.none },
  source: {
    ...{ from: sql`stocktakes t`, id: sql`t.id` },
    select: sql`t.id, t.name, t.created_at as "createdAt",
      ${sql.raw(['counted', 'differing', 'open'].map((name) => `(select ${name} from (select ${stocktakeSumsSql} from stocktake_counts where stocktake_id = t.id) sums) as ${name}`).join(', '))}`,
    sorts: {
      newest: {
        ...{ title: texts.newest, reversedTitle: texts.oldest },
        ...{ by: sql`t.id`, type: 'bigint', direction: 'desc' },
      },
    },
  },
  columns: {
    name: { title: texts.name, cell: ({ name }) => name, onPhone: 'title' },
    begun: {
      title: texts.begun,
      cell: ({ createdAt }, { time }) => time(createdAt),
      csv: ({ createdAt }) => createdAt.toISOString(),
    },
    counted: { title: texts.rows, cell: ({ counted }) => counted, align: 'end', onPhone: 'value' },
    differing: { title: texts.differing, cell: ({ differing }) => differing, align: 'end' },
    open: { title: texts.open, cell: ({ open }) => open, align: 'end' },
  },
  filters: {},
  open: ({ id }) => `${stocktakesPath}/${id}`,
  create: { text: texts.create, path: getFormPath(stocktakeForm, null), requires: writeStock },
});
