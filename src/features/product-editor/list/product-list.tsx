import { sql } from 'drizzle-orm';
import { defineAdminList } from '#platform/admin/lists/list.ts';
import { Picture } from '#ui/picture.tsx';
import { deleteProductsAction } from '../actions/delete-products.ts';
import { changePricesAction, endSaleAction, setSaleAction } from '../actions/price-actions.ts';
import { changeProductsAction, sortProductsAction } from '../actions/sort-actions.ts';
import { productsPath } from '../contract.ts';
import { productForm } from '../page/product-form.ts';
import { getProductPath } from '../page/product-path.ts';
import { productEditorTexts as texts } from '../texts.ts';
import { PriceCell, StockCell, writePrice } from './price-cells.tsx';
import { productFilters, productViews } from './product-filters.ts';
import { type ProductRow, selectProductRow } from './product-rows.ts';
import { productSearch } from './product-search.ts';
import { StatusBadge, typeTexts } from './product-states.tsx';

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
    mayReadWhole: Object.fromEntries(
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
  isStepped: true,
  actions: [
    ...[changePricesAction, setSaleAction, endSaleAction],
    ...[sortProductsAction, changeProductsAction, deleteProductsAction],
  ],
  create: { text: texts.add, path: getProductPath('new'), requires: productForm.requires },
});
