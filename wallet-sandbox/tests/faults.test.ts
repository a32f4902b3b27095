import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { makeTemporaryFolder } from '#tests/support/temporary-folder.ts';
import { Faults } from '../faults/faults.ts';
import { faultNames, soakProbabilities } from '../faults/table.ts';
import { startWalletSandbox, type WalletSandbox, type WalletSandboxOptions } from '../index.ts';
import { captureOrder, createOrder, getIssue, getPayment, requestKey } from './orders.ts';
import { connectTarget, type Sent } from './targets.ts';

const started: WalletSandbox[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((each) => each.stop()));
});

async function start(options: Partial<WalletSandboxOptions> = {}) {
  const sandbox = await startWalletSandbox({ port: 0, restPort: 0, dataFile: null, ...options });
  started.push(sandbox);
  return { sandbox, target: connectTarget('the stand-in', sandbox.restUrl, sandbox.credentials) };
}

describe('faults by script', () => {
  it('lose the connection before the work, and the reply after it', async () => {
    const { sandbox, target } = await start();
    const id = await createOrder(target);
    await sandbox.control.approve(id);
    const countCaptures = () => sandbox.control.readBooks()[0]?.captures.length;
    const headers = requestKey();
    sandbox.faults.script('captureOrder', 'noConnection');
    await expect(captureOrder(target, id, headers)).rejects.toThrow();
    expect(countCaptures()).toBe(0);
    sandbox.faults.script('captureOrder', 'errorBefore');
    expect((await captureOrder(target, id, headers)).status).toBe(500);
    expect(countCaptures()).toBe(0);
    sandbox.faults.script('captureOrder', 'lostReply');
    await expect(captureOrder(target, id, headers)).rejects.toThrow();
    expect(countCaptures()).toBe(1);
    const again = await captureOrder(target, id, headers);
    expect([again.status, getPayment(again).status, countCaptures()]).toEqual([200, 'COMPLETED', 1]);
  });

  it('answer with an error after the work, 429 with a wait, 409, 401 and any code', async () => {
    const { sandbox, target } = await start();
    const statuses: unknown[] = [];
    for (const fault of ['errorAfter', 'tooManyRequests', 'conflict', 'PAYEE_ACCOUNT_RESTRICTED', 'unauthorized']) {
      sandbox.faults.script('createOrder', fault);
      const body = { intent: 'CAPTURE', purchase_units: [{ amount: { currency_code: 'EUR', value: '1.00' } }] };
      const reply = await target.send('POST', '/v2/checkout/orders', { body, renews: false });
      statuses.push([
        reply.status,
        reply.headers.get('retry-after'),
        reply.body.details?.[0]?.issue ?? reply.body.error,
      ]);
    }
    expect(statuses).toEqual([
      [500, null, undefined],
      [429, '1', undefined],
      [409, null, 'PREVIOUS_REQUEST_IN_PROGRESS'],
      [422, null, 'PAYEE_ACCOUNT_RESTRICTED'],
      [401, null, 'invalid_token'],
    ]);
    // The token was revoked, so that only a new one works.
    expect((await target.send('GET', '/v2/checkout/orders/1', { renews: false })).status).toBe(401);
    expect((await target.send('GET', '/v2/checkout/orders/1')).status).toBe(404);
    expect(sandbox.control.readBooks()).toHaveLength(1);
  });

  it('plan a payment', async () => {
    const { sandbox, target } = await start();
    sandbox.faults.planNext({ instrumentDeclined: true });
    const id = await createOrder(target);
    await sandbox.control.approve(id);
    expect(getIssue(await captureOrder(target, id))).toBe('422 INSTRUMENT_DECLINED');
    await sandbox.control.approve(id);
    expect(getPayment(await captureOrder(target, id)).status).toBe('COMPLETED');
  });
});

describe('faults by chance', () => {
  const draw = (seed: number) => {
    const faults = new Faults();
    faults.seed = seed;
    faults.probabilities = soakProbabilities;
    const calls = Array.from({ length: 4000 }, () => faults.chooseForCall('captureOrder'));
    const plans = Array.from({ length: 4000 }, () => faults.planPayment());
    return { calls, plans };
  };

  it('are as frequent as the table says, and the same for the same seed', () => {
    const { calls, plans } = draw(7);
    expect(draw(7)).toEqual({ calls, plans });
    expect(draw(8)).not.toEqual({ calls, plans });
    const part = (count: number) => Math.round((count / 4000) * 100);
    expect(part(calls.filter((fault) => fault === 'slow').length)).toBe(5);
    expect(part(plans.filter(({ webhookFirst }) => webhookFirst).length)).toBeGreaterThan(37);
    expect(part(plans.filter(({ popupClosed }) => popupClosed).length)).toBeGreaterThan(12);
    const outcomes = plans.filter(({ instrumentDeclined, pending }) => instrumentDeclined && pending);
    expect(outcomes).toEqual([]);
  });
});

describe('a shop that keeps its keys', () => {
  /** Until the answer says how it ended: the shop can't know from a lost one. */
  async function insist(work: () => Promise<Sent>): Promise<Sent> {
    for (;;) {
      const reply = await work().catch(() => null);
      if (reply && ![401, 409, 429, 500].includes(reply.status)) return reply;
    }
  }

  it('gets each payment once, whatever goes wrong', async () => {
    const { sandbox, target } = await start();
    sandbox.faults.waits.slow = { from: 1, to: 20 };
    sandbox.faults.probabilities = Object.fromEntries(faultNames.map((name) => [name, soakProbabilities[name] * 2]));
    const body = { intent: 'CAPTURE', purchase_units: [{ amount: { currency_code: 'EUR', value: '7.00' } }] };
    const payOnce = async () => {
      const keys = [requestKey(), requestKey()] as const;
      const { body: order } = await insist(() =>
        target.send('POST', '/v2/checkout/orders', { body, headers: keys[0] }),
      );
      for (;;) {
        await sandbox.control.approve(String(order.id));
        const reply = await insist(() => captureOrder(target, String(order.id), keys[1]));
        if (reply.status < 300) return getPayment(reply).id;
      }
    };
    const ids = await Promise.all(Array.from({ length: 100 }, payOnce));
    expect(new Set(ids).size).toBe(100);
    const books = sandbox.control.readBooks();
    expect(books.map(({ captures }) => captures.length)).toEqual(Array(100).fill(1));
  });
});

describe('the state', () => {
  it('outlives the process, whose last line may be cut off', async () => {
    const dataFile = join(makeTemporaryFolder(), 'wallet.jsonl');
    const first = await start({ dataFile });
    const id = await createOrder(first.target);
    await first.sandbox.control.approve(id);
    const headers = requestKey();
    const paid = await captureOrder(first.target, id, headers);
    await first.sandbox.stop();
    const { appendFileSync } = await import('node:fs');
    appendFileSync(dataFile, '[["orders",{"id":"half');
    const second = await start({ dataFile });
    const again = await captureOrder(second.target, id, headers);
    expect([again.status, getPayment(again).id]).toEqual([200, getPayment(paid).id]);
    expect(second.sandbox.rootCertificate).toBe(first.sandbox.rootCertificate);
  });
});

describe('the page of books', () => {
  it('shows payments, plans the next one, and takes no form from another site', async () => {
    const { sandbox, target } = await start();
    const form = (origin: string) =>
      fetch(`${sandbox.restUrl}/books/next`, {
        method: 'POST',
        headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
        body: 'fault=instrumentDeclined',
        redirect: 'manual',
      });
    expect((await form('https://elsewhere.example')).status).toBe(403);
    expect((await form(sandbox.restUrl)).status).toBe(303);
    const id = await createOrder(target, { more: { invoice_id: '<i>7</i>' } });
    const page = await (await fetch(`${sandbox.restUrl}/books`)).text();
    expect(page).toContain(id);
    expect(page).toContain('&lt;i&gt;7');
    const books = await (await fetch(`${sandbox.restUrl}/books/books.json`)).json();
    expect(books).toMatchObject([{ orderId: id, plan: { instrumentDeclined: true } }]);
    const approved = await fetch(`${sandbox.restUrl}/control/approve`, { method: 'POST', body: `{"orderId":"${id}"}` });
    expect(await approved.json()).toMatchObject({ orderId: id });
  });
});
