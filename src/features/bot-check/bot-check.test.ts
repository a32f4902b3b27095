import { sql } from 'drizzle-orm';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { createGuest } from '#platform/sessions/actor.ts';
import { solveBotCheck as solve } from '#tests/support/bot-check.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { type RemotePaymentShop, remotePaymentShop } from '#tests/support/remote-payments.ts';
import { newShopper, type Shopper } from '#tests/support/shopper.ts';
import { createActorSubject, prepareBotCheck, verifyBotCheck } from './check.ts';
import { purgeBotChecksJob } from './uses.ts';

const { database } = useDatabase();
let remote: RemotePaymentShop;
/** Another process on the same database. */
let other: RemotePaymentShop;

beforeAll(async () => {
  const settings = {
    'bot-check': { iterations: 100 },
    checkout: { termsPath: null, ordersPerHour: { visitor: 4, address: null, email: null, domain: null, all: null } },
  };
  remote = await remotePaymentShop(database, settings);
  other = await remotePaymentShop(database, settings);
});
afterAll(async () => {
  await remote.stop();
  await other.stop();
});

const ada = createGuest(crypto.randomUUID());
const prepare = async (actor = ada, purpose = 'test') =>
  renderToStaticMarkup((await prepareBotCheck(remote.app.shop, createActorSubject(purpose, actor))) as never);
const passes = async (answer: string, actor = ada, purpose = 'test', { app } = remote) =>
  (await verifyBotCheck(app.shop, createActorSubject(purpose, actor), { answer })) === 'passed';

describe('the proof of work', () => {
  it('passes once, in whatever process', async () => {
    const answer = await solve(await prepare());
    const results = await Promise.all([passes(answer), passes(answer, ada, 'test', other), passes(answer)]);
    expect(results.filter(Boolean)).toHaveLength(1);
    expect(await passes(answer, ada, 'test', other)).toBe(false);
  });

  it('is for one visitor and one kind of form', async () => {
    const answer = await solve(await prepare());
    expect(await passes(answer, createGuest(crypto.randomUUID()))).toBe(false);
    expect(await passes(answer, ada, 'contact')).toBe(false);
    expect(await passes(answer)).toBe(true);
  });

  it('expires, and its use is forgotten only then', async () => {
    const [used, late] = [await solve(await prepare()), await solve(await prepare())];
    expect(await passes(used)).toBe(true);
    await runJobsNow(remote.app.shop, [purgeBotChecksJob]);
    expect(await passes(used)).toBe(false);
    remote.clock.forward(31 * 60_000);
    expect(await passes(late)).toBe(false);
    await purgeBotChecksJob.run(remote.app.shop, {}, { number: 1, isLast: false });
    expect((await remote.app.shop.db.execute(sql`select from bot_check_uses`)).rows).toEqual([]);
    expect(await passes(used)).toBe(false);
  });

  it('refuses what is forged: other work, another end, another subject, no signature, no solution, no JSON', async () => {
    const answer = await solve(await prepare());
    const change = (
      edit: (content: {
        challenge: { parameters: Record<string, unknown>; signature?: string };
        solution: Record<string, unknown>;
      }) => void,
    ) => {
      const content = JSON.parse(Buffer.from(answer, 'base64').toString());
      edit(content);
      return Buffer.from(JSON.stringify(content)).toString('base64');
    };
    const forged = [
      change(({ challenge }) => {
        challenge.parameters.cost = 1;
      }),
      change(({ challenge }) => {
        challenge.parameters.keyPrefix = '0';
      }),
      change(({ challenge }) => {
        challenge.parameters.nonce = 'a'.repeat(32);
      }),
      change(({ challenge }) => {
        challenge.parameters.expiresAt = 9_999_999_999;
      }),
      change(({ challenge }) => {
        delete challenge.signature;
      }),
      change(({ challenge }) => {
        challenge.signature = 'a'.repeat(64);
      }),
      change(({ solution }) => {
        solution.counter = Number(solution.counter) + 1;
      }),
      change(({ solution }) => {
        solution.derivedKey = '00'.repeat(32);
      }),
      ...['', 'x', Buffer.from('{}').toString('base64'), 'A'.repeat(10_000)],
    ];
    for (const content of forged) expect(await passes(content), content.slice(0, 40)).toBe(false);
    expect(await passes(answer)).toBe(true);
  });
});

async function fillCart(shopper: Shopper) {
  await shopper.addToCart(await addProduct(remote.app.shop, { stock: 9 }));
  return (await shopper.fillInCheckout()) ?? {};
}

describe('the checkout', () => {
  it('asks nothing, and loads no script for it, below half of the limit; then orders pass with a solved check', async () => {
    const shopper = newShopper(remote.app);
    for (let count = 0; count < 2; count += 1) {
      const form = await fillCart(shopper);
      expect((await shopper.visit('/checkout')).body).not.toContain('proof-of-work');
      expect((await shopper.placeOrder(form)).status).toBe(303);
    }
    const form = await fillCart(shopper);
    const page = await shopper.visit('/checkout');
    for (const words of ['data-proof-of-work', 'This check needs JavaScript', 'contact us'])
      expect(page.body).toContain(words);
    const refused = await shopper.placeOrder(form);
    expect([
      refused.status,
      refused.body.includes(
        'Please wait for the security check to finish, then send the form again. Without JavaScript, try again in an hour or contact us.',
      ),
    ]).toEqual([200, true]);
    const answer = await solve(refused.body);
    const placed = await shopper.placeOrder({ ...form, bot_check: answer });
    expect(placed.location).toMatch(/^\/order\//);
    // The reply was lost: the same form gets its order.
    expect((await shopper.placeOrder({ ...form, bot_check: answer })).location).toBe(placed.location);
    const next = await fillCart(shopper);
    expect((await shopper.placeOrder({ ...next, bot_check: answer })).body).toContain(
      'Please wait for the security check to finish, then send the form again. Without JavaScript, try again in an hour or contact us.',
    );
  });

  it('takes an answer for one payment that begins before its order, whatever key the call has', async () => {
    const shopper = newShopper(remote.app);
    for (let count = 0; count < 2; count += 1) await shopper.placeOrder(await fillCart(shopper));
    const calls = '/api/store/v1/checkout/express';
    const address = { country: 'IE', city: 'Cork' };
    const confirm = async (fields: object) => {
      const form = await fillCart(shopper);
      const begun = await shopper.submit('/api/store/v1/cart/order', { payment_method: 'test_card' });
      const { payment } = begun.json() as { payment: string };
      await shopper.submit(`${calls}/quote`, { payment, ...address });
      remote.server.approve(payment);
      return shopper.submit(`${calls}/confirm`, { ...form, payment, ...fields });
    };
    await fillCart(shopper);
    const bot_check = await solve((await shopper.visit('/checkout')).body);
    const request_key = crypto.randomUUID();
    expect((await confirm({ bot_check, request_key })).status).toBe(200);
    const second = await confirm({ bot_check, request_key });
    expect(second.json()).toMatchObject({ code: 'FORM_INVALID', data: { params: { bot_check: expect.any(String) } } });
  });
});

describe('paying after many declined payments', () => {
  it('asks for the check, by the form and by the call, and passes with it', async () => {
    const shopper = newShopper(remote.app);
    const form = await fillCart(shopper);
    remote.server.fail('begin', 'decline');
    const { location } = await shopper.placeOrder({ ...form, payment_method: 'test_card' });
    for (let count = 1; count < 3; count += 1) {
      expect((await shopper.visit(location)).body).not.toContain('data-proof-of-work');
      remote.server.fail('begin', 'decline');
      await shopper.submit(location, { payment_method: 'test_card' });
    }
    const page = (await shopper.visit(location)).body;
    expect(page).toContain('data-proof-of-work');
    expect((await shopper.submit(location, { payment_method: 'test_card' })).location).toBe(location);
    expect((await shopper.visit(location)).body).toContain(
      'Please wait for the security check on this page to finish, then press the button again. Without JavaScript, try again in an hour or contact us.',
    );
    const token = location.split('/')[2] ?? '';
    const call = await shopper.submit('/api/store/v1/order/pay', { order_token: token, payment_method: 'test_card' });
    expect([call.status, call.json()]).toMatchObject([403, { code: 'BOT_CHECK_REQUIRED' }]);
    const fields = { payment_method: 'test_card', bot_check: await solve(page) };
    expect((await shopper.submit(location, fields)).location).toContain('/pay/pay_');
    expect((await shopper.submit(location, fields)).location).toBe(location);
  });

  it('asks strangers of the same network, too, and not those of another', async () => {
    const { shop } = remote.app;
    const order = await remote.placeOrder();
    const { hashNetwork } = await import('#features/payments/ledger/failed-payments.ts');
    await shop.db.execute(sql`update payments set status = 'failed', network_hash = ${hashNetwork(shop, '203.0.113.7')}, created_at = ${shop.clock.now()}
      where order_id = ${order.orderId}`);
    const { countFailedPayments } = await import('#features/payments/index.ts');
    const count = (network: string) => countFailedPayments(shop, shop.db, createGuest(crypto.randomUUID(), network));
    expect([await count('203.0.113.7'), await count('203.0.113.8')]).toEqual([1, 0]);
    remote.clock.forward(61 * 60_000);
    expect(await count('203.0.113.7')).toBe(0);
  });
});
