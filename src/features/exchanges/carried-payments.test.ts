import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { shipOrder } from '#features/fulfilment/index.ts';
import { cancelOrder, getOrder, type Order } from '#features/orders/index.ts';
import { requestRefund } from '#features/payments/index.ts';
import { settle } from '#features/payments/settle/settle.ts';
import { inTransaction } from '#platform/database/database.ts';
import { createSystemActor } from '#platform/sessions/actor.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { type PlacedPayment, type RemotePaymentShop, remotePaymentShop } from '#tests/support/remote-payments.ts';
import { type Exchange, exchangeItems } from './exchange-items.ts';

const { database, pool } = useDatabase({ connections: 8 });
let remote: RemotePaymentShop;

beforeAll(async () => {
  remote = await remotePaymentShop(database);
});
afterAll(() => remote.stop());

interface Exchanged {
  readonly placed: PlacedPayment;
  readonly first: Order;
  readonly second: Order;
  /** Of the payments of both orders. */
  readonly payments: readonly number[];
}

/** An order of 15.00 that was paid by the provider and shipped, whose item of 10.00 is exchanged for one of another price. */
async function exchangeFor(price: number): Promise<Exchanged> {
  const { shop } = remote.app;
  const placed = await remote.placeOrder();
  remote.server.approve(placed.publicId);
  await remote.trigger('return', placed);
  const shipment = { orderId: placed.orderId, units: null, parcels: [], notify: false, by: 'shop' } as const;
  await inTransaction(shop.db, (tx) => shipOrder(shop, tx, shipment));
  const variationId = await addProduct(shop, { name: 'Dune cup', price, stock: 5 });
  const exchange = {
    ...{ orderId: placed.orderId, returned: [{ position: 1, quantity: 1 }], sent: [{ variationId, quantity: 1 }] },
    ...{ charge: 0, settlement: 'wait' as const, requestKey: randomUUID(), by: createSystemActor('Ada') },
  } satisfies Exchange;
  const result = await inTransaction(shop.db, (tx) => exchangeItems(shop, tx, exchange));
  if (!result.ok) throw new Error(result.code);
  const { before, after } = result;
  const { rows } = await pool.query<{ id: number }>(
    'select id::integer as id from payments where order_id = any($1) order by id',
    [[before.id, after.id]],
  );
  return { placed, first: await read(before), second: after, payments: rows.map(({ id }) => id) };
}

const read = async ({ id }: Pick<Order, 'id'>) => (await getOrder(remote.app.shop.db, { id })) as Order;

const readBook = ({ publicId }: PlacedPayment) =>
  remote.server.books
    .get(publicId)
    ?.transactions.filter(({ kind, status }) => kind !== 'authorize' && status === 'succeeded')
    .map(({ kind, amount }) => `${kind} ${amount}`);

const sums = async (order: Pick<Order, 'id'>) => {
  const { capturedTotal, refundedTotal } = await read(order);
  return [capturedTotal, refundedTotal];
};

const settleAll = async (payments: readonly number[]) => {
  for (const id of payments) await settle(remote.app.shop, id);
};

async function refund({ id: orderId }: Pick<Order, 'id'>, amount: number): Promise<void> {
  const { shop } = remote.app;
  const input = {
    orderId,
    amount,
    parts: null,
    reason: '',
    restock: false,
    requestKey: randomUUID(),
    by: 'shop',
  } as const;
  const result = await inTransaction(shop.db, (tx) => requestRefund(shop, tx, input));
  if (!result.ok) throw new Error(result.code);
  for (const payment of result.payments) await settle(shop, payment);
}

it('asks the provider of the first payment for what is refunded of carried money', async () => {
  const { placed, first, second, payments } = await exchangeFor(700);
  expect(readBook(placed)).toEqual(['capture 1500']);
  expect([await sums(first), await sums(second)]).toEqual([
    [1500, 1000],
    [1000, 0],
  ]);
  await settleAll(payments);
  expect([await sums(first), await sums(second)]).toEqual([
    [1500, 1000],
    [1000, 0],
  ]);
  await refund(second, 300);
  expect(readBook(placed)).toEqual(['capture 1500', 'refund 300']);
  await refund(first, 500);
  await settleAll(payments);
  expect(readBook(placed)).toEqual(['capture 1500', 'refund 300', 'refund 500']);
  expect([await sums(first), await sums(second)]).toEqual([
    [1500, 1500],
    [1000, 300],
  ]);
});

it('finds a refund at the pages of the provider, and gives it to the order that has the money', async () => {
  const { placed, first, second, payments } = await exchangeFor(1000);
  remote.server.refund(placed.publicId, 200);
  await settleAll(payments);
  expect([await sums(first), await sums(second)]).toEqual([
    [1500, 1200],
    [1000, 0],
  ]);
  remote.server.refund(placed.publicId, 900);
  await settleAll([...payments, ...payments]);
  expect([await sums(first), await sums(second)]).toEqual([
    [1500, 1200],
    [1000, 900],
  ]);
});

it('takes the whole payment, which was charged back, from both orders, each once', async () => {
  const { placed, first, second, payments } = await exchangeFor(1000);
  remote.server.refund(placed.publicId, 1500);
  await Promise.all([...payments, ...payments].map((id) => settle(remote.app.shop, id)));
  await settleAll(payments);
  expect([await sums(first), await sums(second)]).toEqual([
    [1500, 1500],
    [1000, 1000],
  ]);
});

it('divides what was refunded at the provider and is more than one order has', async () => {
  const { placed, first, second, payments } = await exchangeFor(1000);
  await refund(second, 300);
  remote.server.refund(placed.publicId, 900);
  await settleAll([...payments, ...payments]);
  expect([await sums(first), await sums(second)]).toEqual([
    [1500, 1500],
    [1000, 700],
  ]);
});

it('gives the money back when the order is cancelled that waits for a difference', async () => {
  const { placed, first, second, payments } = await exchangeFor(2000);
  expect(second.status).toBe('pending');
  const { shop } = remote.app;
  const cancel = { orderId: second.id, by: 'shop', reason: 'by-shop' } as const;
  await inTransaction(shop.db, (tx) => cancelOrder(shop, tx, cancel));
  await settleAll(payments);
  expect(readBook(placed)).toEqual(['capture 1500', 'refund 1000']);
  expect([await sums(first), await sums(second)]).toEqual([
    [1500, 1000],
    [1000, 1000],
  ]);
});
