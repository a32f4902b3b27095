import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { cartItemPath, requestKeyField } from '#features/cart/index.ts';
import { countQueries } from '#platform/database/database.ts';
import { hintCookie } from '#platform/sessions/hint.ts';
import { changeSettings } from '#platform/settings/change-settings.ts';
import { collectInvalidatedTags } from '#tests/support/catalog.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addBowl, addProduct, saveTestProduct } from '#tests/support/products.ts';
import { payTestOrder, placeTestOrder, refundTestOrder, salesShop, testClock } from '#tests/support/sales.ts';
import { newShopper } from '#tests/support/shopper.ts';
import { countCompanions } from './count-companions.ts';
import { findCompanions } from './find-companions.ts';

const { database } = useDatabase();
const clock = testClock();
let app: App;

beforeAll(async () => {
  app = await salesShop(database, { clock });
});

const { pool } = database;
const day = 24 * 60 * 60 * 1000;

/** Pays orders that have one of each product. */
async function buy(products: readonly number[], times = 1) {
  const orders = [];
  for (let count = 0; count < times; count += 1) {
    const order = await placeTestOrder(
      app.shop,
      products.map((id) => [id, 1] as const),
    );
    await payTestOrder(app.shop, order);
    orders.push(order);
  }
  return orders;
}

/** Companions with the number of orders. */
async function readCompanions(productId: number): Promise<[number, number][]> {
  const { rows } = await pool.query<{ id: number; orders: number }>(
    'select companion_id as id, orders from product_companions where product_id = $1 order by orders desc, companion_id',
    [productId],
  );
  return rows.map(({ id, orders }) => [id, orders]);
}

const add = (name: string, input: Partial<Parameters<typeof saveTestProduct>[1]> = {}) =>
  saveTestProduct(app.shop, {
    ...{ name, slug: `${name.toLowerCase()}-${randomUUID()}`, status: 'published', master: { regularPrice: 1000 } },
    ...input,
  });
const readSlug = async (id: number) =>
  (await pool.query<{ slug: string }>('select slug from products where id = $1', [id])).rows[0]?.slug ?? '';
const visitProduct = async (id: number) => newShopper(app).visit(`/product/${await readSlug(id)}`);
const sellOut = (id: number) =>
  saveTestProduct(app.shop, { id, master: { regularPrice: 1000, stock: { status: 'out' } } });

describe('counting what is bought together', () => {
  it('[2.3/24] counts paid orders, and neither unpaid, cancelled nor refunded ones', async () => {
    const { shop } = app;
    const [cup, saucer, spoon, jug] = [
      await addProduct(shop),
      await addProduct(shop),
      await addProduct(shop),
      await addProduct(shop),
    ];
    await buy([cup, saucer, spoon], 2);
    await buy([cup, saucer]);
    // What only one order has would tell what somebody bought.
    await buy([cup, jug]);
    await placeTestOrder(shop, [
      [cup, 1],
      [jug, 1],
    ]);
    const [refunded] = await buy([cup, jug]);
    if (refunded) await refundTestOrder(shop, refunded);
    await countCompanions(shop);
    expect(await readCompanions(cup)).toEqual([
      [saucer, 3],
      [spoon, 2],
    ]);
    expect(await readCompanions(spoon)).toEqual(
      [
        [cup, 2],
        [saucer, 2],
      ].sort(([a = 0], [b = 0]) => a - b),
    );
    expect(await readCompanions(jug)).toEqual([]);
  });

  it('[2.3/24] keeps the first ones of the last days, and drops pages only where they changed', async () => {
    const { shop } = app;
    const [cup, saucer, spoon] = [await addProduct(shop), await addProduct(shop), await addProduct(shop)];
    await buy([cup, saucer], 2);
    const toTags = (...ids: readonly number[]) => ids.map((id) => `companions:${id}`).sort();
    const count = async () => {
      const tags = await collectInvalidatedTags(shop, () => countCompanions(shop));
      return tags.filter((tag) => toTags(cup, saucer, spoon).includes(tag)).sort();
    };
    expect(await count()).toEqual(toTags(cup, saucer));
    await buy([cup, saucer]);
    expect(await count(), 'the same order of companions').toEqual([]);
    expect(await readCompanions(cup)).toEqual([[saucer, 3]]);
    await buy([cup, spoon], 4);
    await changeSettings(shop, [{ key: 'bought-together.companions', value: 1, version: null }], 'shop');
    expect(await count()).toEqual(toTags(cup, spoon));
    expect(await readCompanions(cup)).toEqual([[spoon, 4]]);
    await saveTestProduct(shop, { id: spoon, visibility: 'hidden' });
    await count();
    expect(await readCompanions(cup), 'spoons are hidden').toEqual([[saucer, 3]]);
    clock.forward(366 * day);
    await Promise.all([countCompanions(shop), countCompanions(shop)]);
    expect(await readCompanions(cup), 'a year later').toEqual([]);
    await changeSettings(shop, [{ key: 'bought-together.companions', value: 12, version: 1 }], 'shop');
  });
});

describe('finding companions', () => {
  it('[2.3/24] begins with what orders tell, goes on with cross-sells, and needs one query', async () => {
    const { shop } = app;
    const [named, hidden] = [await add('Named'), await add('Hidden', { visibility: 'hidden' })];
    const [gone, bought] = [
      await add('Gone', { master: { regularPrice: 900, stock: { status: 'out' } } }),
      await add('Bought'),
    ];
    const cup = await add('Cup', { crossSells: [named.id, hidden.id, gone.id] });
    await buy([cup.id, bought.id], 2);
    await countCompanions(shop);
    const slug = await readSlug(cup.id);
    const options = { now: clock.now() };
    const { value, queries } = await countQueries(() => findCompanions(shop.db, { locale: 'en-GB', slug }, options));
    expect(queries).toBe(1);
    expect(value.own?.name).toBe('Cup');
    expect(value.shown.map(({ name }) => name)).toEqual(['Bought', 'Named']);
    expect(value.candidates.map(({ name }) => name)).toEqual(['Bought', 'Named', 'Gone']);
    const several = await countQueries(() => findCompanions(shop.db, [cup.id, named.id], options));
    expect(several.queries).toBe(1);
    expect(several.value.shown.map(({ name }) => name)).toEqual(['Bought']);
    expect((await countQueries(() => findCompanions(shop.db, [], options))).queries).toBe(0);
  });
});

describe('the slider of a product page', () => {
  it('[2.3/24] follows the count and the stock of companions, while the page is cached', async () => {
    const [cup, saucer] = [await add('Cup'), await add('Saucer')];
    const isShown = async () => (await visitProduct(cup.id)).body.includes('Frequently bought together');
    expect(await isShown()).toBe(false);
    await buy([cup.id, saucer.id], 2);
    await countCompanions(app.shop);
    await expect.poll(isShown).toBe(true);
    await sellOut(saucer.id);
    await expect.poll(isShown).toBe(false);
    await saveTestProduct(app.shop, { id: saucer.id, master: { regularPrice: 1000, stock: { status: 'in' } } });
    await expect.poll(isShown).toBe(true);
  });

  it('[2.3/24] [D14] offers this product and those bought with it with tick boxes and their total, and says which products are not among them', async () => {
    const bowl = await addBowl(app.shop);
    const [saucer, spoons] = [
      await add('Saucer'),
      await add('Spoon', { master: { regularPrice: 250 }, minQuantity: 2 }),
    ];
    const cup = await add('Cup', { crossSells: [saucer.id, spoons.id, bowl.product] });
    const { body } = await visitProduct(cup.id);
    const labels = [...body.matchAll(/<label[^>]*for="together-\d+">([^<]*)</g)].map(([, label]) => label);
    expect(labels).toEqual(['This product: Cup, €10.00', 'Saucer, €10.00', 'Spoon, €5.00']);
    expect(body).toMatch(/Total for all 3 products[\s\S]{0,40}€25\.00/);
    expect(body).toMatch(/Not included: .*, added on its own page\./);
    expect(body).toContain('>Add selected to cart<');
    await sellOut(cup.id);
    await expect
      .poll(async () => (await visitProduct(cup.id)).body)
      .toMatch(/Saucer, [\s\S]*Spoon, [\s\S]*“Cup” is sold out and not included\.[\s\S]*Total for all 2 products/);
  });
});

describe('adding all', () => {
  it('[2.3/24] adds once when it is sent twice, with and without script', async () => {
    const [cup, saucer] = [await add('Cup'), await add('Saucer')];
    const shopper = newShopper(app);
    const fields = { available_only: 'yes', [`quantity[${cup.id}]`]: '1', [`quantity[${saucer.id}]`]: '2' };
    const path = cartItemPath(app.shop.wire.rest);
    const send = () => shopper.submit(path, { ...fields, [requestKeyField]: 'k'.repeat(20) });
    const [first, again] = [await send(), await send()];
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.json()).toMatchObject({ message: '3 items were added to your cart.', cart: { count: 3 } });
    const cookies = new Map(shopper.cookies);
    const posted = await shopper.submit('/cart/add', fields);
    for (const [name, value] of cookies) shopper.cookies.set(name, value);
    await shopper.submit('/cart/add', fields);
    expect(posted.location).toBe('/cart');
    const hint = new URLSearchParams(decodeURIComponent(shopper.cookies.get(hintCookie) ?? ''));
    expect(hint.get('c')).toBe('6');
  });

  it('[2.3/24] says so when nothing is ticked, with and without script', async () => {
    const shopper = newShopper(app);
    const reply = await shopper.submit(cartItemPath(app.shop.wire.rest), { available_only: 'yes' });
    expect([reply.status, reply.json().message]).toEqual([400, 'Please select at least one product.']);
    const page = await shopper.submit('/cart/add', { available_only: 'yes' });
    expect([page.status, page.body.includes('Please select at least one product.')]).toEqual([422, true]);
    expect(page.body).not.toContain('name="quantity"');
  });

  it('[2.3/24] leaves out what was sold meanwhile, and says so', async () => {
    const [cup, saucer] = [await add('Cup'), await add('Saucer')];
    const last = await addProduct(app.shop, { name: 'Last one', stock: 1 });
    const fields = {
      available_only: 'yes',
      ...Object.fromEntries([cup.id, saucer.id, last].map((id) => [`quantity[${id}]`, '1'])),
    };
    await sellOut(cup.id);
    const shopper = newShopper(app);
    expect((await shopper.submit('/cart/add', fields)).location).toBe('/cart');
    const page = (await shopper.visit('/cart')).body;
    expect(page).toContain('2 items were added to your cart.');
    expect(page).toContain('1 product was not added: sold out, or already in your cart in the maximum quantity.');
    const reply = await shopper.submit(cartItemPath(app.shop.wire.rest), { ...fields, request_key: 'l'.repeat(20) });
    expect(reply.json().message).toMatch(/^“Saucer” was added to your cart\. “Cup” is sold out\. .*Last one/);
    const nothing = await shopper.submit('/cart/add', { available_only: 'yes', [`quantity[${cup.id}]`]: '1' });
    expect([nothing.status, nothing.body.includes('“Cup” is sold out.')]).toEqual([422, true]);
    const { available_only: _, ...all } = fields;
    expect((await newShopper(app).submit('/cart/add', all)).status, 'a set is added whole').toBe(422);
  });
});
