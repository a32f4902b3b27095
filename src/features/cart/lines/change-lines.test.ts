import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Shop } from '#platform/features/shop.ts';
import type { Owner } from '#platform/sessions/owner.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { createVisitorWithCart, putInCart, salesShop, testClock, testGuest } from '#tests/support/sales.ts';
import { calculateCart } from '../calculate-cart.ts';
import { getCart } from '../cart.ts';
import { countCart, removeLine, restoreLine, setQuantities } from './change-lines.ts';

const { database } = useDatabase();
const clock = testClock();
let shop: Shop;

beforeAll(async () => {
  ({ shop } = await salesShop(database, { clock }));
});

async function findLineKeys(visitor: Owner): Promise<string[]> {
  return (await getCart(shop, visitor)).lines.map(({ key }) => key);
}

async function findQuantities(visitor: Owner): Promise<number[]> {
  return (await getCart(shop, visitor)).lines.map(({ quantity }) => quantity);
}

describe('line quantities', () => {
  it('are set together; refused changes are reported', async () => {
    const [plenty, few] = [await addProduct(shop), await addProduct(shop, { name: 'Moon jar', stock: 2 })];
    const visitor = await createVisitorWithCart(shop, [
      [plenty, 1],
      [few, 1],
    ]);
    const [first = '', second = ''] = await findLineKeys(visitor);
    const { version } = await countCart(shop.db, visitor);
    const result = await setQuantities(
      shop,
      visitor,
      new Map([
        [first, 7],
        [second, 3],
        [randomUUID(), 1],
      ]),
    );
    expect(result.changed).toBe(true);
    expect(result.problems).toMatchObject([
      { code: 'NOT_ENOUGH_STOCK', name: 'Moon jar', max: 2 },
      { code: 'LINE_NOT_FOUND' },
    ]);
    expect(await findQuantities(visitor)).toEqual([7, 1]);
    expect((await countCart(shop.db, visitor)).version).toBeGreaterThan(version);
    for (const quantity of [-1, 1.5, Number.NaN, 10_000]) {
      const { problems } = await setQuantities(shop, visitor, new Map([[first, quantity]]));
      expect(problems).toMatchObject([{ code: 'QUANTITY_INVALID' }]);
    }
    expect(await findQuantities(visitor)).toEqual([7, 1]);
  });

  it('can be lowered even to a quantity that is still too large, with a problem', async () => {
    const few = await addProduct(shop, { stock: 9 });
    const visitor = await createVisitorWithCart(shop, [[few, 9]]);
    await shop.db.execute(sql`update stock_levels set on_hand = 2 where variation_id = ${few}`);
    const [key = ''] = await findLineKeys(visitor);
    expect(await setQuantities(shop, visitor, new Map([[key, 5]]))).toEqual({ changed: true, problems: [] });
    expect((await getCart(shop, visitor)).lines).toMatchObject([
      { quantity: 5, problem: { code: 'NOT_ENOUGH_STOCK', max: 2 } },
    ]);
    await shop.db.execute(sql`update stock_levels set on_hand = 0 where variation_id = ${few}`);
    expect((await getCart(shop, visitor)).lines).toMatchObject([{ problem: { code: 'OUT_OF_STOCK' } }]);
  });

  it('of another visitor’s cart cannot be changed', async () => {
    const bowl = await addProduct(shop);
    const owner = await createVisitorWithCart(shop, [[bowl, 2]]);
    const otherVisitor = await createVisitorWithCart(shop, [[bowl, 1]]);
    const [key = ''] = await findLineKeys(owner);
    expect((await setQuantities(shop, otherVisitor, new Map([[key, 9]]))).problems).toMatchObject([
      { code: 'LINE_NOT_FOUND' },
    ]);
    expect(await removeLine(shop, otherVisitor, key)).toBe(false);
    expect(await findQuantities(owner)).toEqual([2]);
  });
});

describe('a removed line', () => {
  it('can be restored for a while if it was the last one', async () => {
    const [bowl, cup] = [await addProduct(shop), await addProduct(shop)];
    const visitor = await createVisitorWithCart(shop, [
      [bowl, 2],
      [cup, 1],
    ]);
    const [first = '', second = ''] = await findLineKeys(visitor);
    expect(await removeLine(shop, visitor, first)).toBe(true);
    expect(await getCart(shop, visitor)).toMatchObject({ count: 1, removed: { key: first, name: 'Tide bowl' } });
    expect(await restoreLine(shop, visitor, first)).toBe(true);
    expect(await findQuantities(visitor)).toEqual([2, 1]);
    await removeLine(shop, visitor, first);
    await removeLine(shop, visitor, second);
    expect(await restoreLine(shop, visitor, first)).toBe(false);
    clock.forward(11 * 60 * 1000);
    expect((await getCart(shop, visitor)).removed).toBeNull();
  });

  it('is deleted when the next line is removed', async () => {
    const visitor = testGuest();
    for (let turn = 0; turn < 3; turn += 1) {
      for (let count = 0; count < 3; count += 1) await putInCart(shop, visitor, await addProduct(shop));
      await setQuantities(shop, visitor, new Map((await findLineKeys(visitor)).map((key) => [key, 0])));
    }
    const { rows } = await shop.db.execute(sql`
      select count(*) from cart_lines l join carts c on c.id = l.cart_id where c.visitor_id = ${visitor.visitorId}`);
    expect(rows).toEqual([{ count: 3 }]);
  });

  it('can still be restored after another quantity was changed', async () => {
    const visitor = await createVisitorWithCart(shop, [
      [await addProduct(shop), 1],
      [await addProduct(shop), 1],
    ]);
    const [first = '', second = ''] = await findLineKeys(visitor);
    await removeLine(shop, visitor, first);
    await setQuantities(shop, visitor, new Map([[second, 2]]));
    expect(await restoreLine(shop, visitor, first)).toBe(true);
  });

  it('starts at zero when an equal line is added again', async () => {
    const bowl = await addProduct(shop);
    const visitor = await createVisitorWithCart(shop, [[bowl, 5]]);
    const [key = ''] = await findLineKeys(visitor);
    await removeLine(shop, visitor, key);
    await putInCart(shop, visitor, bowl, 1);
    expect(await findQuantities(visitor)).toEqual([1]);
  });
});

describe('a deleted product', () => {
  it('leaves a line with a problem, which costs nothing', async () => {
    const [bowl, cup] = [await addProduct(shop, { price: 100 }), await addProduct(shop, { price: 900 })];
    const visitor = await createVisitorWithCart(shop, [
      [bowl, 1],
      [cup, 1],
    ]);
    await shop.db.execute(sql`update products set status = 'draft' where id = ${cup}`);
    const cart = await getCart(shop, visitor);
    expect(cart.lines).toMatchObject([{ problem: null }, { problem: { code: 'UNAVAILABLE' } }]);
    expect((await calculateCart(shop, shop.db, cart)).totals).toMatchObject({ itemsTotal: 100, total: 100 });
  });
});
