import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { findRedirect } from '#features/catalog-transfer/index.ts';
import { openBackOffice } from '#platform/admin/admin.ts';
import { useDatabase } from '#tests/support/database.ts';
import { openOffice } from '#tests/support/office.ts';
import { addBowl, addProduct, saveTestProduct } from '#tests/support/products.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { testShop } from '#tests/support/test-shop.ts';

const { database, pool } = useDatabase();
const clerk = createStaffCookie(
  'Ada',
  openBackOffice.name,
  'products.read',
  'products.write',
  'stock.write',
  'audit.read',
);
const reader = createStaffCookie('Bea', openBackOffice.name, 'products.read');

let app: App;
let office: ReturnType<typeof openOffice>;

beforeAll(async () => {
  app = await testShop(database, { choices: withTestSession, env: { LOG_LEVEL: 'silent' } });
  office = openOffice(app, clerk);
});

const add = (name: string, price: number, stock: number | null = null) => addProduct(app.shop, { name, price, stock });

async function act(action: string, ids: readonly number[], input: Readonly<Record<string, string>> = {}) {
  const path = `products/-/actions/product-editor.${action}`;
  const all = Object.fromEntries(Object.entries(input).map(([name, value]) => [`all.${name}`, value]));
  return office.post(path, { id: ids.map(String), count: String(ids.length), ...all });
}

const find = async (id: number) =>
  (
    await pool.query<Record<string, unknown>>(
      `select p.status, p.slug, o.regular_price::integer as price, o.sale_price::integer as sale, s.on_hand as units
      from products p left join main_prices o on o.variation_id = p.id left join stock_levels s on s.variation_id = p.id where p.id = $1`,
      [id],
    )
  ).rows[0];

const list = async (query: string) => (await office.get(`products?${query}`)).body;

describe('the list of products', () => {
  it('finds by SKU, id and whole name first, then by parts', async () => {
    const { id } = await saveTestProduct(app.shop, {
      name: 'Harbour jug',
      master: { sku: 'HJ-77', gtin: '4006381333931' },
    });
    await add('Harbour jug lid', 500);
    for (const text of ['hj-77', String(id), 'harbour jug', '4006381333931']) {
      const body = await list(`q=${encodeURIComponent(text)}`);
      expect(body, text).toContain(`/admin/products/${id}?`);
      expect(body, text).not.toContain('Harbour jug lid');
    }
    expect(await list('q=harbour')).toContain('Harbour jug lid');
  });

  it('has views of what is sold out, without price, without photograph and on sale', async () => {
    await add('Sold out dish', 900, 0);
    await saveTestProduct(app.shop, { name: 'Priceless dish', status: 'published' });
    await saveTestProduct(app.shop, {
      name: 'Cheap dish',
      status: 'published',
      master: { regularPrice: 900, salePrice: 500 },
    });
    const views = {
      soldOut: 'Sold out dish',
      unpriced: 'Priceless dish',
      unpictured: 'Cheap dish',
      onSale: 'Cheap dish',
    };
    for (const [view, name] of Object.entries(views)) expect(await list(`view=${view}`), view).toContain(name);
    expect(await list('view=soldOut')).not.toContain('Cheap dish');
    expect(await list('view=onSale')).not.toContain('Sold out dish');
    expect(await list('view=unpriced')).not.toContain('Cheap dish');
  });
});

describe('a value that is changed in its row', () => {
  const set = async (id: number, payload: object, cookie = clerk) => {
    const headers = { cookie, accept: 'application/json', 'sec-fetch-site': 'same-origin' };
    const reply = await app.http.inject({ method: 'POST', url: `/admin/products/${id}/in-list`, payload, headers });
    return { statusCode: reply.statusCode, ...reply.json() };
  };

  it('is saved alone and recorded, and a conflict is told', async () => {
    const id = await add('Row bowl', 1000, 5);
    expect(await set(id, { field: 'price', typed: '12,50', seen: '1000' })).toMatchObject({
      statusCode: 200,
      seen: '1250',
    });
    expect(await set(id, { field: 'stock', typed: '7', seen: '5' })).toMatchObject({ statusCode: 200 });
    expect(await find(id)).toMatchObject({ price: 1250, units: 7 });
    const late = await set(id, { field: 'price', typed: '9', seen: '1000' });
    expect(late).toMatchObject({ statusCode: 409, code: 'PRODUCT_CHANGED' });
    expect(late.message).toContain('€12.50');
    expect(await find(id)).toMatchObject({ price: 1250, units: 7 });
    const { rows } = await pool.query(
      `select before, after from platform.audit_entries where action = 'product-editor.set-in-list' and subject_id = $1::text order by id`,
      [id],
    );
    expect(rows).toEqual([
      {
        before: { regularPrice: { amount: 1000, currency: 'EUR' } },
        after: { regularPrice: { amount: 1250, currency: 'EUR' } },
      },
      { before: { onHand: 5, difference: null }, after: { onHand: 7, difference: 2 } },
    ]);
  });

  it('is refused when it is none, and to who may only read', async () => {
    const id = await add('Row vase', 1000, 5);
    expect(await set(id, { field: 'price', typed: 'ten', seen: '1000' })).toMatchObject({ statusCode: 422 });
    expect(await set(id, { field: 'stock', typed: '-1', seen: '5' })).toMatchObject({ statusCode: 422 });
    expect((await set(id, { field: 'stock', typed: '1', seen: '5' }, reader)).statusCode).toBe(403);
    expect(await find(id)).toMatchObject({ price: 1000, units: 5 });
  });
});

describe('actions on many products', () => {
  it('change prices by a formula, also of variations, and take it back', async () => {
    const [bowl, { product, small }] = [await add('Formula bowl', 1000), await addBowl(app.shop)];
    const before = [await find(bowl), await find(small)];
    const run = await act('change-prices', [bowl, product], { formula: '+10%', rounding: '95' });
    expect(run.statusCode).toBe(303);
    expect((await find(bowl))?.price).toBe(1095);
    const { rows } = await pool.query(
      'select regular_price::integer as price from main_prices where variation_id = $1',
      [small],
    );
    expect(rows[0].price % 100).toBe(95);
    await office.post(`${String(run.location).replace('/admin/', '')}/undo`, {});
    expect((await find(bowl))?.price).toBe(before[0]?.price);
  });

  it('set a sale for a period, and end it', async () => {
    const id = await add('Sale bowl', 1000);
    await act('set-sale', [id], {
      formula: '-20%',
      rounding: 'none',
      saleFrom: '2026-01-01T00:00',
      saleTo: '2099-01-01T00:00',
    });
    expect((await find(id))?.sale).toBe(800);
    await act('end-sale', [id]);
    expect((await find(id))?.sale).toBeNull();
  });

  it('end a sale that is still to come, and bring it back with its dates, also of variations', async () => {
    const [id, { product, small }] = [await add('Coming sale bowl', 1000), await addBowl(app.shop)];
    const coming = { saleFrom: '2098-01-01T00:00', saleTo: '2099-01-01T00:00' };
    await act('set-sale', [id, product], { formula: '-20%', rounding: 'none', ...coming });
    const list = async () =>
      (
        await pool.query(
          'select sale_price, sale_from, sale_to from main_prices where variation_id = any($1) order by variation_id',
          [[id, small]],
        )
      ).rows;
    const before = await list();
    expect(before).not.toContainEqual(expect.objectContaining({ sale_from: null }));
    const run = await act('end-sale', [id, product]);
    expect(await list()).toEqual(before.map(() => ({ sale_price: null, sale_from: null, sale_to: null })));
    await office.post(`${String(run.location).replace('/admin/', '')}/undo`, {});
    expect(await list()).toEqual(before);
  });

  it('add and remove categories, and change the state', async () => {
    const { rows } = await pool.query(
      `insert into categories (locale, slug, name) values ('en-GB', 'cups', 'Cups'), ('en-GB', 'jugs', 'Jugs') returning id`,
    );
    const [cups, jugs] = rows.map((row) => Number(row.id));
    const { id } = await saveTestProduct(app.shop, { name: 'Sorted', categories: [Number(cups)] });
    await act('sort-products', [id], { addedCategories: String(jugs), removedCategories: String(cups) });
    const own = await pool.query('select category_id from product_categories where product_id = $1', [id]);
    expect(own.rows).toEqual([{ category_id: jugs }]);
    await act('change-products', [id], { status: 'published', visibility: '', taxClass: 'reduced' });
    expect((await find(id))?.status).toBe('published');
  });

  it('delete products: their address leads where somebody chose, with the earlier ones', async () => {
    const { id: target } = await saveTestProduct(app.shop, { name: 'The successor', status: 'published' });
    const { id } = await saveTestProduct(app.shop, { name: 'The old one', slug: 'first-address', status: 'published' });
    await saveTestProduct(app.shop, { id, slug: 'second-address' });
    const deleted = await act('delete-products', [id], { product: String(target), category: '' });
    expect(deleted.statusCode).toBe(303);
    expect(await find(id)).toBeUndefined();
    for (const slug of ['first-address', 'second-address'])
      expect(await findRedirect(app.shop, `/product/${slug}`)).toBe('/product/the-successor');
  });
});
