import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { useDatabase } from '#tests/support/database.ts';
import { saveTestProduct } from '#tests/support/products.ts';
import { salesShop } from '#tests/support/sales.ts';
import { newShopper } from '#tests/support/shopper.ts';

const { database, pool } = useDatabase();
let app: App;
let count = 0;

beforeAll(async () => {
  app = await salesShop(database);
});

/** Saves tiles that come in sixes, at most 24. */
async function addTiles(onHand = 100): Promise<number> {
  count += 1;
  const { id } = await saveTestProduct(app.shop, {
    ...{ name: `Tile ${count}`, status: 'published', minQuantity: 6, quantityStep: 6, maxQuantity: 24 },
    master: { regularPrice: 300, stock: { isOwn: true, managed: true, onHand } },
  });
  return id;
}

const add = async (shopper: ReturnType<typeof newShopper>, product: number, quantity: number) => {
  const reply = await shopper.submit('/api/store/v1/cart/item', {
    product_id: String(product),
    quantity: String(quantity),
  });
  const { code, message, cart } = reply.json();
  return { code, message, count: cart?.count };
};
const readKey = (html: string) => /name="quantity\[([\da-f-]{36})\]"/.exec(html)?.[1] ?? '';

describe('a product that comes in steps', () => {
  it('is added only in its quantities', async () => {
    const [shopper, tiles] = [newShopper(app), await addTiles()];
    expect(await add(shopper, tiles, 3)).toMatchObject({
      code: 'QUANTITY_TOO_SMALL',
      message: `The minimum quantity of “Tile ${count}” is 6.`,
    });
    expect(await add(shopper, tiles, 8)).toMatchObject({
      code: 'QUANTITY_NOT_IN_STEPS',
      message: `“Tile ${count}” is sold in quantities of 6, 12, 18 and so on.`,
    });
    expect(await add(shopper, tiles, 12)).toMatchObject({ count: 12 });
    expect(await add(shopper, tiles, 18)).toMatchObject({ code: 'QUANTITY_TOO_LARGE' });
    expect(await add(shopper, tiles, 12)).toMatchObject({ count: 24 });
  });

  it('keeps its quantity when another one is refused, and says why', async () => {
    const [shopper, tiles] = [newShopper(app), await addTiles()];
    await add(shopper, tiles, 12);
    const key = readKey((await shopper.visit('/cart')).body);
    const change = async (quantity: number) => {
      await shopper.submit('/cart/quantity', { [`quantity[${key}]`]: String(quantity) });
      return (await shopper.visit('/cart')).body;
    };
    expect(await change(3)).toContain('The minimum quantity of');
    expect(await change(7)).toContain('is sold in quantities of 6, 12, 18');
    expect(await change(30)).toContain('You can order at most 24');
    const page = await change(18);
    expect(page).toMatch(/name="quantity\[[^>]*value="18"/);
    expect(page).toMatch(/<input[^>]*step="6"[^>]*name="quantity|name="quantity[^>]*step="6"/);
    expect(await change(0)).not.toContain('name="quantity[');
  });

  it('is sold out when less than its minimum is left, and orders what is left in steps', async () => {
    const shopper = newShopper(app);
    expect(await add(shopper, await addTiles(5), 6)).toMatchObject({ code: 'OUT_OF_STOCK' });
    const tiles = await addTiles(17);
    expect(await add(shopper, tiles, 18)).toMatchObject({ code: 'NOT_ENOUGH_STOCK' });
    expect(await add(shopper, tiles, 12)).toMatchObject({ count: 12 });
  });

  it('is not ordered in a quantity that was allowed before', async () => {
    const [shopper, tiles] = [newShopper(app), await addTiles()];
    await add(shopper, tiles, 12);
    await pool.query('update products set quantity_step = 4, min_quantity = 6 where id = $1', [tiles]);
    expect((await shopper.visit('/cart')).body).toContain('This item is sold in quantities of 6, 10, 14 and so on.');
    expect((await shopper.visit('/checkout')).location).toBe('/cart');
  });

  it('has its minimum on cards and in the form', async () => {
    const tiles = await addTiles();
    const page = (await newShopper(app).visit(`/product/tile-${count}`)).body;
    expect(page).toMatch(/<input[^>]*min="6"[^>]*max="24"[^>]*step="6"/);
    const list = (await newShopper(app).visit('/shop')).body;
    const form = list.split('class="card-add"').find((html) => html.includes(`value="${tiles}"`));
    expect(form).toContain('<input type="hidden" name="quantity" value="6"/>');
  });
});
