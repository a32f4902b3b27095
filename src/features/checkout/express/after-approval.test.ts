import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { type RemotePaymentShop, remotePaymentShop } from '#tests/support/remote-payments.ts';
import { testGuest } from '#tests/support/sales.ts';
import { newShopper, type Shopper } from '#tests/support/shopper.ts';
import type { ExpressStartReply } from '../contract.ts';
import { placeTypedOrder } from '../place/place-typed-order.ts';

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
  remote.server.changesAgreed = false;
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
  const begun = await shopper.submit('/api/store/v1/cart/order', { payment_method: 'test_card' });
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

describe('an amount that the provider lets change after the shopper has agreed', () => {
  beforeEach(() => {
    remote.server.changesAgreed = true;
  });

  it('is not ordered for, whatever the order costs by now, and nothing is charged', async () => {
    const started = await start();
    remote.server.approve(started.payment);
    await started.shopper.addToCart(started.product);
    expect(readCode(await quote(started))).toBe('EXPRESS_UNANSWERED');
    expect(remote.server.books.get(started.payment)?.amount).toBe(2500);
    expect(readCode(await confirm(started))).toBe('EXPRESS_ENDED');
    expect(await readOrder(started)).toMatchObject({ status: null });
    expect(remote.server.books.get(started.payment)?.transactions).toEqual([]);
  });

  it('is agreed to anew with another payment', async () => {
    const started = await start();
    remote.server.approve(started.payment);
    await started.shopper.addToCart(started.product);
    await quote(started);
    const begun = await started.shopper.submit('/api/store/v1/cart/order', { payment_method: 'test_card' });
    const again = { ...started, ...(begun.json() as ExpressStartReply) };
    expect(again.payment).not.toBe(started.payment);
    expect((await quote(again)).json()).toMatchObject({ total: 2500 });
    remote.server.approve(again.payment);
    expect((await confirm(again)).status).toBe(200);
    expect(await readOrder(again)).toMatchObject({ status: 'processing', captured_total: 2500 });
  });

  it('is agreed to once when the change arrives just before the shopper agrees', async () => {
    const started = await start();
    await started.shopper.addToCart(started.product);
    // The change is answered late; the shopper agrees before the answer.
    remote.server.fail('amount', 'late');
    const quoted = quote(started);
    await vi.waitFor(() => expect(remote.server.books.get(started.payment)?.amount).toBe(2500));
    remote.server.approve(started.payment);
    expect(readCode(await quoted)).toBe('EXPRESS_UNANSWERED');
    expect(readCode(await confirm(started))).toBe('EXPRESS_ENDED');
    expect(remote.server.books.get(started.payment)?.transactions).toEqual([]);
  });
});

describe('an order with a payment that was agreed to before', () => {
  const readActor = async ({ payment }: Started) => {
    const { rows } = await remote.app.shop.db.execute<{ id: string }>(sql`select c.visitor_id as id from payments p
      join checkout_attempts a on a.id = p.attempt_id join carts c on c.id = a.cart_id where p.public_id = ${payment}`);
    return testGuest(rows[0]?.id ?? null);
  };

  it.each([null, 1500])(
    'is one order when its form or call comes again after a lost reply (expected total: %s)',
    async (expectedTotal) => {
      const started = await start();
      remote.server.approve(started.payment);
      const actor = await readActor(started);
      const order = () =>
        placeTypedOrder(remote.app.shop, actor, {
          ...{ form: { ...typed, payment_method: 'test_card' }, extensions: {}, ipAddress: '127.0.0.1' },
          overrides: { expectedTotal, requestKey: `again-${started.payment}` },
        });
      const first = await order();
      expect(first).toMatchObject({ ok: true, isRepeated: false });
      expect(await readOrder(started)).toMatchObject({ status: 'processing', captured_total: 1500 });
      expect(await order()).toMatchObject({ ok: true, isRepeated: true, number: first.ok && first.number });
    },
  );
});

describe('who comes back from the provider', () => {
  const comeBack = async ({ shopper, payment }: Started) => {
    const back = await shopper.visit(`/checkout/payment/${payment}`);
    const { location } = await shopper.visit(back.location);
    return (await shopper.visit(location)).body;
  };

  it('when the payment has been given up reads that it has ended', async () => {
    const started = await start();
    remote.server.approve(started.payment);
    remote.clock.forward(130 * minute);
    expect(await comeBack(started)).toContain('This payment has ended, and nothing was charged.');
  });

  it('while the provider does not answer reads that nothing was charged', async () => {
    const started = await start();
    remote.server.approve(started.payment);
    for (let count = 0; count < 3; count += 1) remote.server.fail('state', 'refuse-connection');
    expect(await comeBack(started)).toContain(
      'The payment service is not responding, and nothing was charged. Please try again.',
    );
  });

  it('without having agreed reads nothing about it', async () => {
    expect(await comeBack(await start())).not.toMatch(/This payment has ended|did not answer/);
  });
});
