import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { type RemotePaymentShop, remotePaymentShop } from '#tests/support/remote-payments.ts';
import { newShopper, type Shopper } from '#tests/support/shopper.ts';
import type { ExpressStartReply } from '../contract.ts';

const { database } = useDatabase({ connections: 12 });
const base = '/api/store/v1/checkout/express';
const minute = 60_000;
let remote: RemotePaymentShop;

beforeAll(async () => {
  remote = await remotePaymentShop(database);
});
beforeEach(() => {
  remote.server.mode = 'approve';
  remote.server.action = 'client';
  remote.server.clearFaults();
});
afterAll(() => remote.stop());

const home = { country: 'IE', city: 'Cork', postcode: '', state: '' };
const typed = {
  ...{ billing_email: 'ada@example.com', billing_first_name: 'Ada', billing_last_name: 'Byrne' },
  ...{ billing_address_1: '1 Quay Lane', billing_city: 'Cork', billing_postcode: '', billing_country: 'IE' },
  ...{ shipping_method: 'flat_rate:1', terms: '1' },
};

/** A shopper with a bowl of 10.00 in the cart, who has begun to pay 15.00 with delivery. */
async function start() {
  const product = await addProduct(remote.app.shop, { stock: 5 });
  const shopper = newShopper(remote.app);
  await shopper.addToCart(product);
  const begun = await shopper.submit(`${base}/start`, { provider: 'test_card' });
  const started = { shopper, product, ...(begun.json() as ExpressStartReply) };
  expect((await quote(started)).status).toBe(200);
  return started;
}

type Started = Pick<Awaited<ReturnType<typeof start>>, 'shopper' | 'payment' | 'product'>;

const quote = ({ shopper, payment }: Started) => shopper.submit(`${base}/quote`, { payment, ...home });
const confirm = ({ shopper, payment }: Started) => shopper.submit(`${base}/confirm`, { payment, ...typed });
const readCode = (reply: Awaited<ReturnType<Shopper['submit']>>) => (reply.json() as { code: string }).code;

async function readOrder({ payment }: Started) {
  const { rows } = await remote.app.shop.db.execute(
    sql`select o.status, o.captured_total from payments p left join orders o on o.id = p.order_id where p.public_id = ${payment}`,
  );
  return rows[0];
}

async function trigger(trigger: 'event' | 'job', { payment: publicId }: Started) {
  await remote.trigger(trigger, { publicId } as never);
}

it('an order whose payment was agreed to is paid by the job, also when its confirmation ended before it asked for the money', async () => {
  const started = await start();
  remote.server.approve(started.payment);
  await trigger('event', started);
  // The first question is whether the shopper has agreed; what happens after the order is lost.
  remote.server.fail('state', 'late');
  remote.server.fail('state', 'refuse-connection');
  expect((await confirm(started)).status).toBe(200);
  expect(await readOrder(started)).toMatchObject({ status: 'pending', captured_total: 0 });
  remote.clock.forward(5 * minute);
  await trigger('job', started);
  expect(await readOrder(started)).toMatchObject({ status: 'processing', captured_total: 1500 });
});
