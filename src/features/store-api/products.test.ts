import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { buildMatchSql, createVariationRows } from '#features/catalog/index.ts';
import { loadPriceDisplay } from '#features/pricing/index.ts';
import { indexProducts } from '#features/search/indexing.ts';
import { countQueries } from '#platform/database/database.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { useDatabase } from '#tests/support/database.ts';
import { saveTestProduct } from '#tests/support/products.ts';
import { addSyndicatedProducts } from '#tests/support/syndication/syndicated-products.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { productListInput } from './products/product-query.ts';
import {
  collectionData,
  productList,
  type StoreProduct,
  storeAttribute,
  storeBrand,
  storeCategory,
  storeProduct,
  storeTerm,
} from './products/product-schemas.ts';
import { readProductFilter } from './products/read-product-filter.ts';
import { storeFailure } from './protocol/replies.ts';

const database = useDatabase();
const now = new Date('2026-06-15T12:00:00Z');
const root = '/api/st/store/v1/products';
let app: App;
let ids: Readonly<Record<string, number>> = {};

/** Variations of the cup by their price. */
const variationNames = new Map([
  ['1000', 'red/left'],
  ['1100', 'blue'],
  ['900', 'red/right'],
]);

const fetchPath = (path: string) => app.http.inject({ url: `${root}${path}` });
const fetchSlugs = async (query: string) => {
  const reply = await fetchPath(`?per_page=100&${query}`);
  return productList.parse(reply.json()).map(({ slug }) => slug);
};

beforeAll(async () => {
  app = await testShop(database, { clock: { now: () => now }, env: { PUBLIC_URL: 'https://shop.example' } });
  await addSyndicatedProducts(app.shop, database, now);
  await database.pool.query('select refresh_product_listing(array(select id from products), $1)', [now]);
  await runJobsNow(app.shop, [indexProducts]);
  const { rows } = await database.pool.query<{ slug: string; id: number }>('select slug, id from products');
  ids = Object.fromEntries(rows.map(({ slug, id }) => [slug, id]));
});

describe('the list of products', () => {
  it('finds a SKU with letters that have several forms (A3)', async () => {
    const setSku = (sku: string) =>
      database.pool.query('update variations set sku = $1 where id = $2', [sku, ids.plain]);
    await setSku('ΟΔΟΣ');
    expect(await fetchSlugs(`sku=${encodeURIComponent('ΟΔΟΣ')}`)).toEqual(['plain']);
    await setSku('PLAIN');
  });

  it('has public products only, in pages with their totals in the headers', async () => {
    const all = await fetchSlugs('');
    expect(all).toHaveLength(Object.keys(ids).length - 2);
    expect(all).not.toEqual(expect.arrayContaining(['hidden']));
    expect(all).not.toEqual(expect.arrayContaining(['draft']));
    const second = await fetchPath('?per_page=4&page=2&orderby=id&order=asc');
    expect(productList.parse(second.json())).toHaveLength(4);
    expect(second.headers).toMatchObject({
      'x-vitrine-total': String(all.length),
      'x-vitrine-totalpages': String(Math.ceil(all.length / 4)),
      'access-control-allow-origin': '*',
      link: expect.stringContaining('per_page=4&orderby=id&order=asc&page=3>; rel="next"'),
    });
    const beyond = await fetchPath('?per_page=100&page=9');
    expect([beyond.json(), beyond.headers['x-vitrine-total']]).toEqual([[], String(all.length)]);
  });

  it('links to the pages beside one with the same filters and order, encoded, and without tokens', async () => {
    const follow = async (query: string, relation: 'next' | 'prev') => {
      const { headers } = await fetchPath(query);
      const link = String(headers.link);
      expect(link).toMatch(/^(<https:\/\/shop\.example\/[!-;=?-~]*>; rel="(prev|next)"(, |$))+$/);
      const [, path] = new RegExp(`<[^>]*/products([^>]*)>; rel="${relation}"`).exec(link) ?? [];
      return path ?? '';
    };
    const walk = async (query: string) => {
      const slugs: string[] = [];
      for (let path = query; path !== ''; ) {
        const reply = await fetchPath(path);
        slugs.push(...productList.parse(reply.json()).map(({ slug }) => slug));
        path = reply.headers.link?.toString().includes('rel="next"') ? await follow(path, 'next') : '';
      }
      return slugs;
    };
    const filters =
      'type=simple&orderby=price&order=asc&sku[]=&attributes[0][attribute]=pa_colour&attribute_relation=or';
    expect(await walk(`?per_page=2&${filters}`)).toEqual(await fetchSlugs(filters));
    const [first, second] = ['?per_page=1&type=simple&orderby=price', '?per_page=1&type=simple&orderby=price&page=2'];
    expect(await follow(first, 'next')).toBe(second);
    expect(await follow(second, 'prev')).toBe(`${first}&page=1`);
    const odd = '?per_page=1&type=simple&category=%3E%22%0D%0A,cups&category_operator=not_in';
    expect(await follow(`${odd}&_wpnonce=a1&cart_token=b2&_locale=user`, 'next')).toBe(
      `${odd.replace(',', '%2C')}&page=2`,
    );
    expect((await fetchPath('?per_page=1&offset=1')).headers.link).not.toContain('rel="next"');
  });

  it('needs the same few queries for any number of products', async () => {
    const count = async (query: string) => (await countQueries(() => fetchPath(query))).queries;
    expect(await count('?type=simple&per_page=1')).toBe(await count('?type=simple&per_page=100'));
    expect(
      await count(
        '?per_page=100&category=table&tag=everyday&attributes[0][attribute]=pa_colour&attributes[0][slug]=red',
      ),
    ).toBeLessThan(8);
  });

  it.each([
    ['category=table', ['plain']],
    ['category=cups', ['plain']],
    ['category=nothing', []],
    ['category=cups&category_operator=not_in&type=simple&sku=PLAIN', []],
    ['category=cups,table&category_operator=and', ['plain']],
    ['category=cups,nothing&category_operator=and', []],
    ['tag=everyday', ['plain']],
    ['brand=maker-sons', ['plain']],
    ['sku=plain,GONE&orderby=id&order=asc', ['plain', 'sold-out']],
    ['slug=cup,group,none&orderby=id&order=asc', ['group', 'cup']],
    ['type=grouped&orderby=id&order=asc', ['group', 'empty-group']],
    ['on_sale=true&orderby=id&order=asc', ['on-sale', 'on-sale-without-end', 'cup']],
    ['min_price=10000', ['backorder']],
    ['max_price=300', ['download']],
    ['min_price=900&max_price=1199&orderby=id&order=asc', ['elsewhere', 'cup']],
    ['stock_status=onbackorder', ['backorder']],
    ['stock_status[]=outofstock&sku=GONE', ['sold-out']],
    ['stock_status=instock&slug=backorder', []],
    ['attributes[0][attribute]=pa_colour&attributes[0][slug]=red', ['cup']],
    ['attributes[0][attribute]=colour&attributes[0][slug]=red,blue&attributes[0][operator]=and', ['cup']],
    ['attributes[0][attribute]=pa_colour&attributes[0][slug]=green', []],
    ['rating=4', ['plain']],
    ['rating=5', []],
    ['catalog_visibility=hidden', []],
    ['after=2999-01-01', []],
    ['before=2000-01-01T00:00:00', []],
    ['search=cup&max_price=1199', ['cup']],
    ['unknown=1&slug=cup&_locale=user', ['cup']],
    ['orderby=price&order=desc&type=external', ['elsewhere']],
    ['parent=999', []],
  ])('%s finds %j', async (query, expected) => {
    expect(await fetchSlugs(query)).toEqual(expected);
  });

  it('finds by id in the given order, and leaves others out', async () => {
    const { cup = 0, plain = 0, group = 0 } = ids;
    expect(await fetchSlugs(`include=${cup},${plain},${group}&orderby=include`)).toEqual(['cup', 'plain', 'group']);
    expect(await fetchSlugs(`include[]=${cup}&include[]=${plain}&exclude=${cup}`)).toEqual(['plain']);
    expect(await fetchSlugs('search=cup')).toEqual(['cup', 'plain']);
  });

  it('lists the variations of a product', async () => {
    const reply = await fetchPath(`?type=variation&parent=${ids.cup ?? 0}`);
    const variations = productList.parse(reply.json());
    expect(variations.map(({ type, parent }) => [type, parent])).toEqual(Array(3).fill(['variation', ids.cup]));
    expect(reply.headers['x-vitrine-total']).toBe('3');
  });

  it.each<[string, readonly string[]]>([
    ['', ['red/left', 'blue', 'red/right']],
    ['search=nothingatall', []],
    ['search=cup', ['red/left', 'blue', 'red/right']],
    ['search=nothingatall&max_price=1&stock_status=outofstock&category=99999', []],
    ['category=cups', []],
    ['category=cups&category_operator=not_in&tag=everyday&tag_operator=not_in', ['red/left', 'blue', 'red/right']],
    ['min_price=1000', ['red/left', 'blue']],
    ['max_price=1000&orderby=price&order=asc', ['red/right', 'red/left']],
    ['orderby=price', ['blue', 'red/left', 'red/right']],
    ['orderby=id&order=desc', ['red/right', 'blue', 'red/left']],
    ['on_sale=true', ['blue']],
    ['on_sale=false', ['red/left', 'red/right']],
    ['stock_status=outofstock', ['red/right']],
    ['stock_status=instock', ['red/left', 'blue']],
    ['stock_status=onbackorder', []],
    ['stock_status=onbackorder,instock', ['red/left', 'blue']],
    ['sku=cup-red', ['red/left']],
    ['slug=cup&featured=false', ['red/left', 'blue', 'red/right']],
    ['featured=true', []],
    ['rating=4', []],
    ['catalog_visibility=hidden', []],
    ['after=2999-01-01', []],
    ['attributes[0][attribute]=pa_colour&attributes[0][slug]=red', ['red/left', 'red/right']],
    ['attributes[0][attribute]=pa_handle&attributes[0][slug]=left', ['red/left', 'blue']],
    ['attributes[0][attribute]=pa_colour&attributes[0][slug]=red&attributes[0][operator]=not_in', ['blue']],
    ['attributes[0][attribute]=pa_material&attributes[0][slug]=clay', ['red/left', 'blue', 'red/right']],
    ['attributes[0][attribute]=pa_handle&attributes[0][slug]=left&attributes[0][operator]=not_in', ['red/right']],
    ['attributes[0][attribute]=pa_handle&attributes[0][slug]=left,right&attributes[0][operator]=and', ['blue']],
    ['attributes[0][attribute]=pa_colour&attributes[0][slug]=red,gone&attributes[0][operator]=and', []],
    ['attributes[0][attribute]=pa_colour&attributes[0][slug]=gone', []],
    [
      'attributes[0][attribute]=pa_colour&attributes[0][slug]=gone&attributes[0][operator]=not_in',
      ['red/left', 'blue', 'red/right'],
    ],
    ['attributes[0][attribute]=pa_colour&attributes[0][operator]=and', ['red/left', 'blue', 'red/right']],
    [
      'attributes[0][attribute]=pa_colour&attributes[0][slug]=blue&attributes[1][attribute]=pa_handle&attributes[1][slug]=right',
      ['blue'],
    ],
    [
      'attribute_relation=or&attributes[0][attribute]=pa_colour&attributes[0][slug]=blue&attributes[1][attribute]=pa_handle&attributes[1][slug]=right',
      ['blue', 'red/right'],
    ],
    ['per_page=1&page=2&orderby=price', ['red/left']],
  ])('type=variation&%s finds %j', async (query, expected) => {
    const reply = await fetchPath(`?type=variation&${query}`);
    const names = productList.parse(reply.json()).map(({ prices }) => variationNames.get(prices.price));
    expect(names).toEqual(expected);
    if (!query.includes('page=')) expect(reply.headers['x-vitrine-total']).toBe(String(expected.length));
  });

  it('finds the variations with a term once, not for each variation', async () => {
    const attributes = ['in', 'not_in', 'and'].map((operator) => ({ attribute: 'pa_colour', slug: 'red', operator }));
    const input = productListInput.parse({ type: 'variation', attributes });
    const display = await loadPriceDisplay(app.shop, app.shop.db);
    const { filter } = await readProductFilter(app.shop, input);
    const match = buildMatchSql(filter, display, createVariationRows(now));
    const { rows } = await app.shop.db.execute<{ 'QUERY PLAN': string }>(sql`explain (costs off) select from ${match}`);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan.match(/hashed SubPlan/g)).toHaveLength(3);
  });

  it('tells variations on backorder from those in stock', async () => {
    const setStock = (state: string) =>
      database.pool.query(
        `update stock_levels set ${state} where variation_id = (select id from variations where sku = 'CUP-RED')`,
      );
    const count = async (status: string) =>
      (await fetchPath(`?type=variation&stock_status=${status}`)).headers['x-vitrine-total'];
    await setStock("managed = true, on_hand = 0, backorders = 'notify'");
    expect([await count('onbackorder'), await count('instock'), await count('outofstock')]).toEqual(['1', '1', '1']);
    await setStock("managed = false, backorders = 'no'");
  });

  it('counts products only, so a count of variations is refused', async () => {
    const reply = await fetchPath('/collection-data?type=variation&calculate_stock_status_counts=true');
    expect(storeFailure.parse(reply.json())).toMatchObject({ code: 'rest_invalid_param', data: { status: 400 } });
  });

  it.each([
    'per_page=0',
    'per_page=101',
    'page=-1',
    'page=1e9',
    'orderby=password',
    'min_price=1.5',
    'after=soon',
    'include=x',
    `search=${'x'.repeat(300)}`,
    'tag=%00',
  ])('%s is refused', async (query) => {
    const reply = await fetchPath(`?${query}`);
    const { code, data } = storeFailure.parse(reply.json());
    expect([reply.statusCode, code]).toEqual([400, 'rest_invalid_param']);
    expect(Object.keys(data.params ?? {})).toEqual([query.split('=')[0]]);
  });
});

describe('a product', () => {
  it('is found by id, by slug and by the id of a variation', async () => {
    const bySlug = storeProduct.parse((await fetchPath('/cup')).json());
    expect(bySlug).toMatchObject({ id: ids.cup, type: 'variable', has_options: true, is_purchasable: true });
    expect(storeProduct.parse((await fetchPath(`/${ids.cup}`)).json())).toEqual(bySlug);
    const [variation] = bySlug.variations;
    const found = storeProduct.parse((await fetchPath(`/${variation?.id}`)).json());
    expect(found).toMatchObject({ id: variation?.id, parent: ids.cup, type: 'variation', prices: { price: '1000' } });
    expect(bySlug.attributes.find(({ taxonomy }) => taxonomy === 'pa_colour')?.terms.map(({ slug }) => slug)).toEqual(
      expect.arrayContaining(['red', 'blue']),
    );
  });

  it('has its prices as text in minor units, with how the currency is written', async () => {
    expect(storeProduct.parse((await fetchPath('/on-sale')).json())).toMatchObject({
      on_sale: true,
      prices: {
        ...{ price: '1500', regular_price: '2000', sale_price: '1500', price_range: null },
        ...{ currency_code: 'EUR', currency_symbol: '€', currency_minor_unit: 2 },
        ...{
          currency_decimal_separator: '.',
          currency_thousand_separator: ',',
          currency_prefix: '€',
          currency_suffix: '',
        },
      },
    });
    expect(storeProduct.parse((await fetchPath('/plain')).json())).toMatchObject({
      tags: [{ id: expect.any(Number), slug: 'everyday' }],
      average_rating: '4.33',
    });
  });

  it('[G7] has its measures for people and its thumbnail in several sizes', async () => {
    await database.pool.query(
      'update variations set weight_grams = 1250, length_mm = 105, width_mm = 80, height_mm = 60 where id = $1',
      [ids.plain],
    );
    const product = storeProduct.parse((await fetchPath('/plain')).json());
    expect(product).toMatchObject({
      ...{ weight: '1.25', formatted_weight: '1.25 kg', formatted_dimensions: '10.5 cm × 8 cm × 6 cm' },
    });
    const images = productList.parse((await fetchPath('?per_page=100')).json()).flatMap((each) => each.images);
    expect(images.length).toBeGreaterThan(0);
    for (const { thumbnail, thumbnail_srcset: srcset, thumbnail_sizes: sizes } of images) {
      expect(srcset).toContain(thumbnail);
      expect(sizes).toMatch(/px$/);
    }
  });

  it.each(['/hidden', '/draft', '/none', '/999999', '/0', '/-1', '/%00'])('%s does not exist', async (path) => {
    const reply = await fetchPath(path);
    expect(reply.statusCode).toBe(404);
  });
});

describe('categories and collections', () => {
  it('lists categories with their parents and numbers of products', async () => {
    const reply = await fetchPath('/categories');
    const categories = storeCategory.array().parse(reply.json());
    const table = categories.find(({ slug }) => slug === 'table');
    expect([table?.parent, table?.count, reply.headers['x-vitrine-total']]).toEqual([0, 1, String(categories.length)]);
    expect(categories.find(({ slug }) => slug === 'cups')?.parent).toBe(table?.id);
    expect((await fetchPath(`/categories/${table?.id}`)).json()).toEqual(table);
    expect((await fetchPath('/categories/999999')).statusCode).toBe(404);
  });

  it('counts what matches the filters', async () => {
    const query = [
      'calculate_price_range=true',
      'calculate_rating_counts=true',
      'calculate_stock_status_counts=true',
      'calculate_attribute_counts[0][taxonomy]=pa_colour',
      'calculate_attribute_counts[0][query_type]=or',
      'calculate_taxonomy_counts[0][taxonomy]=product_cat',
    ].join('&');
    const data = collectionData.parse((await fetchPath(`/collection-data?${query}&type=variable`)).json());
    expect(data).toMatchObject({ price_range: { min_price: '900', max_price: '1100' }, rating_counts: [] });
    expect(data.attribute_counts?.map(({ count }) => count)).toEqual([1, 1]);
    const all = collectionData.parse((await fetchPath(`/collection-data?${query}`)).json());
    expect(all.rating_counts).toEqual([{ rating: 4, count: 1 }]);
    expect(all.taxonomy_counts?.length).toBeGreaterThan(1);
    expect(collectionData.parse((await fetchPath('/collection-data')).json()).price_range).toBeNull();
  });

  it.each(['', 'type=simple', 'category=cups'])(
    '(%s) counts for each state of stock the products that its filter finds',
    async (filters) => {
      const reply = await fetchPath(`/collection-data?calculate_stock_status_counts=true&${filters}`);
      const found = ['instock', 'outofstock', 'onbackorder'].map(async (status) => ({
        status,
        count: (await fetchSlugs(`stock_status=${status}&${filters}`)).length,
      }));
      expect(collectionData.parse(reply.json()).stock_status_counts).toEqual(await Promise.all(found));
    },
  );
});

describe('filters and replies', () => {
  /** What a product replies of itself, as values of the filters. */
  const readStock = ({ is_in_stock: isInStock, is_on_backorder: isOnBackorder }: StoreProduct) =>
    isInStock ? (isOnBackorder ? 'onbackorder' : 'instock') : 'outofstock';

  beforeAll(async () => {
    const add = (slug: string, input: Partial<Parameters<typeof saveTestProduct>[1]>) =>
      saveTestProduct(app.shop, { name: slug, slug, status: 'published', ...input });
    const stock = { managed: true, onHand: 0 } as const;
    const quiet = await add('quiet-backorder', {
      master: { regularPrice: 400, stock: { ...stock, backorders: 'yes' } },
    });
    const announced = await add('announced', { master: { regularPrice: 400, stock: { status: 'backorder' } } });
    await add('without-stock-or-price', { master: { stock: { status: 'out' } } });
    await add('priceless-elsewhere', { type: 'external', externalUrl: 'https://example.com/x', master: {} });
    await add('group-on-sale', { type: 'grouped', grouped: [quiet.id, ids['on-sale'] ?? 0] });
    await add('group-of-one-on-sale', { type: 'grouped', grouped: [ids['on-sale'] ?? 0] });
    await add('group-with-group', { type: 'grouped', grouped: [ids.cup ?? 0, ids.plain ?? 0, ids.group ?? 0] });
    await add('group-without-price', { type: 'grouped', grouped: [ids['without-price'] ?? 0] });
    await add('group-on-backorder', { type: 'grouped', grouped: [announced.id] });
    await add('group-sold-out', { type: 'grouped', grouped: [ids['sold-out'] ?? 0] });
  });

  it.each(['', '&type=variation'])('[G7] agree for every kind of product (%s)', async (type) => {
    const list = async (query: string) => productList.parse((await fetchPath(`?per_page=100${type}&${query}`)).json());
    const all = await list('');
    const compare = async (query: string, matches: (product: StoreProduct) => boolean) =>
      expect({ query, found: (await list(query)).map(({ slug, id }) => `${slug} ${id}`) }).toEqual({
        query,
        found: all.filter(matches).map(({ slug, id }) => `${slug} ${id}`),
      });
    for (const isOnSale of [true, false]) await compare(`on_sale=${isOnSale}`, ({ on_sale }) => on_sale === isOnSale);
    for (const status of ['instock', 'outofstock', 'onbackorder'])
      await compare(`stock_status=${status}`, (product) => readStock(product) === status);
    for (const status of ['instock', 'outofstock'])
      await compare(`stock_status=${status},onbackorder`, (product) =>
        [status, 'onbackorder'].includes(readStock(product)),
      );
    const hasPrice = ({ price_html: html }: StoreProduct) => html !== '';
    for (const amount of [300, 400, 900, 1000, 1500, 1850, 1900]) {
      await compare(`min_price=${amount}`, (product) => {
        const { price, price_range: range } = product.prices;
        return hasPrice(product) && Number(range?.max_amount ?? price) >= amount;
      });
      await compare(`max_price=${amount}`, (product) => hasPrice(product) && Number(product.prices.price) <= amount);
    }
    const sortAmounts = (amounts: readonly number[]) => amounts.toSorted((a, b) => a - b);
    const ascending = (await list('orderby=price&order=asc'))
      .filter(hasPrice)
      .map(({ prices }) => Number(prices.price));
    expect(ascending).toEqual(sortAmounts(ascending));
    const descending = (await list('orderby=price&order=desc'))
      .filter(hasPrice)
      .map(({ prices }) => Number(prices.price_range?.max_amount ?? prices.price));
    expect(descending.toReversed()).toEqual(sortAmounts(descending));
  });

  it('[G7] have the range of the members as the prices of a group', async () => {
    const read = async (slug: string) => {
      const { prices, price_html, on_sale } = storeProduct.parse((await fetchPath(`/${slug}`)).json());
      const { price, regular_price, sale_price, price_range: range } = prices;
      return [price, regular_price, sale_price, range && [range.min_amount, range.max_amount], price_html, on_sale];
    };
    expect(await read('group')).toEqual(['1850', '1850', '1850', ['1850', '1850'], '€18.50', false]);
    const onSale = ['400', '400', '400', ['400', '1500'], '€4.00 – €15.00', true];
    expect(await read('group-on-sale')).toEqual(onSale);
    const ofOne = ['1500', '2000', '1500', ['1500', '1500'], '<del>€20.00</del> <ins>€15.00</ins>', true];
    expect(await read('group-of-one-on-sale')).toEqual(ofOne);
    expect(await read('group-with-group')).toEqual(['900', '900', '900', ['900', '1850'], '€9.00 – €18.50', true]);
    for (const slug of ['empty-group', 'group-without-price'])
      expect(await read(slug)).toEqual(['0', '0', '0', null, '', false]);
  });

  it('[G7] agree on the shown prices of a group whose members have another tax class', async () => {
    await database.pool.query(
      "insert into tax_rates (country, percent, name, tax_class) values ('IE', 23, 'VAT', 'standard'), ('IE', 13.5, 'VAT', 'reduced-rate')",
    );
    const prices = { baseAddress: { country: 'IE' }, pricesIncludeTax: false, taxDisplay: 'including' } as const;
    const taxed = await testShop(database, { clock: { now: () => now }, choices: prices });
    const add = (slug: string, input: Partial<Parameters<typeof saveTestProduct>[1]>) =>
      saveTestProduct(taxed.shop, { name: slug, slug, status: 'published', ...input });
    const grouped: number[] = [];
    for (const regularPrice of [100_000, 200_000])
      grouped.push((await add(`book-${regularPrice}`, { taxClass: 'reduced-rate', master: { regularPrice } })).id);
    await add('books', { type: 'grouped', grouped });
    const find = async (query: string) =>
      productList.parse((await taxed.http.inject(`${root}?type=grouped&slug=books&${query}`)).json());
    expect(await find('')).toMatchObject([
      { slug: 'books', prices: { price: '113500', price_range: { min_amount: '113500', max_amount: '227000' } } },
    ]);
    expect((await find('max_price=113500')).length).toBe(1);
    expect(await find('max_price=113499')).toEqual([]);
    expect((await find('min_price=227000')).length).toBe(1);
    expect(await find('min_price=227001')).toEqual([]);
    const range = (await taxed.http.inject(`${root}/collection-data?calculate_price_range=true&slug=books`)).json();
    expect(collectionData.parse(range).price_range).toMatchObject({ min_price: '113500', max_price: '227000' });
    await database.pool.query('delete from tax_rates');
  });

  it('[G7] agree on a sale of a group, and of a variation that is not the cheapest', async () => {
    const find = async (slug: string) => storeProduct.parse((await fetchPath(`/${slug}`)).json());
    expect([(await find('group-on-sale')).on_sale, (await find('cup')).on_sale]).toEqual([true, true]);
    expect(await find('without-price')).toMatchObject({ is_in_stock: false, is_purchasable: false });
    expect(await find('quiet-backorder')).toMatchObject({ is_in_stock: true, is_on_backorder: false });
    expect(await find('priceless-elsewhere')).toMatchObject({ is_in_stock: true });
  });

  it('[G7] count taxonomies by their names, as a list or one by one', async () => {
    const count = async (query: string) =>
      collectionData.parse((await fetchPath(`/collection-data?${query}`)).json()).taxonomy_counts;
    const counts = await count('calculate_taxonomy_counts[0][taxonomy]=product_cat');
    expect(counts).toHaveLength(2);
    expect(await count('calculate_taxonomy_counts=product_cat')).toEqual(counts);
    expect(await count('calculate_taxonomy_counts[]=product_cat')).toEqual(counts);
    expect(await count('calculate_taxonomy_counts=product_cat,product_brand')).toHaveLength(3);
    expect(await count('calculate_taxonomy_counts=')).toBeNull();
    expect(await count('calculate_taxonomy_counts=unknown')).toEqual([]);
  });

  it('[G7] find products that are related to one, and none for one that is unknown', async () => {
    const saucer = await saveTestProduct(app.shop, {
      ...{ name: 'Saucer', slug: 'saucer', status: 'published', master: { regularPrice: 700 } },
      categories: (await database.pool.query<{ id: number }>("select id from categories where slug = 'cups'")).rows.map(
        ({ id }) => id,
      ),
    });
    expect(await fetchSlugs(`related=${saucer.id}`)).toEqual(['plain']);
    expect(await fetchSlugs(`related=${ids.plain}`)).toEqual(['saucer']);
    expect(await fetchSlugs(`related=${ids.plain}&max_price=1`)).toEqual([]);
    expect(await fetchSlugs('related=999999')).toEqual([]);
    expect((await fetchPath('?related=x')).statusCode).toBe(400);
  });
});

describe('tags, brands and attributes', () => {
  it('are listed with numbers of products, in pages, and each is found by its id', async () => {
    const reply = await fetchPath('/tags?orderby=count&order=desc&per_page=1');
    const tags = storeTerm.array().parse(reply.json());
    expect([tags.length, reply.headers['x-vitrine-totalpages']]).toEqual([1, reply.headers['x-vitrine-total']]);
    const everyday = storeTerm.array().parse((await fetchPath('/tags?search=EVERY')).json())[0];
    expect(everyday).toMatchObject({ slug: 'everyday', count: 1, parent: 0, description: '' });
    expect((await fetchPath(`/tags?include=${everyday?.id}`)).json()).toEqual([everyday]);
    expect((await fetchPath(`/tags?exclude=${everyday?.id}&search=every`)).json()).toEqual([]);
    const brand = storeBrand
      .array()
      .parse((await fetchPath('/brands')).json())
      .find(({ slug }) => slug === 'maker-sons');
    expect(brand).toMatchObject({ count: 1, image: null, permalink: 'https://shop.example/brand/maker-sons' });
    for (const key of [brand?.id, 'maker-sons']) expect((await fetchPath(`/brands/${key}`)).json()).toEqual(brand);
    const attributes = storeAttribute.array().parse((await fetchPath('/attributes')).json());
    const colour = attributes.find(({ taxonomy }) => taxonomy === 'pa_colour');
    for (const key of [colour?.id, 'pa_colour']) {
      expect((await fetchPath(`/attributes/${key}`)).json()).toEqual(colour);
      const terms = storeTerm.array().parse((await fetchPath(`/attributes/${key}/terms?hide_empty=false`)).json());
      expect(terms).toHaveLength(colour?.count ?? 0);
      expect(terms.find(({ slug }) => slug === 'red')?.count).toBe(1);
    }
  });

  it('count only what is in lists, and empty ones are left out unless they are asked for', async () => {
    await database.pool.query("insert into tags (slug, name) values ('unused', 'Unused 10'), ('unused-2', 'Unused 9')");
    const fetchNames = async (query: string) =>
      storeTerm
        .array()
        .parse((await fetchPath(`/tags?search=unused&${query}`)).json())
        .map(({ name }) => name);
    expect(await fetchNames('')).toEqual([]);
    expect(await fetchNames('hide_empty=false')).toEqual(['Unused 10', 'Unused 9']);
    await database.pool.query("delete from tags where slug like 'unused%'");
  });

  it.each([
    ['/brands/none', 404, 'store_rest_brand_invalid_id'],
    ['/brands/999999999999', 404, 'store_rest_brand_invalid_id'],
    ['/attributes/none', 404, 'store_rest_attribute_invalid_id'],
    ['/attributes/none/terms', 404, 'store_rest_taxonomy_invalid'],
    ['/tags?per_page=101', 400, 'rest_invalid_param'],
    ['/tags?orderby=price', 400, 'rest_invalid_param'],
    ['/brands?page=0', 400, 'rest_invalid_param'],
  ])('answer %s with %i %s', async (path, status, code) => {
    const reply = await fetchPath(path);
    expect([reply.statusCode, storeFailure.parse(reply.json()).code]).toEqual([status, code]);
  });

  it('cost one query each, and reviews are an empty list', async () => {
    for (const path of ['/tags', '/brands', '/attributes'])
      expect((await countQueries(() => fetchPath(path))).queries).toBe(1);
    const reviews = await fetchPath('/reviews?product_id=1&per_page=6');
    expect([reviews.json(), reviews.headers['x-vitrine-total']]).toEqual([[], '0']);
  });
});

describe('another origin', () => {
  it('may read products, but send nothing without being allowed', async () => {
    const preflight = await app.http.inject({
      method: 'OPTIONS',
      url: root,
      headers: { origin: 'https://app.example' },
    });
    expect([preflight.statusCode, preflight.headers['access-control-allow-origin']]).toEqual([204, '*']);
    const url = '/api/st/store/v1/cart/add-item';
    const headers = { origin: 'https://app.example', 'sec-fetch-site': 'cross-site' };
    const refused = await app.http.inject({ method: 'POST', url, headers, payload: { id: ids.plain } });
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'foreign_origin']);
    const cartPreflight = await app.http.inject({ method: 'OPTIONS', url, headers });
    expect(cartPreflight.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('may use carts with a token when the shop allows it, never with cookies', async () => {
    const origin = 'https://app.example';
    const allowing = await testShop(database, {
      clock: { now: () => now },
      choices: { settings: { 'store-api': { allowedOrigins: [origin] } } },
    });
    const headers = { origin, 'sec-fetch-site': 'cross-site' };
    const url = '/api/st/store/v1/cart';
    const first = await allowing.http.inject({ url, headers });
    expect(first.headers).toMatchObject({
      'access-control-allow-origin': origin,
      vary: expect.stringContaining('Origin'),
    });
    expect(first.headers['access-control-allow-credentials']).toBeUndefined();
    const add = (given: Readonly<Record<string, string>>) =>
      allowing.http.inject({
        method: 'POST',
        url: `${url}/add-item`,
        headers: { ...headers, ...given },
        payload: { id: ids.plain },
      });
    const cookie = first.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    expect((await add({ cookie, nonce: String(first.headers.nonce) })).statusCode).toBe(403);
    expect((await add({ 'cart-token': String(first.headers['cart-token']) })).statusCode).toBe(201);
    expect((await add({ 'cart-token': 'x', cookie })).statusCode).toBe(403);
  });
});
