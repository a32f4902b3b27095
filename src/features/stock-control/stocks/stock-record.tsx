import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { lockStockLevels } from '#features/inventory/index.ts';
import { defineAdminForm } from '#platform/admin/forms/form.ts';
import { defineAdminOperation } from '#platform/admin/records/operations/operation.ts';
import { jsonMoment } from '#platform/admin/records/panel-data.ts';
import { type AdminPanel, defineAdminRecord, definePanel } from '#platform/admin/records/record.ts';
import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { formatMoment } from '#platform/texts/formats.ts';
import { DataTable } from '#ui/admin/data-table.tsx';
import { FactsList } from '#ui/admin/panels.tsx';
import { StateBadge } from '#ui/admin/state-badge.tsx';
import { movementsPath, readStock, stocksPath, writeStock } from '../paths.ts';
import { adjustByHand, createDifferenceField, createReasonFields } from './adjust.ts';
import { Reference, reasonTexts, referenceColumns } from './movement-list.tsx';
import { createLowField, writeLowLevel } from './stock-actions.ts';
import { findStockLook } from './stock-list.tsx';
import { countDaysLeft, findPaceSpan, formatStock, type Stock, stockColumnsSql } from './stock-sql.ts';
import { stockTexts as texts } from './texts.ts';

type StockSubject = Stock & { readonly managed: boolean };

const selectStock = sqlQuery<StockSubject>(
  'stock-control.find-stock',
  `select ${stockColumnsSql({ from: '$2::timestamptz', before: '$3::timestamptz' })}, s.managed from stock_levels s where s.variation_id = $1::bigint`,
);

async function findStock({ clock }: Shop, db: Db, id: number): Promise<StockSubject | null> {
  return (await selectStock(db, [id, ...findPaceSpan(clock.now())]))[0] ?? null;
}

const toLabel = (stock: Stock) => [formatStock(stock), stock.sku].filter(Boolean).join(', ');

const stockForm = defineAdminForm({
  name: 'stock-control.save-stock',
  description: 'Sets the level from which a stock is low. How much there is changes by differences only.',
  path: `${stocksPath}/:id`,
  requires: writeStock,
  subject: 'stock',
  back: { path: stocksPath, text: texts.stock },
  fields: (shop) => ({ lowStockThreshold: createLowField(shop) }),
  load: async (shop, db, id, { isLocking }) => {
    if (id === null) return null;
    // The admin kit asks for locks inside a transaction only.
    if (isLocking) await lockStockLevels(db as Tx, [id]);
    const stock = await findStock(shop, db, id);
    return stock && { values: { lowStockThreshold: stock.lowStockThreshold }, subject: stock, label: toLabel(stock) };
  },
  save: async (shop, tx, { lowStockThreshold }, { id }, actor) => {
    await writeLowLevel(shop, tx, id ?? 0, lowStockThreshold, actor);
    return { ok: true, id: id ?? 0 };
  },
  layout: [{ title: texts.lowStockThreshold, fields: ['lowStockThreshold'] }],
});

const adjustOperation = defineAdminOperation({
  ...{ name: 'stock-control.adjust-stock', text: texts.adjust, subject: 'stock', requires: writeStock },
  description: 'Changes a counted stock by a difference, with a reason for the ledger.',
  load: findStock,
  label: (_shop, stock) => toLabel(stock),
  fields: (shop) => ({ difference: createDifferenceField(shop), ...createReasonFields(shop) }),
  values: () => ({ difference: null, reason: 'received', note: '' }) as const,
  lead: ({ t }, { available }) => t(texts.adjustLead, { available }),
  run: (shop, tx, id, values, { actor }) => adjustByHand(shop, tx, id, values, actor),
  outcomes: { done: texts.adjusted },
});

const levelsPanel: AdminPanel<StockSubject> = {
  ...{ id: 'levels', title: texts.levels, column: 'side' },
  render: ({ t }, stock) => {
    const { onHand, reserved, available, backordered, sold, incoming, productId } = stock;
    const facts = [
      ...[
        { label: t(texts.onHand), value: String(onHand) },
        { label: t(texts.reserved), value: String(reserved) },
      ],
      { label: t(texts.available), value: String(available) },
      { label: t(texts.backordered), value: String(backordered) },
      { label: t(texts.sold), value: String(sold) },
      { label: t(texts.daysLeft), value: String(countDaysLeft(stock) ?? t(texts.nothingSold)) },
      { label: t(texts.incoming), value: String(incoming) },
      { label: t(texts.openProduct), value: String(productId) },
    ];
    return <FactsList facts={facts} />;
  },
};

const shownMovements = 20;

const ledgerPanel = definePanel({
  ...{ id: 'ledger', title: texts.ledger, column: 'main', look: 'flush', place: { after: 'form' } },
  data: (_shop, id) => sql`select coalesce(json_agg(to_json(m) order by m.id desc), '[]') from (
    select ${referenceColumns} from stock_movements m where m.variation_id = ${id} order by m.id desc limit ${shownMovements}) m`,
  schema: z.array(
    z.strictObject({
      ...{ id: z.int(), at: jsonMoment, delta: z.int(), backordered: z.int(), reason: z.string(), note: z.string() },
      ...{ reference: z.string(), orderId: z.int().nullable(), by: z.string().nullable() },
    }),
  ),
  render: ({ t, choices }, { id }: StockSubject, movements, actor) => {
    if (movements.length === 0) return <p>{t(texts.ledgerEmpty)}</p>;
    const rows = movements.map((row) => ({
      id: row.id,
      cells: {
        when: <time dateTime={row.at.toISOString()}>{formatMoment(row.at, choices.locale)}</time>,
        moved: row.delta,
        backordered: row.backordered,
        reason: [t(reasonTexts[row.reason] ?? texts.other), row.note].filter(Boolean).join(': '),
        what: <Reference {...{ row, t, actor }} />,
        who: row.by,
      },
    }));
    const columns = [
      { id: 'when', title: t(texts.when), onPhone: 'title' },
      { id: 'moved', title: t(texts.moved), align: 'end', onPhone: 'value' },
      { id: 'backordered', title: t(texts.backordered), align: 'end' },
      { id: 'reason', title: t(texts.reason) },
      { id: 'what', title: t(texts.what) },
      { id: 'who', title: t(texts.who) },
    ] as const;
    return (
      <>
        <DataTable label={t(texts.movements)} columns={columns} rows={rows} />
        <p className="stock-more">
          <a href={`${movementsPath}?stock=${id}`}>{t(texts.ledgerAll)}</a>
        </p>
      </>
    );
  },
});

export const stockRecord = defineAdminRecord<StockSubject>({
  name: 'stock-control.stock',
  path: `${stocksPath}/:id`,
  requires: readStock,
  subject: 'stock',
  back: { path: stocksPath, text: texts.stock },
  list: 'stock-control.stocks',
  load: findStock,
  head: ({ t }, stock) => {
    const { text, tone } = stock.managed
      ? findStockLook(stock)
      : ({ text: texts.notCounted, tone: 'neutral' } as const);
    return {
      title: formatStock(stock),
      states: <StateBadge tone={tone}>{t(text)}</StateBadge>,
      facts: t(texts.facts, { available: stock.available, sku: stock.sku ?? t(texts.withoutSku) }),
    };
  },
  form: stockForm,
  panels: [ledgerPanel, levelsPanel],
  operations: [{ operation: adjustOperation, isShown: ({ managed }) => managed, isNext: () => true }],
});
