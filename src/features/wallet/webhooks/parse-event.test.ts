import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type App, listJobs } from '#app/app.ts';
import { beginOrderPayment } from '#features/payments/index.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { placeTestOrder, salesShop, testClock } from '#tests/support/sales.ts';
import { openSigning, Store, signEvent, startWalletSandbox, type WalletSandbox } from '#wallet-sandbox/index.ts';
import { getWalletEndpoints } from '../provider/endpoints.ts';
import { loadSigningKey } from './signing-keys.ts';

const { database } = useDatabase();
const path = '/payments/wallet/events';
const received: { readonly headers: Record<string, string>; readonly body: string }[] = [];
/** Keeps the messages: the tests pass them on to the shop. */
const receiver = createServer(async (request, response) => {
  const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
  received.push({ headers: headers as Record<string, string>, body: await text(request) });
  response.end();
});
const clock = testClock();
let sandbox: WalletSandbox;
let app: App;

beforeAll(async () => {
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  const webhookUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}${path}`;
  sandbox = await startWalletSandbox({ port: 0, restPort: 0, dataFile: null, clock, webhookUrl });
  const env = { TEST_WALLET_URL: sandbox.publicUrl, TEST_WALLET_REST_URL: sandbox.restUrl };
  app = await salesShop(database, { clock, env });
});
beforeEach(() => received.splice(0));
afterAll(async () => {
  await sandbox.stop();
  receiver.close();
});

/** Places an order and lets the shopper agree. @returns the message about that */
async function receiveApproval() {
  const order = await placeTestOrder(app.shop, [[await addProduct(app.shop, { stock: 5 }), 1]], {
    paymentMethod: 'wallet',
  });
  await beginOrderPayment(app.shop, order.number);
  const { rows } = await app.shop.db.execute<{ reference: string; public_id: string }>(
    sql`select reference, public_id from payments where order_id = ${order.id}`,
  );
  const [payment] = rows;
  await sandbox.control.approve(payment?.reference ?? '');
  const [message] = received.splice(0);
  if (!message || !payment) throw new Error('no message came');
  return { ...message, ...payment, orderId: order.id };
}

type Message = Pick<Awaited<ReturnType<typeof receiveApproval>>, 'headers' | 'body'>;

async function post({ headers, body }: Message, changed: Readonly<Record<string, string>> = {}) {
  const sent = { ...headers, 'sec-fetch-site': 'cross-site', ...changed };
  return (await app.http.inject({ method: 'POST', url: path, headers: sent, payload: body })).statusCode;
}

/** Signs another event as the provider does. */
function sign({ headers }: Message, event: object): Message {
  const body = JSON.stringify(event);
  const parts = {
    ...{ transmissionId: headers['paypal-transmission-id'] ?? '', time: headers['paypal-transmission-time'] ?? '' },
    ...{ webhookId: sandbox.webhookId ?? '', body },
  };
  const signing = openSigning(new Store(null));
  return { headers: { ...headers, 'paypal-transmission-sig': signEvent(parts, signing) }, body };
}

async function listEvents(publicId: string) {
  const { rows } = await app.shop.db.execute(
    sql`select reference, approved_at from provider_events where public_id = ${publicId}::uuid`,
  );
  return rows;
}

describe('a webhook of the wallet', () => {
  it('is taken once, however often it comes', async () => {
    const message = await receiveApproval();
    expect(await Promise.all([post(message), post(message)])).toEqual([200, 200]);
    expect(await post(message)).toBe(200);
    expect(await listEvents(message.public_id)).toMatchObject([{ reference: message.reference }]);
  });

  it('is checked over its bytes: the same JSON written otherwise is refused (pitfall 37)', async () => {
    const message = await receiveApproval();
    const body = JSON.stringify(JSON.parse(message.body), null, 1);
    expect(await post({ ...message, body })).toBe(400);
    expect(await post({ ...message, body: message.body.replace('"1.0"', '"1.00"') })).toBe(400);
    expect(await post(message)).toBe(200);
  });

  it.each<readonly [string, Readonly<Record<string, string>>]>([
    ['another id', { 'paypal-transmission-id': 'other' }],
    ['another time', { 'paypal-transmission-time': '2030-01-01T00:00:00Z' }],
    ['another signature', { 'paypal-transmission-sig': Buffer.from('forged').toString('base64') }],
    ['another algorithm', { 'paypal-auth-algo': 'SHA1withRSA' }],
    ['no address of a certificate', { 'paypal-cert-url': '' }],
    ['an address that is none', { 'paypal-cert-url': 'certificate' }],
    ['a certificate of another path', { 'paypal-cert-url': 'http://127.0.0.1/cert.pem' }],
  ])('is refused with %s (pitfall 37)', async (_, headers) => {
    const message = await receiveApproval();
    expect(await post(message, headers)).toBe(400);
    expect(await listEvents(message.public_id)).toEqual([]);
  });

  it('is to come again while its certificate can’t be fetched', async () => {
    const message = await receiveApproval();
    const address = `${sandbox.restUrl}/v1/notifications/certs-away/x`;
    expect(await post(message, { 'paypal-cert-url': address })).toBe(400);
    const away = await salesShop(database, {
      clock,
      env: { TEST_WALLET_URL: sandbox.publicUrl, TEST_WALLET_REST_URL: 'http://127.0.0.1:9' },
    });
    const { headers, body: payload } = message;
    expect((await away.http.inject({ method: 'POST', url: path, headers, payload })).statusCode).toBe(503);
  });

  it.each([
    'http://api.paypal.com/v1/notifications/certs/x',
    'https://api.paypal.com.evil.example/v1/notifications/certs/x',
    'https://evilpaypal.com/v1/notifications/certs/x',
    'https://api.paypal.com:8443/v1/notifications/certs/x',
    'https://user@api.paypal.com/v1/notifications/certs/x',
    'https://api.paypal.com/elsewhere/x',
    'https://127.0.0.1/v1/notifications/certs/x',
  ])('of a live account never makes the shop ask %s for a certificate (pitfall 37)', async (address) => {
    const endpoints = getWalletEndpoints(app.shop);
    if (!endpoints) throw new Error('expected a wallet');
    expect(await loadSigningKey(app.shop, { ...endpoints, kind: 'live' }, address)).toBeNull();
  });

  it('is refused when its certificate is not valid any more', async () => {
    const message = await receiveApproval();
    const late = await salesShop(database, {
      clock: testClock(new Date(clock.now().getTime() + 4000 * 24 * 60 * 60 * 1000)),
      env: { TEST_WALLET_URL: sandbox.publicUrl, TEST_WALLET_REST_URL: sandbox.restUrl },
    });
    const { headers, body: payload } = message;
    expect((await late.http.inject({ method: 'POST', url: path, headers, payload })).statusCode).toBe(400);
    expect(await post(message)).toBe(200);
  });

  it('tells when the shopper has agreed by the shop’s clock, whatever the clock of the provider says', async () => {
    const message = await receiveApproval();
    await post(message);
    const [event] = await listEvents(message.public_id);
    const early = clock.now().getTime() - new Date(String(event?.approved_at)).getTime();
    expect(early).toBeGreaterThanOrEqual(0);
    expect(early).toBeLessThan(10_000);
  });

  it.each([
    ['of a kind that nobody knows', { id: 5, custom_id: { of: 'somebody' }, links: 'none' }],
    ['about a payment of another shop', { id: 'X', custom_id: 'order-17' }],
    ['about nothing', null],
  ])('%s is kept once, and changes nothing', async (_, resource) => {
    const message = await receiveApproval();
    const id = `WH-${crypto.randomUUID()}`;
    const unknown = sign(message, { id, event_type: 'NEWS.OF.TOMORROW', create_time: 'soon', resource });
    expect([await post(unknown), await post(unknown)]).toEqual([200, 200]);
    await runJobsNow(app.shop, listJobs(app.assembly));
    const { rows } = await app.shop.db.execute(
      sql`select public_id, payment_id, settled_at from provider_events where event_id = ${id}`,
    );
    expect(rows).toEqual([{ public_id: null, payment_id: null, settled_at: null }]);
    expect(await post(message)).toBe(200);
  });

  it('about a dispute names its payment', async () => {
    const message = await receiveApproval();
    await app.http.inject({ url: `/checkout/payment/${message.public_id}` });
    const [capture] = sandbox.control.readBook(message.reference).captures;
    received.splice(0);
    await sandbox.control.openDispute(capture?.id ?? '');
    const [dispute] = received;
    expect(await post(dispute as Message)).toBe(200);
    expect(await listEvents(message.public_id)).toMatchObject([{ approved_at: null }]);
    await app.http.inject({ url: `/checkout/payment/${message.public_id}` });
    const { rows } = await app.shop.db.execute(
      sql`select t.kind, t.amount::integer from payment_transactions t join payments p on p.id = t.payment_id
        where p.public_id = ${message.public_id}::uuid order by t.id`,
    );
    expect(rows).toEqual([
      { kind: 'capture', amount: 1500 },
      { kind: 'dispute', amount: 1500 },
    ]);
  });
});
