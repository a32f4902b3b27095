import {
  type CategoryTile,
  categoriesCacheTag,
  findEarliestDate,
  getCategoryTiles,
  imagesCacheTag,
  noFilters,
  type ProductCard,
  productPicker,
} from '#features/catalog/index.ts';
import { listProducts, renderProductGrid } from '#features/listing/index.ts';
import { getPriceDisplay } from '#features/pricing/index.ts';
import { choice, flag, number, records } from '#platform/forms/kinds.ts';
import { defineBlock } from '../block.ts';
import { MoreLink } from './block-parts.tsx';
import { CategoryTiles } from './category-tiles.tsx';
import { BlockTitle, withoutMarks } from './emphasis.tsx';
import { link, title } from './fields.ts';
import { blockTexts as texts } from './texts.ts';

const maxProducts = 24;
/** Maximum number of products that one statement returns. */
const perPage = 100;

const sources = ['featured', 'newest', 'chosen'] as const;

/**
 * Cards of products that are not sold out. Blocks with the same source share one query with the largest number of
 * products.
 */
export const productsBlock = defineBlock({
  name: 'products',
  text: texts.products,
  fields: (shop) => ({
    title: title(shop),
    source: choice({
      ...{ label: shop.t(texts.source), required: true },
      options: sources.map((value) => ({ value, label: shop.t(texts[value]) })),
    }),
    products: records({ label: shop.t(texts.chosenProducts), picker: productPicker, max: maxProducts }),
    count: number({ label: shop.t(texts.count), required: true, min: 1, max: maxProducts, width: 'half' }),
    hasLead: flag({ label: shop.t(texts.hasLead) }),
    ...link(shop),
  }),
  initial: { title: '', source: 'newest', products: [], count: 4, hasLead: false, linkText: '', linkHref: '' },
  width: 'wide',
  styles: 'src/features/content/blocks/kinds/products.page.css',
  async load({ shop, context }, blocks) {
    const { now } = context;
    const display = await getPriceDisplay(shop, context);
    // Set `total` so that no query counts the products: nobody needs the number.
    const available = { filters: { ...noFilters, inStock: true }, total: 0, now, display };
    const list = (
      source: (typeof sources)[number],
      query: Pick<Parameters<typeof listProducts>[1], 'featured' | 'sort'>,
    ) => {
      const longest = Math.max(0, ...blocks.flatMap((block) => (block.source === source ? (block.count ?? []) : [])));
      return longest > 0 ? listProducts(shop.db, { ...available, ...query, perPage: longest }) : null;
    };
    const chosen = [...new Set(blocks.flatMap((block) => (block.source === 'chosen' ? block.products : [])))];
    const pages = Array.from({ length: Math.ceil(chosen.length / perPage) }, (_, page) =>
      chosen.slice(page * perPage, (page + 1) * perPage),
    );
    const [featured, newest, ...ofChosen] = await Promise.all([
      list('featured', { featured: true }),
      list('newest', { sort: 'newest' }),
      ...pages.map((products) => listProducts(shop.db, { ...available, products, perPage })),
    ]);
    const byId = new Map(ofChosen.flatMap(({ cards }) => cards.map((card) => [card.id, card])));
    const lists = [featured, newest, ...ofChosen].filter((list) => list !== null);
    return {
      data: blocks.map(({ source, products, count }): readonly ProductCard[] =>
        source === 'chosen'
          ? products.flatMap((id) => byId.get(id) ?? [])
          : ((source === 'featured' ? featured : newest)?.cards.slice(0, count ?? 0) ?? []),
      ),
      tags: [imagesCacheTag, ...lists.flatMap((list) => list.tags)],
      until: findEarliestDate(lists.map((list) => list.until)),
    };
  },
  async render({ shop, context, values, data: cards }) {
    if (cards.length === 0) return null;
    const { title: headline, count, hasLead, linkText, linkHref } = values;
    const isLead = hasLead && cards.length === count;
    return (
      <section className="section wrap">
        {headline !== '' && (
          <div className="section__head">
            <BlockTitle text={headline} />
            <MoreLink text={linkText} href={linkHref} />
          </div>
        )}
        {
          await renderProductGrid(shop, context, {
            ...{ cards, heading: headline === '' ? 'h2' : 'h3' },
            ...(isLead ? { hasLead: true } : cards.length % 4 === 0 ? { columns: 4 } : {}),
          })
        }
      </section>
    );
  },
  toText: ({ title: headline }) => withoutMarks(headline),
  toSummary: ({ title: headline }) => withoutMarks(headline),
});

export const categoriesBlock = defineBlock({
  name: 'categories',
  text: texts.categories,
  fields: (shop) => ({ title: title(shop) }),
  initial: { title: '' },
  width: 'wide',
  styles: 'src/features/content/blocks/kinds/categories.page.css',
  async load({ shop }, blocks) {
    const tiles = await getCategoryTiles(shop.db);
    return { data: blocks.map((): readonly CategoryTile[] => tiles), tags: [categoriesCacheTag, imagesCacheTag] };
  },
  render({ shop, values: { title: headline }, data: tiles }) {
    if (tiles.length === 0) return null;
    return (
      <section className="section wrap">
        <BlockTitle text={headline} />
        <CategoryTiles shop={shop} tiles={tiles} />
      </section>
    );
  },
  toSummary: ({ title: headline }) => withoutMarks(headline),
});
