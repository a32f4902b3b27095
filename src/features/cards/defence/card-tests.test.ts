import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { beginOrderPayment, describeLastFailure } from '#features/payments/index.ts';
import { useDatabase } from '#tests/support/database.ts';
import { createCustomer, type TestCustomer } from '#tests/support/sales.ts';
import { type WalletShop, walletShop } from '#tests/support/wallet-shop.ts';

const { database } = useDatabase({ connections: 12 });
const [visa, stolen] = ['4111111111111111', '4000000000000002'];
let wallet: WalletShop;

beforeAll(async () => {
  wallet = await walletShop(database);
});
beforeEach(async () => {
  wallet.clock.forward(2 * 60 * 60 * 1000);
});

const select = async (query: ReturnType<typeof sql>) => (await wallet.app.shop.db.execute(query)).rows;

/** One try of a shopper from a network. @returns whether it has paid, or null where no payment began */
async function pay(network: string, card: string, customer?: TestCustomer): Promise<boolean | null> {
  const order = await wallet.placeOrder(5, 'wallet-card', network, customer);
  if (order.reference === '') return null;
  wallet.clock.forward(1000);
  await wallet.sandbox.control.payByCard(order.reference, card);
  await wallet.trigger('return', order);
  const [row] = await select(sql`select captured_total from orders where id = ${order.orderId}`);
  return Number(row?.captured_total) > 0;
}

const countMails = async () => (await select(sql`select from platform.mail where id like 'card-tests:%'`)).length;

/** Each sends ten cards. 50 are the attack that is defended: `CARD_TEST_NETWORKS=50`. */
const networks = Number(process.env.CARD_TEST_NETWORKS ?? 3);

describe('who tests stolen cards', () => {
  it('is stopped in each network after six declines, and honest shoppers beside them all pay at their first try', {
    timeout: networks * 15_000,
  }, async () => {
    const outcomes: (boolean | null)[] = [];
    const honest: (boolean | null)[] = [];
    for (let round = 0; round < 10; round += 1)
      for (let network = 0; network < networks; network += 1) {
        // The last cards of the list are good.
        outcomes.push(await pay(`203.0.113.${network}`, round < 6 ? stolen : visa));
        if (round === 7) honest.push(await pay(`198.51.100.${network}`, visa));
      }
    expect(outcomes.filter((paid) => paid === true)).toHaveLength(0);
    expect(outcomes.filter((paid) => paid === null)).toHaveLength(4 * networks);
    expect(honest).toEqual(Array.from({ length: networks }, () => true));
    wallet.clock.forward(10 * 60 * 1000);
    await wallet.runJobs();
    expect(await countMails()).toBe(1);
  });

  it('is told why, and that there are other ways to pay', async () => {
    for (let tries = 0; tries < 6; tries += 1) await pay('203.0.113.90', stolen);
    const order = await wallet.placeOrder(5, 'wallet-card', '203.0.113.90');
    const { shop } = wallet.app;
    expect(await beginOrderPayment(shop, order.number)).toBeNull();
    expect(await describeLastFailure(shop, shop.t, order.orderId)).toContain(
      'Card payments from your network are paused because too many were declined. Please pay another way, or try again in an hour.',
    );
  });

  it('is stopped with the same payment, too: no further try follows', async () => {
    for (let tries = 0; tries < 5; tries += 1) await pay('203.0.113.91', stolen);
    const order = await wallet.placeOrder(5, 'wallet-card', '203.0.113.91');
    await wallet.sandbox.control.payByCard(order.reference, stolen);
    wallet.clock.forward(1000);
    await wallet.trigger('return', order);
    await wallet.trigger('return', order);
    const [row] = await select(sql`select status, reference from payments where order_id = ${order.orderId}`);
    expect(row).toMatchObject({ reference: order.reference });
  });
});

it('an office whose people pay goes on paying by card, with some declines among them', async () => {
  for (let round = 0; round < 8; round += 1) {
    expect(await pay('203.0.113.92', visa)).toBe(true);
    expect(await pay('203.0.113.92', stolen)).toBe(false);
  }
  expect(await pay('203.0.113.92', visa)).toBe(true);
});

it('a network may pay by card again after an hour', async () => {
  for (let tries = 0; tries < 6; tries += 1) await pay('203.0.113.93', stolen);
  expect(await pay('203.0.113.93', visa)).toBeNull();
  wallet.clock.forward(61 * 60 * 1000);
  expect(await pay('203.0.113.93', visa)).toBe(true);
});

it('who tests cards in payments that were begun all at once is stopped as well: what is closed takes no more money', async () => {
  const network = '203.0.113.94';
  const orders = [];
  for (let tries = 0; tries < 10; tries += 1) orders.push(await wallet.placeOrder(5, 'wallet-card', network));
  wallet.clock.forward(1000);
  const paid: boolean[] = [];
  for (const [index, order] of orders.entries()) {
    await wallet.sandbox.control.payByCard(order.reference, index < 6 ? stolen : visa);
    await wallet.trigger('return', order);
    const { captures } = wallet.sandbox.control.readBook(order.reference);
    paid.push(captures.some(({ status }) => status === 'COMPLETED'));
  }
  expect(paid.filter((each) => each)).toEqual([]);
});

it('a customer who has paid before pays behind somebody who tests cards in the same network, until their own cards are declined', async () => {
  const network = '203.0.113.95';
  const colleague = await createCustomer(wallet.app.shop);
  const payAs = (card: string) => pay(network, card, colleague);
  expect(await payAs(visa)).toBe(true);
  wallet.clock.forward(25 * 60 * 60 * 1000);
  for (let tries = 0; tries < 6; tries += 1) await pay(network, stolen);
  expect(await pay(network, visa)).toBeNull();
  expect(await payAs(visa)).toBe(true);
  wallet.clock.forward(2 * 60 * 60 * 1000);
  for (let tries = 0; tries < 6; tries += 1) await payAs(stolen);
  expect(await payAs(visa)).toBeNull();
});

it('an account that was made for the test is no customer who has paid before', async () => {
  const network = '203.0.113.96';
  const thief = await createCustomer(wallet.app.shop);
  expect(await pay('203.0.113.97', visa, thief)).toBe(true);
  for (let tries = 0; tries < 6; tries += 1) await pay(network, stolen);
  expect(await pay(network, visa, thief)).toBeNull();
});
