import { verify, X509Certificate } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startWalletSandbox, type WalletSandbox } from '../index.ts';
import { captureOrder, createOrder, getPayment } from './orders.ts';
import { type Received, type Receiver, startReceiver } from './receiver.ts';
import { connectTarget, type Target } from './targets.ts';

let sandbox: WalletSandbox;
let target: Target;
let shop: Receiver;

beforeAll(async () => {
  shop = await startReceiver();
  sandbox = await startWalletSandbox({ port: 0, restPort: 0, dataFile: null, webhookUrl: shop.url, haste: 1000 });
  target = connectTarget('the stand-in', sandbox.restUrl, sandbox.credentials);
});
beforeEach(() => {
  shop.events.length = 0;
});
afterAll(async () => {
  await sandbox.stop();
  await shop.stop();
});

async function pay(instrument: 'visa' | 'bank' = 'visa') {
  const id = await createOrder(target, { more: { custom_id: 'c-1' } });
  await sandbox.control.approve(id, { instrument });
  return { id, captureId: getPayment(await captureOrder(target, id)).id };
}

/** As a shop checks it: over the bytes that came, with the certificate that signs for the authority. */
async function isAuthentic({ body, headers }: Received): Promise<boolean> {
  const chain = await (await fetch(headers['paypal-cert-url'] ?? '')).text();
  const certificate = new X509Certificate(chain);
  const root = new X509Certificate(sandbox.rootCertificate);
  expect(certificate.checkIssued(root) && certificate.verify(root.publicKey) && !certificate.ca).toBe(true);
  expect([root.ca, root.verify(root.publicKey)]).toEqual([true, true]);
  const id = headers['paypal-transmission-id'];
  const message = `${id}|${headers['paypal-transmission-time']}|${sandbox.webhookId}|${crc32(body)}`;
  const signature = Buffer.from(headers['paypal-transmission-sig'] ?? '', 'base64');
  return verify('sha256', Buffer.from(message), certificate.publicKey, signature);
}

async function askProvider({ headers }: Received, event: unknown): Promise<unknown> {
  const { body } = await target.send('POST', '/v1/notifications/verify-webhook-signature', {
    body: {
      auth_algo: headers['paypal-auth-algo'],
      cert_url: headers['paypal-cert-url'],
      transmission_id: headers['paypal-transmission-id'],
      transmission_sig: headers['paypal-transmission-sig'],
      transmission_time: headers['paypal-transmission-time'],
      webhook_id: sandbox.webhookId,
      webhook_event: event,
    },
  });
  return body.verification_status;
}

describe('webhooks', () => {
  it('tell what happened, signed over the bytes that are sent', async () => {
    const { id, captureId } = await pay();
    await expect.poll(() => shop.types()).toEqual(['CHECKOUT.ORDER.APPROVED', 'PAYMENT.CAPTURE.COMPLETED']);
    const [, received] = shop.events;
    if (!received) throw new Error('nothing was received');
    expect(received.event).toMatchObject({
      resource_type: 'capture',
      resource: { id: captureId, custom_id: 'c-1', supplementary_data: { related_ids: { order_id: id } } },
    });
    expect(received.headers['paypal-auth-algo']).toBe('SHA256withRSA');
    expect(await isAuthentic(received)).toBe(true);
    expect(await askProvider(received, received.event)).toBe('SUCCESS');
    expect(await askProvider(received, { ...received.event, event_type: 'PAYMENT.CAPTURE.REFUNDED' })).toBe('FAILURE');
  });

  it('come again until they are accepted, with the same id', async () => {
    shop.statuses.push(200, 500, 503);
    await pay();
    await expect.poll(() => shop.events.length).toBe(4);
    const ids = shop.events.slice(1).map(({ event }) => event.id);
    expect(new Set(ids).size).toBe(1);
  });

  it('come before the reply, twice, forged or never, as a payment’s plan says', async () => {
    sandbox.faults.planNext({ webhookFirst: true, webhookTwice: true });
    await pay();
    expect(shop.types()).toContain('PAYMENT.CAPTURE.COMPLETED');
    await expect.poll(() => shop.events.length).toBe(4);
    expect(new Set(shop.events.map(({ event }) => event.id)).size).toBe(2);

    shop.events.length = 0;
    sandbox.faults.planNext({ webhookBadSignature: true });
    shop.statuses.push(400);
    await createOrder(target).then((id) => sandbox.control.approve(id));
    await expect.poll(() => shop.events.length).toBe(2);
    const [forged, true_] = shop.events;
    expect(forged && (await isAuthentic(forged))).toBe(false);
    expect(true_ && (await isAuthentic(true_))).toBe(true);

    shop.events.length = 0;
    sandbox.faults.planNext({ webhookNever: true });
    const { id } = await pay();
    expect(shop.events).toEqual([]);
    const { body } = await target.send('GET', '/v1/notifications/webhooks-events?page_size=2');
    expect(JSON.stringify(body.events)).toContain(id);
  });

  it('tell of pending money, refunds from elsewhere, reversals, disputes and lapsed approvals', async () => {
    const { captureId: later } = await pay('bank');
    await sandbox.control.decideCapture(later, 'DECLINED');
    const { captureId } = await pay();
    await sandbox.control.refund(captureId, '3.00');
    await sandbox.control.refund(captureId, '7.00', true);
    const dispute = await sandbox.control.openDispute((await pay()).captureId);
    await sandbox.control.moveDispute(dispute, 'REVIEW');
    await sandbox.control.moveDispute(dispute, 'BUYER');
    const order = await createOrder(target);
    await sandbox.control.approve(order);
    await sandbox.control.advanceClock(4 * 3_600_000);
    const isOther = ({ event }: Received) => event.event_type.startsWith('CHECKOUT') && event.resource.id !== order;
    const types = () =>
      shop.events
        .filter((each) => !isOther(each))
        .map(({ event }) => event.event_type)
        .filter((type) => !/APPROVED|COMPLETED/.test(type));
    await expect
      .poll(types)
      .toEqual([
        'PAYMENT.CAPTURE.PENDING',
        'PAYMENT.CAPTURE.DENIED',
        'PAYMENT.CAPTURE.REFUNDED',
        'PAYMENT.CAPTURE.REVERSED',
        'CUSTOMER.DISPUTE.CREATED',
        'CUSTOMER.DISPUTE.UPDATED',
        'PAYMENT.CAPTURE.REVERSED',
        'CUSTOMER.DISPUTE.RESOLVED',
        'CHECKOUT.PAYMENT-APPROVAL.REVERSED',
      ]);
    const part = shop.events.find(({ event }) => event.event_type === 'PAYMENT.CAPTURE.REFUNDED')?.event.resource;
    expect(part?.amount).toEqual({ currency_code: 'EUR', value: '3.00' });
    expect(JSON.stringify(part?.links)).toContain(`/v2/payments/captures/${captureId}`);
  });

  it('can be registered, listed and removed', async () => {
    const body = { url: 'https://shop.example/hook', event_types: [{ name: 'PAYMENT.CAPTURE.COMPLETED' }] };
    const created = await target.send('POST', '/v1/notifications/webhooks', { body });
    expect([created.status, created.body.event_types]).toEqual([201, body.event_types]);
    const path = `/v1/notifications/webhooks/${created.body.id}`;
    expect((await target.send('DELETE', path)).status).toBe(204);
    const list = await target.send('GET', '/v1/notifications/webhooks');
    expect((list.body.webhooks as { id: string }[]).map(({ id }) => id)).toEqual([sandbox.webhookId]);
  });
});
