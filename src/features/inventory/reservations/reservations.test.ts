import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { addToCart } from '#features/cart/index.ts';
import { placeOrder } from '#features/checkout/index.ts';
import { cancelOrder, getOrder, markOrderPaid, type Order } from '#features/orders/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addBowl, addProduct, readOnHand } from '#tests/support/products.ts';
import { checkoutInput, createVisitor, placeTestOrder, returnTestUnits, salesShop } from '#tests/support/sales.ts';

const { database } = useDatabase();
let shop: Shop;

beforeAll(async () => {
  ({ shop } = await salesShop(database));
});

interface LineReservationRow extends Record<string, unknown> {
  readonly position: number;
  readonly quantity: number;
  readonly backordered: number;
  readonly returned: number;
  readonly state: string;
}

async function readReservations({ id }: Pick<Order, 'id'>): Promise<LineReservationRow[]> {
  const { rows } = await shop.db.execute<LineReservationRow>(
    sql`select l.position, r.quantity, r.backordered, r.returned, r.state from stock_reservations r
      join order_lines l on l.id = r.line_id where r.order_id = ${id} order by l.position`,
  );
  return rows;
}

/** A mug with a text add-on, ordered with these texts, each on its own line. */
async function orderMugs(mug: number, wanted: readonly (readonly [text: string, quantity: number])[]): Promise<Order> {
  await shop.db.execute(sql`insert into product_addons (product_id, field_key, kind, label, position)
    values (${mug}, 'name', 'text', 'Name', 0)`);
  const visitor = await createVisitor(shop.db);
  for (const [text, quantity] of wanted) {
    const item = { productId: mug, variationId: null, chosen: {}, quantity };
    await addToCart(shop, visitor, { items: [item], form: { 'addon-name': text } });
  }
  const units = wanted.reduce((sum, [, quantity]) => sum + quantity, 0);
  const result = await placeOrder(shop, visitor, checkoutInput({ expectedTotal: units * 1000 + 500 }));
  const order = result.ok ? await getOrder(shop.db, { token: result.token }) : null;
  if (!order) throw new Error(result.ok ? 'lost' : result.code);
  return order;
}

const returnUnits = ({ id }: Order, position: number, quantity: number) =>
  returnTestUnits(shop, id, [{ position, quantity }]);

describe('reservations of an order', () => {
  it('belong to its lines: two mugs of one stock on two lines have two', async () => {
    const mug = await addProduct(shop, { stock: 5 });
    const order = await orderMugs(mug, [
      ['Ada', 2],
      ['Bo', 1],
    ]);
    expect(await readReservations(order)).toMatchObject([
      { position: 0, quantity: 2, state: 'reserved' },
      { position: 1, quantity: 1, state: 'reserved' },
    ]);
    await returnUnits(order, 1, 1);
    expect(await readReservations(order)).toMatchObject([
      { position: 0, returned: 0, state: 'reserved' },
      { position: 1, returned: 1, state: 'released' },
    ]);
    expect(await readOnHand(shop.db, mug)).toBe(3);
  });

  it('give what is on hand to the first lines, the rest is backordered', async () => {
    const mug = await addProduct(shop, { stock: 3, backorders: 'notify' });
    const order = await orderMugs(mug, [
      ['Ada', 2],
      ['Bo', 2],
    ]);
    expect(await readReservations(order)).toMatchObject([
      { position: 0, quantity: 2, backordered: 0 },
      { position: 1, quantity: 2, backordered: 1 },
    ]);
    await returnUnits(order, 1, 1);
    expect([(await readReservations(order))[1]?.backordered, await readOnHand(shop.db, mug)]).toEqual([0, 0]);
  });

  it('return at most what they have taken, in parts', async () => {
    const mug = await addProduct(shop, { stock: 9 });
    const order = await placeTestOrder(shop, [[mug, 3]]);
    await inTransaction(shop.db, (tx) => markOrderPaid(shop, tx, { orderId: order.id, by: 'shop' }));
    await returnUnits(order, 0, 1);
    expect([await readOnHand(shop.db, mug), (await readReservations(order))[0]?.state]).toEqual([7, 'committed']);
    await returnUnits(order, 0, 9);
    await returnUnits(order, 0, 1);
    expect([await readOnHand(shop.db, mug), (await readReservations(order))[0]?.state]).toEqual([9, 'released']);
  });

  it('return the rest when the order is cancelled', async () => {
    const mug = await addProduct(shop, { stock: 9 });
    const order = await placeTestOrder(shop, [[mug, 3]]);
    await returnUnits(order, 0, 1);
    await inTransaction(shop.db, (tx) => cancelOrder(shop, tx, { orderId: order.id, by: 'shop', reason: 'by-shop' }));
    expect([await readOnHand(shop.db, mug), (await readReservations(order))[0]?.returned]).toEqual([9, 3]);
  });

  it('of two variations with one stock add up to what the stock lost', async () => {
    const { product, small, large } = await addBowl(shop);
    await shop.db.execute(sql`update variations set stock_id = ${product} where id in (${small}, ${large})`);
    await shop.db.execute(sql`update stock_levels set managed = true, on_hand = 5 where variation_id = ${product}`);
    const visitor = await createVisitor(shop.db);
    for (const [variationId, glaze] of [
      [small, 'celadon'],
      [large, 'ash'],
    ] as const) {
      const item = {
        productId: product,
        variationId,
        chosen: variationId === large ? { size: 'large', glaze } : {},
        quantity: 2,
      };
      expect(await addToCart(shop, visitor, { items: [item], form: {} })).toMatchObject({ ok: true });
    }
    const result = await placeOrder(shop, visitor, checkoutInput({ expectedTotal: 8500 }));
    const order = result.ok ? await getOrder(shop.db, { token: result.token }) : null;
    if (!order) throw new Error('not placed');
    expect(await readReservations(order)).toMatchObject([{ quantity: 2 }, { quantity: 2 }]);
    expect(await readOnHand(shop.db, product)).toBe(1);
  });
});
