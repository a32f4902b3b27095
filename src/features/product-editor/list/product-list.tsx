import { sql } from 'drizzle-orm';
import type { ReactNode } from 'react';
import { contains } from '#platform/admin/lists/filter.ts';
import { defineAdminList, type ListSearch } from '#platform/admin/lists/list.ts';
import type { ListContext } from '#platform/admin/lists/list-context.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import { toDecimal } from '#platform/money/money.ts';
import { isPermitted } from '#platform/sessions/actor.ts';
import { Picture } from '#ui/picture.tsx';
import { deleteProductsAction } from '../actions/delete-products.ts';
import { changePricesAction, endSaleAction, setSaleAction } from '../actions/price-actions.ts';
import { formatShownValue } from '../actions/set-in-list.ts';
import { changeProductsAction, sortProductsAction } from '../actions/sort-actions.ts';
import { productsPath } from '../contract.ts';
import { productForm } from '../page/product-form.ts';
import { getProductPath } from '../page/product-path.ts';
import { productEditorTexts as texts } from '../texts.ts';
import { productFilters, productViews } from './product-filters.ts';
import { type ProductRow, selectProductRow } from './product-rows.ts';
import { StatusBadge, typeTexts } from './product-states.tsx';

const minForPart = 3;
const maxId = 2_147_483_647;

/**
 * Finds by exact id, SKU or GTIN of a product or variation, or exact name. Without an exact match, finds by a part of
 * a name or SKU.
 */
const productSearch: ListSearch = {
  title: texts.searchedBy,
  sample: 'bowl',
  exact: (text) => {
    const id = /^#?(\d{1,10})$/.exec(text)?.[1];
    const found = [
      sql`select product_id from variations where lower(sku) = lower(${text}) or lower(gtin) = lower(${text})`,
      sql`select id from products where lower(name) = lower(${text})`,
      ...(id === undefined || Number(id) > maxId
        ? []
        : [sql`select product_id from variations where id = ${Number(id)}`]),
    ];
    return sql`p.id in (${sql.join(found, sql` union all `)})`;
  },
  fuzzy: (text) =>
    text.length < minForPart
      ? null
      : sql`p.id in (select id from products where ${contains(sql`name`, text)}
        union all select product_id from variations where ${contains(sql`sku`, text)})`,
};

export const productList = defineAdminList<ProductRow>({
  name: 'product-editor.products',
  path: productsPath,
  requires: 'products.read',
  texts: { title: texts.products, count: texts.productCount, empty: texts.noProducts },
  source: {
    ...{ from: sql`products p`, id: sql`p.id`, select: selectProductRow },
    sorts: {
      newest: {
        ...{ title: texts.newest, reversedTitle: texts.oldest, by: sql`p.created_at` },
        ...{ type: 'timestamptz', direction: 'desc' },
      },
      name: { title: texts.byName, by: sql`p.name`, type: 'text', direction: 'asc' },
      price: {
        ...{ title: texts.byPrice, reversedTitle: texts.byPriceReversed, by: sql`coalesce(p.price_min, 0)` },
        ...{ type: 'bigint', direction: 'asc' },
      },
    },
    allowedFullScans: Object.fromEntries(
      ['products', 'product_images', 'product_categories', 'variations', 'stock_levels', 'variation_prices'].map(
        (table) => [table, 'a shop has some ten thousand products, which are read in some milliseconds'],
      ),
    ),
  },
  columns: {
    photograph: {
      title: texts.photograph,
      cell: ({ photograph }, { shop }) =>
        photograph && (
          <Picture picture={shop.media.picture(photograph)} sizes="40px" alt="" className="product-thumb" />
        ),
      csv: ({ photographs }) => String(photographs),
      ...{ onPhone: 'hidden', onTablet: 'hidden' },
    },
    name: { title: texts.name, cell: ({ name }) => name, sort: 'name', onPhone: 'title' },
    sku: { title: texts.sku, cell: ({ master }) => master.sku },
    price: {
      ...{ title: texts.price, align: 'end', sort: 'price', onPhone: 'value' },
      cell: (row, context) => <PriceCell {...{ row, context }} />,
      csv: (row, { shop }) => writePrice(row, shop.choices.currency),
    },
    stock: {
      ...{ title: texts.stock, align: 'end' },
      cell: (row, context) => <StockCell {...{ row, context }} />,
      csv: ({ units }) => (units === null ? '' : String(units)),
    },
    state: { title: texts.state, cell: ({ status }, { t }) => <StatusBadge {...{ status, t }} />, onPhone: 'badge' },
    type: { title: texts.type, cell: ({ type }, { t }) => t(typeTexts[type]), isHidden: true },
    created: {
      ...{ title: texts.created, sort: 'newest', isHidden: true },
      cell: ({ createdAt }, { date }) => date(createdAt),
      csv: ({ createdAt }) => createdAt.toISOString(),
    },
  },
  filters: productFilters,
  views: productViews,
  search: productSearch,
  open: ({ id }) => getProductPath(id),
  hasNeighbourLinks: true,
  actions: [
    ...[changePricesAction, setSaleAction, endSaleAction],
    ...[sortProductsAction, changeProductsAction, deleteProductsAction],
  ],
  create: { text: texts.add, path: getProductPath('new'), requires: productForm.requires },
});

interface CellProps {
  readonly row: ProductRow;
  readonly context: ListContext;
}

/** Plain numbers, which spreadsheets can add up. */
function writePrice({ type, master, priceMin }: ProductRow, currency: string): string {
  const amount = type === 'variable' ? priceMin : master.regularPrice;
  return amount === null ? '' : toDecimal({ amount, currency });
}

/** A single price can be changed in its row. Prices of variations are changed in the grid of the product. */
function PriceCell({ row, context }: CellProps) {
  const { money, shop, t } = context;
  const { currency } = shop.choices;
  const { type, priceMin, priceMax, master } = row;
  if (type === 'variable' || type === 'grouped') {
    if (priceMin === null || priceMax === null) return null;
    const [low, high] = [priceMin, priceMax].map((amount) => money({ amount, currency }));
    return low === high ? low : `${low}–${high}`;
  }
  const { regularPrice } = master;
  const isReduced = priceMin !== null && regularPrice !== null && priceMin < regularPrice;
  return (
    <>
      <QuickEdit
        {...{ row, context, field: 'price', title: t(texts.price), seen: formatShownValue(regularPrice) }}
        value={regularPrice === null ? '' : toDecimal({ amount: regularPrice, currency })}
      >
        {regularPrice === null ? '–' : money({ amount: regularPrice, currency })}
      </QuickEdit>
      {isReduced && <small className="product-sale">{money({ amount: priceMin, currency })}</small>}
    </>
  );
}

function StockCell({ row, context }: CellProps) {
  const { t } = context;
  const { units, type, master } = row;
  if (units === null) return t(texts.notManaged);
  if (type !== 'simple' || !master.managed) return units;
  return (
    <QuickEdit
      {...{ row, context, field: 'stock', title: t(texts.stock), seen: String(master.onHand) }}
      value={String(master.onHand)}
    >
      {master.onHand}
    </QuickEdit>
  );
}

interface QuickEditProps {
  readonly row: ProductRow;
  readonly context: ListContext;
  readonly field: 'price' | 'stock';
  readonly title: string;
  /** Stored value in the format of `seen` in the request. */
  readonly seen: string;
  readonly value: string;
  readonly children: ReactNode;
}

/** Value that can be changed in its row. Without script its link leads to a page with the field. */
function QuickEdit({ row, context: { t, actor }, field, title, seen, value, children }: QuickEditProps) {
  if (!isPermitted(actor, 'products.write')) return children;
  const label = t(texts.edit, { field: title, product: row.name });
  return (
    <Behaviour of="product-editor/admin/quick-edit">
      <a
        className="quick-edit__open"
        href={`${getProductPath(row.id)}/set-offer`}
        aria-label={`${label}: ${typeof children === 'string' || typeof children === 'number' ? children : value || t(texts.noPrice)}`}
        data-quick-edit=""
        data-action={`${getProductPath(row.id)}/in-list`}
        data-saved={t(texts.saved)}
        data-failed={t(texts.saveFailed)}
        {...{ 'data-field': field, 'data-seen': seen, 'data-value': value, 'data-label': label }}
      >
        {children}
      </a>
    </Behaviour>
  );
}
