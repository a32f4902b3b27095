import { expect, it } from 'vitest';
import { createOrderLink, lockOrder, markPaymentFailed, type Order } from '#features/orders/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { createSystemActor } from '#platform/sessions/actor.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { placeTestOrder, salesPayments, salesShop } from '#tests/support/sales.ts';
import { newShopper } from '#tests/support/shopper.ts';

const { database } = useDatabase();

async function placeFailed(shop: Shop): Promise<Order> {
  const order = await placeTestOrder(shop, [[await addProduct(shop), 1]], { paymentMethod: 'pay_later' });
  await inTransaction(shop.db, async (tx) => {
    const locked = await lockOrder(tx, order.id);
    if (locked) await markPaymentFailed(shop, tx, locked, createSystemActor('pay_later'));
  });
  return order;
}

it.each([
  ['none', {}, false],
  ['a bank transfer', salesPayments, true],
])('a failed order says that it can be paid another way if there is one: %s [D3]', async (_what, payments, isOther) => {
  const { shop, http } = await salesShop(database, { settings: { payments } });
  const { body } = await newShopper({ http }).visit(createOrderLink(shop, await placeFailed(shop)));
  expect(body).toContain('You can try again');
  expect(body.includes('pay another way')).toBe(isOther);
});
