import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { ensureAttributes, ensureTerms, loadProducts } from '#features/catalog/index.ts';
import { findRedirect } from '#features/catalog-transfer/index.ts';
import { adjustStock } from '#features/inventory/index.ts';
import { openBackOffice } from '#platform/admin/admin.ts';
import { inTransaction } from '#platform/database/database.ts';
import { createSystemActor } from '#platform/sessions/actor.ts';
import { useDatabase } from '#tests/support/database.ts';
import { openOffice } from '#tests/support/office.ts';
import { addBowl, addProduct, saveTestProduct } from '#tests/support/products.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { testShop } from '#tests/support/test-shop.ts';

const { database, pool } = useDatabase();
const write = ['products.read', 'products.write', 'media.write', 'audit.read'];
const clerk = createStaffCookie('Ada', openBackOffice.name, ...write, 'stock.write');
const buyer = createStaffCookie('Bea', openBackOffice.name, ...write);

let app: App;
let office: ReturnType<typeof openOffice>;

beforeAll(async () => {
  app = await testShop(database, { choices: withTestSession, env: { LOG_LEVEL: 'silent' } });
  office = openOffice(app, clerk);
});

type Form = Readonly<Record<string, string | readonly string[]>>;

const edit = async (id: number, changes: Form, opened?: Form, cookie = clerk) =>
  office.post(
    `products/${id}`,
    { ...(opened ?? (await office.get(`products/${id}`, cookie)).fields), ...changes },
    cookie,
  );

const find = async (id: number) => (await loadProducts(app.shop.db, [id])).get(id);

async function act(action: string, ids: readonly number[], input: Readonly<Record<string, string>> = {}) {
  const all = Object.fromEntries(Object.entries(input).map(([name, value]) => [`all.${name}`, value]));
  return office.post(`products/-/actions/product-editor.${action}`, {
    ...{ id: ids.map(String), count: String(ids.length), ...all },
  });
}

async function addAttribute(name: string, termNames: readonly string[], productId: number | null = null) {
  return inTransaction(app.shop.db, async (tx) => {
    const [attributeId = 0] = (await ensureAttributes(tx, [{ name, productId }])).values();
    const terms = await ensureTerms(
      tx,
      termNames.map((term) => ({ attributeId, name: term })),
    );
    return { attributeId, terms: [...terms.values()] };
  });
}

describe('a product that is saved as it was opened', () => {
  it.each([
    ['one value with a comma', ['Oak, oiled']],
    ['a value with a bar', ['A|B', 'C']],
    ['more values than two thousand characters', Array.from({ length: 300 }, (_, index) => `Value number ${index}`)],
  ])('keeps attributes with %s', async (title, names) => {
    const { attributeId } = await addAttribute(`Facts: ${title}`, []);
    const { rows } = await pool.query<{ id: number }>(
      `insert into attribute_terms (attribute_id, slug, name) select $1, 'v-' || n, name
      from unnest($2::text[]) with ordinality as u(name, n) returning id`,
      [attributeId, names],
    );
    const terms = rows.map((row) => row.id);
    const { id } = await saveTestProduct(app.shop, { name: title, attributes: [{ attributeId, terms }] });
    const before = await find(id);
    expect((await edit(id, {})).statusCode).toBe(303);
    expect((await edit(id, { position: '3' })).statusCode).toBe(303);
    expect(await find(id)).toEqual({ ...before, position: 3 });
    const count = await pool.query('select count(*)::integer from attribute_terms where attribute_id = $1', [
      attributeId,
    ]);
    expect(count.rows).toEqual([{ count: names.length }]);
  });

  it('keeps moments that its fields can’t write: parts of a second, and the hour that comes twice', async () => {
    const { id } = await saveTestProduct(app.shop, {
      ...{ name: 'Autumn bowl', status: 'published' },
      master: {
        ...{ regularPrice: 1000, salePrice: 800 },
        saleFrom: new Date('2026-10-01T10:00:00.250Z'),
        saleTo: new Date('2030-10-27T01:30:00Z'),
      },
    });
    expect((await edit(id, { position: '4' })).statusCode).toBe(303);
    const { rows } = await pool.query('select sale_from, sale_to from main_prices where variation_id = $1', [id]);
    expect(rows).toEqual([
      { sale_from: new Date('2026-10-01T10:00:00.250Z'), sale_to: new Date('2030-10-27T01:30:00Z') },
    ]);
    const audit = await pool.query(
      `select after from platform.audit_entries where subject_kind = 'product' and subject_id = $1`,
      [String(id)],
    );
    expect(audit.rows).toEqual([{ after: { position: 4 } }]);
  });
});

describe('addresses of deleted and renamed products', () => {
  it('lead to a category, and another product may take one and leave it again', async () => {
    const { rows } = await pool.query<{ id: number }>(
      `insert into categories (locale, slug, name) values ('en-GB', 'vessels', 'Vessels') returning id`,
    );
    const { id } = await saveTestProduct(app.shop, { name: 'Urn', slug: 'urn', status: 'published' });
    expect((await act('delete-products', [id], { product: '', category: String(rows[0]?.id) })).statusCode).toBe(303);
    expect(await find(id)).toBeUndefined();
    expect(await findRedirect(app.shop, '/product/urn')).toMatch(/vessels/);
    const next = await saveTestProduct(app.shop, { name: 'New urn', slug: 'urn', status: 'published' });
    expect((await edit(next.id, { slug: 'new-urn' })).statusCode).toBe(303);
    expect(await findRedirect(app.shop, '/product/urn')).toBe('/product/new-urn');
    expect((await edit(next.id, { slug: 'urn' })).statusCode).toBe(303);
    expect(await findRedirect(app.shop, '/product/new-urn')).toBe('/product/urn');
  });
});

describe('the stock of a product', () => {
  it('is changed by who may change stock only, on the page, in the list and as an operation', async () => {
    const id = await addProduct(app.shop, { name: 'Guarded bowl', stock: 5 });
    const opened = (await office.get(`products/${id}`)).fields;
    for (const changes of [{ onHand: '9' }, { backorders: 'yes' }, { lowStockThreshold: '2' }]) {
      const refused = await edit(id, { ...changes, position: '9' }, opened, buyer);
      expect(refused.statusCode, JSON.stringify(changes)).toBe(422);
    }
    const inList = await app.http.inject({
      ...{ method: 'POST', url: `/admin/products/${id}/in-list` },
      payload: { field: 'stock', typed: '9', seen: '5' },
      headers: { cookie: buyer, accept: 'application/json', 'sec-fetch-site': 'same-origin' },
    });
    expect(inList.statusCode).toBe(422);
    expect((await office.get(`products/${id}/set-offer`, buyer)).body).not.toContain('name="difference"');
    expect((await edit(id, { position: '9' }, undefined, buyer)).statusCode).toBe(303);
    const { rows } = await pool.query(
      'select on_hand, backorders, position from stock_levels s join products p on p.id = s.variation_id where p.id = $1',
      [id],
    );
    expect(rows).toEqual([{ on_hand: 5, backorders: 'no', position: 9 }]);
  });

  it('settles open backorders when more is typed on its page, as a delivery does', async () => {
    const id = await addProduct(app.shop, { name: 'Owed bowl', stock: 0, backorders: 'notify' });
    await pool.query('update stock_levels set backordered = 3 where variation_id = $1', [id]);
    expect((await edit(id, { onHand: '10', stockReason: 'Kiln opened' })).statusCode).toBe(303);
    const { rows } = await pool.query('select on_hand, backordered from stock_levels where variation_id = $1', [id]);
    expect(rows).toEqual([{ on_hand: 7, backordered: 0 }]);
  });

  it('shows movements of all reasons on its page', async () => {
    const id = await addProduct(app.shop, { name: 'Dropped bowl', stock: 5 });
    await inTransaction(app.shop.db, (tx) =>
      adjustStock(
        app.shop,
        tx,
        { stockId: id, difference: -1, reason: 'damaged', note: 'Fell down' },
        { text: '', by: createSystemActor('job') },
      ),
    );
    const { body } = await office.get(`products/${id}`);
    expect(body).toContain('>-1<');
    expect(body).toContain('Fell down');
  });

  it('does not break the list when the sum of its variations is very large', async () => {
    const { product } = await addBowl(app.shop, 2_000_000_000);
    const { statusCode, body } = await office.get(`products?q=${product}`);
    expect(statusCode).toBe(200);
    expect(body).toContain('4000000000');
  });
});

describe('copies', () => {
  it('have the options of a product that are its own, with their variations', async () => {
    const { id } = await saveTestProduct(app.shop, { name: 'Own options', type: 'variable' });
    const { attributeId, terms } = await addAttribute('Edition', ['First', 'Second'], id);
    await saveTestProduct(app.shop, {
      id,
      attributes: [{ attributeId, terms, forVariations: true }],
      variations: terms.map((termId) => ({ regularPrice: 500, terms: [{ attributeId, termId }] })),
    });
    const { location } = await office.post(`products/${id}/duplicate`, {});
    const copy = Number(String(location).split('/').at(-1));
    const { rows } = await pool.query(
      `select a.product_id as owner, t.name, o.regular_price::integer as price from variations v
      join variation_terms x on x.variation_id = v.id join attributes a on a.id = x.attribute_id
      join attribute_terms t on t.id = x.term_id join main_prices o on o.variation_id = v.id
      where v.product_id = $1 order by t.name`,
      [copy],
    );
    expect(rows).toEqual(['First', 'Second'].map((name) => ({ owner: copy, name, price: 500 })));
  });

  it('can be made of a product with the longest name', async () => {
    const { id } = await saveTestProduct(app.shop, { name: 'n'.repeat(300) });
    expect((await office.post(`products/${id}/duplicate`, {})).statusCode).toBe(303);
  });
});

it('undoes publishing with the moment that a draft waited for', async () => {
  const publishAt = new Date('2035-05-01T10:00:00Z');
  const { id } = await saveTestProduct(app.shop, { name: 'Waiting', publishAt, master: { regularPrice: 100 } });
  const run = await act('change-products', [id], { status: 'published', visibility: '', taxClass: '' });
  expect(await find(id)).toMatchObject({ status: 'published', publishAt: null });
  await office.post(`${String(run.location).replace('/admin/', '')}/undo`, {});
  expect(await find(id)).toMatchObject({ status: 'draft', publishAt });
});

it('names as lowest price of 30 days only one that somebody could have paid', async () => {
  const id = await addProduct(app.shop, { name: 'Never reduced', price: 1000 });
  await pool.query(
    `update price_history set valid_from = now() - interval '20 days', valid_to = now() - interval '10 days',
      sale_price = 300, sale_from = now() - interval '5 days' where variation_id = $1`,
    [id],
  );
  await pool.query(
    `insert into price_history (variation_id, currency, regular_price, valid_from) values ($1, 'EUR', 900, now() - interval '10 days')`,
    [id],
  );
  const { body } = await office.get(`products/${id}`);
  expect(body).toContain('€9.00');
  expect(body).not.toContain('€3.00');
});

it('stores hostile HTML of its texts as checked HTML', async () => {
  const { id } = await saveTestProduct(app.shop, { name: 'Hostile', slug: 'hostile', status: 'published' });
  const html =
    '<p onclick="a()">Wide<script>alert(1)</script><img src=x onerror=b()><a href="javascript:c()">d</a></p>';
  await edit(id, {
    description: html,
    shortDescription: html,
    purchaseNote: html,
    seoTitle: '</title><script>e()</script>',
  });
  const product = await find(id);
  for (const text of [product?.description, product?.shortDescription, product?.purchaseNote])
    expect(text).not.toMatch(/script|onclick|onerror/);
  const { body } = await app.http.inject('/product/hostile');
  expect(body).not.toContain('<script>e()');
});
