import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { countQueries } from '#platform/database/database.ts';
import type { Owner } from '#platform/sessions/owner.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { createCustomer, createVisitor, salesShop, signInGuest, testClock, testGuest } from '#tests/support/sales.ts';
import { newShopper } from '#tests/support/shopper.ts';
import { getCart } from '../cart.ts';
import { addToCartPath, cartItemPath, cartRestorePath, lineKeyField, requestKeyField } from '../contract.ts';
import { removeLine } from '../lines/change-lines.ts';
import { maxRecentAdds } from '../lines/recent-adds.ts';
import { type AddRequest, addToCart } from './add-to-cart.ts';

const { database } = useDatabase();
const clock = testClock();
let app: App;

beforeAll(async () => {
  app = await salesShop(database, { clock });
});

const request = (productId: number, requestKey: string, quantity = 1): AddRequest => ({
  items: [{ productId, variationId: null, chosen: {}, quantity }],
  form: {},
  requestKey,
});
const countItems = async (owner: Owner) => (await getCart(app.shop, owner)).count;
const day = 24 * 60 * 60 * 1000;

describe('a request that adds and is repeated with its key', () => {
  it('adds once, and has the same answer with the cart as it is now', async () => {
    const { shop } = app;
    const [visitor, mug, key] = [await createVisitor(shop.db), await addProduct(shop, { price: 900 }), randomUUID()];
    const first = await addToCart(shop, visitor, request(mug, key, 2));
    await addToCart(shop, visitor, request(await addProduct(shop, { price: 100 }), randomUUID()));
    const { version } = await getCart(shop, visitor);
    const again = await addToCart(shop, visitor, request(mug, key, 2));
    expect(again).toMatchObject({ ok: true, cart: { count: 3, version } });
    expect(again.ok && again.lines).toEqual(first.ok && first.lines);
    expect(await countItems(visitor)).toBe(3);
  });

  it.each(['a new guest', 'a guest with a cart', 'a customer'])('adds once of 16 at once: %s', async (who) => {
    const { shop } = app;
    const mug = await addProduct(shop, { stock: 1 });
    const owner = who === 'a customer' ? (await createCustomer(shop)).owner : testGuest();
    if (who === 'a guest with a cart') await addToCart(shop, owner, request(await addProduct(shop), randomUUID()));
    const before = await countItems(owner);
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 16 }, () => addToCart(shop, owner, request(mug, key))));
    const lines = answers.map((answer) => answer.ok && answer.lines);
    expect(new Set(lines.map((added) => JSON.stringify(added))).size).toBe(1);
    expect(lines[0]).toMatchObject([{ quantity: 1 }]);
    expect((await countItems(owner)) - before).toBe(1);
  });

  it('takes no statement more than one without a key', async () => {
    const { shop } = app;
    const [visitor, mug] = [await createVisitor(shop.db), await addProduct(shop)];
    const { requestKey: _, ...plain } = request(mug, '');
    const without = await countQueries(() => addToCart(shop, visitor, plain));
    const withKey = await countQueries(() => addToCart(shop, visitor, request(mug, randomUUID())));
    expect(withKey.queries).toBe(without.queries);
  });

  it('adds to another cart, which knows nothing of the key', async () => {
    const { shop } = app;
    const [ada, bob, mug, key] = [testGuest(), testGuest(), await addProduct(shop), randomUUID()];
    await addToCart(shop, ada, request(mug, key));
    const foreign = await addToCart(shop, bob, request(mug, key));
    expect(foreign).toMatchObject({ ok: true, cart: { count: 1 } });
    expect([await countItems(ada), await countItems(bob)]).toEqual([1, 1]);
  });

  it('is refused when it names other items', async () => {
    const { shop } = app;
    const [visitor, mug, key] = [await createVisitor(shop.db), await addProduct(shop), randomUUID()];
    await addToCart(shop, visitor, request(mug, key));
    expect(await addToCart(shop, visitor, request(mug, key, 2))).toMatchObject({ ok: false, code: 'ADD_KEY_USED' });
    expect(await countItems(visitor)).toBe(1);
  });

  it('is tried again after a refusal, which is not remembered', async () => {
    const { shop } = app;
    const [visitor, mug, key] = [testGuest(), await addProduct(shop, { stock: 0 }), randomUUID()];
    expect(await addToCart(shop, visitor, request(mug, key))).toMatchObject({ ok: false, code: 'OUT_OF_STOCK' });
    await database.pool.query('update stock_levels set on_hand = 1 where variation_id = $1', [mug]);
    expect(await addToCart(shop, visitor, request(mug, key))).toMatchObject({ ok: true });
  });

  it('adds again when its items were removed meanwhile', async () => {
    const { shop } = app;
    const [visitor, mug, key] = [await createVisitor(shop.db), await addProduct(shop), randomUUID()];
    const first = await addToCart(shop, visitor, request(mug, key));
    await removeLine(shop, visitor, (first.ok && first.lines[0]?.key) || '');
    expect(await addToCart(shop, visitor, request(mug, key))).toMatchObject({ ok: true, cart: { count: 1 } });
    expect(await countItems(visitor)).toBe(1);
  });

  it('is remembered for a day, and as one of the last ten', async () => {
    const { shop } = app;
    const [visitor, mug, key] = [await createVisitor(shop.db), await addProduct(shop), randomUUID()];
    await addToCart(shop, visitor, request(mug, key));
    clock.forward(day - 1000);
    await addToCart(shop, visitor, request(mug, key));
    expect(await countItems(visitor)).toBe(1);
    clock.forward(1000);
    await addToCart(shop, visitor, request(mug, key));
    expect(await countItems(visitor)).toBe(2);
    const keys = Array.from({ length: maxRecentAdds + 5 }, () => randomUUID());
    for (const each of keys) await addToCart(shop, visitor, request(mug, each));
    const { id } = await getCart(shop, visitor);
    const { rows } = await database.pool.query<{ keys: string[] }>(
      `select array(select jsonb_array_elements(recent_adds)->>'key') as keys from carts where id = $1`,
      [id],
    );
    expect(rows[0]?.keys).toEqual(keys.toReversed().slice(0, maxRecentAdds));
  });

  it('is remembered across a sign-in', async () => {
    const { shop } = app;
    const [guest, ada, mug, key] = [testGuest(), await createCustomer(shop), await addProduct(shop), randomUUID()];
    await addToCart(shop, ada.owner, request(mug, randomUUID()));
    await addToCart(shop, guest, request(mug, key));
    await signInGuest(shop, guest, ada);
    await addToCart(shop, ada.owner, request(mug, key));
    expect(await countItems(ada.owner)).toBe(2);
  });
});

describe('a call or a form that is sent again', () => {
  it.each(['short', 'a'.repeat(101), 'a'.repeat(9_000), `${'a'.repeat(20)}'; --`, 'ключ'.repeat(5), ''])(
    'is refused with a malformed key: %.12s',
    async (key) => {
      const shopper = newShopper(app);
      const fields = { product_id: String(await addProduct(app.shop)), [requestKeyField]: key };
      for (const path of [addToCartPath, cartItemPath(app.shop.wire.rest)])
        expect((await shopper.submit(path, fields)).status).toBe(400);
      expect(shopper.cookies.size).toBe(0);
    },
  );

  it('answers alike and adds once, also when the form follows a call that was lost', async () => {
    const shopper = newShopper(app);
    const product_id = String(await addProduct(app.shop, { name: 'Mug' }));
    const path = cartItemPath(app.shop.wire.rest);
    // The cookie of the first reply names the cart.
    await shopper.addToCart(Number(product_id));
    const fields = { product_id, [requestKeyField]: randomUUID() };
    const [first, again] = [await shopper.submit(path, fields), await shopper.submit(path, fields)];
    expect(again.json()).toEqual(first.json());
    expect(again.json()).toMatchObject({ cart: { count: 2 }, message: '“Mug” was added to your cart.' });
    const form = await shopper.submit(addToCartPath, fields);
    expect([form.status, form.location]).toEqual([303, '/cart']);
    expect((await shopper.visit('/cart')).body).toMatch(/name="quantity\[[^"]+"[^>]*value="2"/);
  });

  it('adds once for a form without key that is sent again before its answer came', async () => {
    const shopper = newShopper(app);
    const [mug, cup] = [await addProduct(app.shop), await addProduct(app.shop)];
    await shopper.addToCart(cup);
    const known = new Map(shopper.cookies);
    await shopper.addToCart(mug);
    const answered = new Map(shopper.cookies);
    const resend = async (cookies: ReadonlyMap<string, string>, product: number) => {
      shopper.cookies.clear();
      for (const [name, value] of cookies) shopper.cookies.set(name, value);
      const { status } = await shopper.addToCart(product);
      expect(status).toBe(303);
      return new URLSearchParams(decodeURIComponent(shopper.cookies.get('vt_hint') ?? '')).get('c');
    };
    // The answer was lost: the browser's cookies are those of before.
    expect(await resend(known, mug)).toBe('2');
    // Another product, and the same one after an answer, are new requests.
    expect(await resend(known, cup)).toBe('3');
    expect(await resend(answered, mug)).toBe('4');
  });

  it('removes and restores a line once', async () => {
    const shopper = newShopper(app);
    await shopper.addToCart(await addProduct(app.shop), 2);
    const { body } = await shopper.visit('/cart');
    const key = /quantity\[([\da-f-]{36})\]/.exec(body)?.[1] ?? '';
    const act = async (action: string, fields: Readonly<Record<string, string>>) => {
      const { status, json } = await shopper.submit(`/ajax`, { action, [lineKeyField]: key, ...fields });
      return [status, json().cart.count, json().message];
    };
    const remove = () => act('theme_ajax_cart_item_alter_quantity', { quantity: '0' });
    const restore = () => act('theme_ajax_cart_item_restore', {});
    const removed = await remove();
    expect(removed).toEqual([200, 0, expect.stringContaining('removed')]);
    expect(await remove()).toEqual(removed);
    const restored = await restore();
    expect(restored).toEqual([200, 2, expect.any(String)]);
    expect(await restore()).toEqual(restored);
    expect((await shopper.submit(cartRestorePath, { [lineKeyField]: key })).status).toBe(303);
  });
});
