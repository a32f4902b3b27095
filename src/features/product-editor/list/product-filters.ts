import { type SQL, sql } from 'drizzle-orm';
import { brandPicker, categoryPicker, tagPicker } from '#features/catalog/index.ts';
import { type AdminFilter, isAnyCase, isInRange, isOneOf } from '#platform/admin/lists/filter.ts';
import { productEditorTexts as texts } from '../texts.ts';
import { statusTexts, typeTexts, visibilityTexts } from './product-states.tsx';

const toOptions = (words: Readonly<Record<string, { readonly key: string }>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label: label as never }));

/** Variations for sale of product `p`, with their stock `s`. */
const soldStock = sql`from variations v join stock_levels s on s.variation_id = v.stock_id
  where v.product_id = p.id and is_offered(v.id, v.enabled, p.id, p.type)`;
const isAvailable = sql`is_available(s.managed, s.on_hand, s.backorders, s.status)`;
const hasSale = (now: Date): SQL => sql`exists (select from variations v join main_prices o on o.variation_id = v.id
  where v.product_id = p.id and v.enabled and o.sale_price = price_at(o.regular_price, o.sale_price, o.sale_from, o.sale_to, ${now}::timestamptz))`;
const not = (condition: SQL, isMet: boolean): SQL => (isMet ? condition : sql`not ${condition}`);

export const productFilters: Readonly<Record<string, AdminFilter>> = {
  state: {
    ...{ kind: 'choice', title: texts.state, isPromoted: true },
    options: () => toOptions(statusTexts),
    where: isOneOf(sql`p.status`),
  },
  stock: {
    ...{ kind: 'choice', title: texts.stock, isPromoted: true },
    options: () => toOptions({ in: texts.inStock, low: texts.lowStock, out: texts.outOfStock }),
    where: isAnyCase({
      in: () => sql`exists (select ${soldStock} and ${isAvailable})`,
      low: () => sql`exists (select ${soldStock} and s.managed and s.on_hand <= s.low_stock_threshold)`,
      out: () => sql`(p.type in ('simple', 'variable') and not exists (select ${soldStock} and ${isAvailable}))`,
    }),
  },
  category: {
    kind: 'record',
    title: texts.category,
    isPromoted: true,
    picker: categoryPicker,
    // Includes the subcategories, as listings of the shop do.
    where: (ids) => sql`p.id in (
      with recursive below as (
        select id from categories where id = any(${sql.param(ids)}::integer[])
        union select c.id from categories c join below b on c.parent_id = b.id
      )
      select pc.product_id from product_categories pc where pc.category_id in (select id from below))`,
  },
  brand: {
    kind: 'record',
    title: texts.brand,
    picker: brandPicker,
    where: (ids) =>
      sql`exists (select from product_brands b where b.product_id = p.id and b.brand_id = any(${sql.param(ids)}::integer[]))`,
  },
  tag: {
    kind: 'record',
    title: texts.tag,
    picker: tagPicker,
    where: (ids) =>
      sql`exists (select from product_tags g where g.product_id = p.id and g.tag_id = any(${sql.param(ids)}::integer[]))`,
  },
  type: {
    ...{ kind: 'choice', title: texts.type },
    options: () => toOptions(typeTexts),
    where: isOneOf(sql`p.type`),
  },
  shown: {
    ...{ kind: 'choice', title: texts.visibility },
    options: () => toOptions(visibilityTexts),
    where: isOneOf(sql`p.visibility`),
  },
  price: { kind: 'money', title: texts.price, where: isInRange(sql`p.price_min`) },
  priced: { kind: 'flag', title: texts.hasPrice, where: (has) => not(sql`(p.price_min is not null)`, has) },
  sale: { kind: 'flag', title: texts.onSale, where: (is, { now }) => not(hasSale(now), is) },
  pictured: {
    kind: 'flag',
    title: texts.hasPhotograph,
    where: (has) => not(sql`exists (select from product_images i where i.product_id = p.id)`, has),
  },
  featured: { kind: 'flag', title: texts.featured, where: (is) => not(sql`p.featured`, is) },
};

export const productViews = [
  { id: 'live', text: texts.viewLive, filters: { state: 'published' } },
  { id: 'drafts', text: texts.viewDrafts, filters: { state: ['draft', 'pending'] } },
  { id: 'soldOut', text: texts.viewSoldOut, filters: { state: 'published', stock: 'out' } },
  { id: 'unpictured', text: texts.viewUnpictured, filters: { pictured: 'no' } },
  { id: 'unpriced', text: texts.viewUnpriced, filters: { priced: 'no', type: ['simple', 'variable'] } },
  { id: 'onSale', text: texts.viewOnSale, filters: { sale: 'yes' } },
];
