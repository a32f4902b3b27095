import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { countQueries } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addBowl, addProduct } from '#tests/support/products.ts';
import { createVisitor, salesShop, testGuest } from '#tests/support/sales.ts';
import { getCart } from '../cart.ts';
import { maxCartLines } from '../contract.ts';
import { type AddRequest, addToCart } from './add-to-cart.ts';

const { database } = useDatabase();
let shop: Shop;

beforeAll(async () => {
  ({ shop } = await salesShop(database));
});

type Form = Readonly<Record<string, string | readonly string[]>>;

function request(productId: number, quantity = 1, chosen: Record<string, string> = {}, form: Form = {}): AddRequest {
  return { items: [{ productId, variationId: null, chosen, quantity }], form };
}

describe('adding to the cart', () => {
  it('creates a cart for the first item, and merges equal lines', async () => {
    const visitor = await createVisitor(shop.db);
    const bowl = await addProduct(shop, { price: 1200 });
    const first = await addToCart(shop, visitor, request(bowl, 2));
    const second = await addToCart(shop, visitor, request(bowl, 3));
    expect(first).toMatchObject({ ok: true, cart: { count: 2, lines: [{ total: 2400 }], needsShipping: true } });
    expect(second).toMatchObject({ ok: true, cart: { count: 5, lines: [{ total: 6000 }] } });
    expect(second.ok && first.ok && second.cart.version > first.cart.version).toBe(true);
    expect((await getCart(shop, visitor)).lines).toMatchObject([{ quantity: 5, unitPrice: 1200, total: 6000 }]);
  });

  it('merges what many tabs add at the same time', async () => {
    // The visitor has no row yet.
    const visitor = testGuest();
    const [bowl, cup] = [await addProduct(shop), await addProduct(shop)];
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => addToCart(shop, visitor, request(index % 2 ? bowl : cup))),
    );
    const { rows } = await shop.db.execute(sql`select count(*) from carts where visitor_id = ${visitor.visitorId}`);
    expect(rows).toEqual([{ count: 1 }]);
    expect((await getCart(shop, visitor)).lines.map(({ quantity }) => quantity)).toEqual([10, 10]);
  });

  it('takes at most 4 statements including the visitor’s, and the cart page at most 2', async () => {
    const visitor = await createVisitor(shop.db);
    const { product } = await addBowl(shop);
    const chosen = { size: 'large', glaze: 'ash' };
    for (let turn = 0; turn < 2; turn += 1) {
      const { queries, texts } = await countQueries(() => addToCart(shop, visitor, request(product, 1, chosen)));
      expect(queries, texts.join('\n')).toBeLessThanOrEqual(4);
    }
    expect((await countQueries(() => getCart(shop, visitor))).queries).toBe(2);
  });

  it('resolves the chosen variation, and stores choices that the variation leaves open', async () => {
    const visitor = await createVisitor(shop.db);
    const { product, small, large } = await addBowl(shop);
    await addToCart(shop, visitor, request(product, 1, { size: 'small', glaze: 'celadon' }));
    await addToCart(shop, visitor, request(product, 1, { size: 'large', glaze: 'ash' }));
    await addToCart(shop, visitor, request(product, 1, { size: 'large', glaze: 'celadon' }));
    const { lines } = await getCart(shop, visitor);
    expect(lines.map(({ variationId }) => variationId)).toEqual([small, large, large]);
    expect(lines.map(({ options }) => options.map(({ value }) => value).toSorted())).toEqual([
      ['celadon', 'small'],
      ['ash', 'large'],
      ['celadon', 'large'],
    ]);
  });

  it('prefers the choices over variation_id, which a form without script cannot change', async () => {
    const visitor = await createVisitor(shop.db);
    const { product, small, large } = await addBowl(shop);
    const items = [{ productId: product, variationId: small, chosen: { size: 'large', glaze: 'ash' }, quantity: 1 }];
    expect(await addToCart(shop, visitor, { items, form: {} })).toMatchObject({ ok: true });
    expect((await getCart(shop, visitor)).lines).toMatchObject([{ variationId: large }]);
  });

  it('asks for a missing selection, and refuses combinations that do not exist', async () => {
    const visitor = await createVisitor(shop.db);
    const { product, large } = await addBowl(shop);
    const attempt = async (asked: AddRequest) => {
      const result = await addToCart(shop, visitor, asked);
      return result.ok ? 'added' : result.code;
    };
    expect(await attempt(request(product))).toBe('MAKE_A_SELECTION');
    expect(await attempt(request(product, 1, { size: 'large' }))).toBe('MAKE_A_SELECTION');
    expect(await attempt(request(product, 1, { size: 'small', glaze: 'ash' }))).toBe('UNAVAILABLE');
    expect(await attempt(request(product, 1, { size: 'large', glaze: 'gold' }))).toBe('UNAVAILABLE');
    const open = { productId: product, variationId: large, chosen: {}, quantity: 1 };
    expect(await attempt({ items: [open], form: {} })).toBe('MAKE_A_SELECTION');
    expect(await attempt({ items: [{ ...open, productId: await addProduct(shop) }], form: {} })).toBe('NOT_FOUND');
    expect((await getCart(shop, visitor)).lines).toEqual([]);
  });

  it('adds several products of a group, all or none', async () => {
    const visitor = await createVisitor(shop.db);
    const [cup, saucer] = [await addProduct(shop), await addProduct(shop, { stock: 1 })];
    const item = (productId: number, quantity: number) => ({ productId, variationId: null, chosen: {}, quantity });
    const refused = await addToCart(shop, visitor, { items: [item(cup, 2), item(saucer, 2)], form: {} });
    expect(refused).toMatchObject({ ok: false, code: 'NOT_ENOUGH_STOCK', values: { max: 1 } });
    expect((await getCart(shop, visitor)).count).toBe(0);
    expect(await addToCart(shop, visitor, { items: [item(cup, 2), item(saucer, 1)], form: {} })).toMatchObject({
      ok: true,
    });
    expect((await getCart(shop, visitor)).count).toBe(3);
  });

  it('refuses items that are not for sale, sold out or too many', async () => {
    const visitor = await createVisitor(shop.db);
    const getFailureCode = async (asked: AddRequest) => {
      const result = await addToCart(shop, visitor, asked);
      return result.ok ? 'added' : [result.code, result.values.max];
    };
    expect(await getFailureCode(request(await addProduct(shop, { status: 'draft' })))).toEqual([
      'NOT_FOUND',
      undefined,
    ]);
    expect(await getFailureCode(request(999_999))).toEqual(['NOT_FOUND', undefined]);
    expect(await getFailureCode(request(await addProduct(shop, { type: 'external' })))).toEqual([
      'UNAVAILABLE',
      undefined,
    ]);
    expect(await getFailureCode(request(await addProduct(shop, { type: 'grouped' })))).toEqual([
      'UNAVAILABLE',
      undefined,
    ]);
    expect(await getFailureCode(request(await addProduct(shop, { stock: 0 })))).toEqual(['OUT_OF_STOCK', undefined]);
    const few = await addProduct(shop, { stock: 3 });
    expect(await getFailureCode(request(few, 4))).toEqual(['NOT_ENOUGH_STOCK', 3]);
    expect(await getFailureCode(request(few, 2))).toBe('added');
    expect(await getFailureCode(request(few, 2))).toEqual(['NOT_ENOUGH_STOCK', 1]);
    const only = await addProduct(shop, { soldIndividually: true });
    expect(await getFailureCode(request(only, 2))).toEqual(['ONE_PER_ORDER', undefined]);
    expect(await getFailureCode(request(only))).toBe('added');
    expect(await getFailureCode(request(only))).toEqual(['ONE_PER_ORDER', undefined]);
    for (const quantity of [0, -1, 1.5, Number.NaN, 101]) {
      expect(await getFailureCode(request(few, quantity))).toEqual(['QUANTITY_INVALID', 100]);
    }
  });

  it('never sells by a price in another currency than the shop has now', async () => {
    const visitor = await createVisitor(shop.db);
    const bowl = await addProduct(shop, { price: 1200 });
    await addToCart(shop, visitor, request(bowl));
    await shop.db.execute(sql`update variation_prices set currency = 'JPY' where variation_id = ${bowl}`);
    expect((await getCart(shop, visitor)).lines).toMatchObject([{ total: 0, problem: { code: 'UNAVAILABLE' } }]);
    expect(await addToCart(shop, visitor, request(bowl))).toMatchObject({ ok: false, code: 'UNAVAILABLE' });
  });

  it('never exceeds the stock when many tabs add at once', async () => {
    const visitor = await createVisitor(shop.db);
    const few = await addProduct(shop, { stock: 3 });
    const results = await Promise.all(Array.from({ length: 12 }, () => addToCart(shop, visitor, request(few))));
    expect(results.filter(({ ok }) => ok)).toHaveLength(3);
    expect((await getCart(shop, visitor)).count).toBe(3);
  });

  it('adds up the lines that share a stock', async () => {
    const visitor = await createVisitor(shop.db);
    const { product } = await addBowl(shop, 2);
    await addToCart(shop, visitor, request(product, 1, { size: 'large', glaze: 'ash' }));
    const result = await addToCart(shop, visitor, request(product, 2, { size: 'large', glaze: 'celadon' }));
    expect(result).toMatchObject({ ok: false, code: 'NOT_ENOUGH_STOCK', values: { max: 1 } });
  });

  it(`has at most ${maxCartLines} lines`, async () => {
    const visitor = await createVisitor(shop.db);
    const { rows } = await shop.db.execute<{ id: string }>(
      sql`insert into carts (visitor_id, currency, locale) values (${visitor.visitorId}, 'EUR', 'en') returning id`,
    );
    const bowl = await addProduct(shop);
    await shop.db.execute(sql`insert into cart_lines (cart_id, variation_id, product_id, quantity, fingerprint)
      select ${rows[0]?.id}, ${bowl}, ${bowl}, 1, rpad(n::text, 43, 'x') from generate_series(1, ${maxCartLines}) n`);
    expect(await addToCart(shop, visitor, request(await addProduct(shop)))).toMatchObject({
      ok: false,
      code: 'CART_FULL',
    });
  });
});

describe('[3.4/6-7] add-on fields', () => {
  async function createEngravedProduct(): Promise<number> {
    const id = await addProduct(shop, { price: 1000 });
    const options = JSON.stringify([
      { value: 'box', label: 'Gift box', price: 300 },
      { value: 'card', label: 'Card', price: 100 },
    ]);
    await shop.db.execute(sql`insert into product_addons (product_id, field_key, kind, label, required, max_length, price, options, position) values
      (${id}, 'name', 'text', 'Name', true, 12, 500, '[]', 0), (${id}, 'extras', 'checkboxes', 'Extras', false, null, 0, ${options}, 1)`);
    return id;
  }

  it('are added with prices, checkboxes as a list, and separate lines', async () => {
    const visitor = await createVisitor(shop.db);
    const id = await createEngravedProduct();
    const add = (form: Form) => addToCart(shop, visitor, request(id, 1, {}, form));
    await add({ 'addon-name': 'Ada', 'addon-extras[]': ['box', 'card'], other: 'ignored' });
    await add({ 'addon-name': 'Ada', 'addon-extras[]': ['box', 'card'] });
    await add({ 'addon-name': 'Bea' });
    const { lines } = await getCart(shop, visitor);
    expect(lines).toMatchObject([
      {
        quantity: 2,
        unitPrice: 1900,
        addons: [
          { label: 'Name', shown: 'Ada' },
          { label: 'Extras', shown: 'Gift box, Card' },
        ],
      },
      { quantity: 1, unitPrice: 1500, addons: [{ shown: 'Bea' }] },
    ]);
  });

  it('are refused by field when missing, too long or unknown', async () => {
    const visitor = await createVisitor(shop.db);
    const id = await createEngravedProduct();
    const result = await addToCart(shop, visitor, request(id, 1, {}, { 'addon-extras[]': ['gold'] }));
    expect(result).toMatchObject({
      ok: false,
      code: 'ADDON_REQUIRED',
      fields: [{ field: 'addon-name' }, { field: 'addon-extras[]' }],
    });
    const long = await addToCart(shop, visitor, request(id, 1, {}, { 'addon-name': 'a'.repeat(13) }));
    expect(long).toMatchObject({ ok: false, code: 'ADDON_TOO_LONG' });
  });

  it('have current prices, and lines with removed fields have a problem', async () => {
    const visitor = await createVisitor(shop.db);
    const id = await createEngravedProduct();
    await addToCart(shop, visitor, request(id, 1, {}, { 'addon-name': 'Ada', 'addon-extras[]': ['box'] }));
    await shop.db.execute(sql`update product_addons set price = 700 where product_id = ${id} and field_key = 'name'`);
    expect((await getCart(shop, visitor)).lines).toMatchObject([{ unitPrice: 2000, problem: null }]);
    await shop.db.execute(sql`delete from product_addons where product_id = ${id} and field_key = 'extras'`);
    expect((await getCart(shop, visitor)).lines).toMatchObject([{ problem: { code: 'ADDONS_CHANGED' } }]);
  });
});
