import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { checkoutReviewCallPath } from '#features/checkout/contract.ts';
import { getOrderHistory } from '#features/orders/history.ts';
import { getOrder, type Order } from '#features/orders/index.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { changeSettings } from '#platform/settings/change-settings.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { salesShop, testClock } from '#tests/support/sales.ts';
import { type FormFields, newShopper, readOrderToken, type Shopper } from '#tests/support/shopper.ts';
import { startTestVies, type TestVies } from '#tests/support/vies.ts';
import { addAnswer, findAnswer } from './check/answers.ts';
import { askVatNumber } from './check/ask-vat-number.ts';
import { checkOrderJob, findOrderCheck } from './orders/order-checks.ts';

const { database, db } = useDatabase();
const clock = testClock();
const hour = 3_600_000;
let app: App;
let vies: TestVies;
/** 12.30 with 23 % of VAT; shipping costs 5.00. */
let bowl: number;

const german = { billing_country: 'DE', billing_city: 'Berlin', billing_postcode: '10115', billing_state: '' };
const irish = { billing_country: 'IE', billing_city: 'Cork', billing_postcode: 'T12 X4Y5', billing_state: 'CO' };

beforeAll(async () => {
  vies = await startTestVies();
  app = await salesShop(database, {
    clock,
    prices: { pricesIncludeTax: true, taxDisplay: 'including', baseAddress: { country: 'IE' } },
    settings: {
      'vat-numbers': { field: 'optional', reverseCharge: true, service: vies.url },
      documents: { mail: 'off', vatId: 'IE6388047V' },
    },
    env: { LOG_LEVEL: 'silent' },
  });
  await db.execute(
    sql`insert into tax_rates (country, percent, name) values ('IE', 23, 'VAT'), ('DE', 19, 'MwSt'), ('FR', 20, 'TVA')`,
  );
  bowl = await addProduct(app.shop, { name: 'Bowl', price: 1230, stock: 100 });
});

afterAll(() => vies.stop());

beforeEach(async () => {
  vies.mode = 'up';
  vies.invalid.clear();
  vies.requests.length = 0;
  // Each test asks anew.
  clock.forward(30 * hour);
});

const ask = (number: string, timeout = 4000, network: string | null = null) =>
  askVatNumber(app.shop, number, { timeout, network });

async function openCheckout(product = bowl): Promise<{ readonly shopper: Shopper; readonly form: FormFields }> {
  const shopper = newShopper(app);
  await shopper.addToCart(product);
  return { shopper, form: { ...(await shopper.fillInCheckout()), ...german } };
}

/** Sends what was typed, as the page does while it is typed. @returns what it says then */
async function review(shopper: Shopper, form: FormFields): Promise<string> {
  const reply = await shopper.submit(checkoutReviewCallPath(app.shop.wire.rest), form);
  expect(reply.status).toBe(200);
  return Object.values(reply.json().fragments as Record<string, string>).join('');
}

/** The total that a form orders at. */
const readTotal = (html: string) => /name="expected_total" value="(\d+)"/.exec(html)?.[1] ?? '';

async function reviewAndOrder(changes: FormFields, product = bowl) {
  const { shopper, form } = await openCheckout(product);
  const typed = { ...form, ...changes };
  const html = await review(shopper, typed);
  const answer = await shopper.placeOrder({ ...typed, expected_total: readTotal(html) });
  expect(answer.status, answer.body.slice(0, 3000)).toBe(303);
  const order = await getOrder(app.shop.db, { token: readOrderToken(answer) ?? '' });
  if (!order) throw new Error('no order');
  return { shopper, html, order, page: (await shopper.visit(answer.location)).body };
}

const readTaxes = ({ total, taxTotal, untaxedReason }: Order) => ({ total, taxTotal, untaxedReason });

describe('the reverse charge at the classic checkout', () => {
  it('[E9] charges no tax once the number is known to be valid, and keeps the answer with the order', async () => {
    const { html, order, page } = await reviewAndOrder({ vat_number: 'DE136695976' });
    expect(html).toContain('No VAT is charged: reverse charge.');
    expect(html).not.toContain('Total includes tax');
    // 12.30 and 5.00 without 23 %.
    expect(readTaxes(order)).toEqual({ total: 1407, taxTotal: 0, untaxedReason: 'reverse-charge' });
    expect(order.lines[0]).toMatchObject({ net: 1000, tax: 0, gross: 1000 });
    expect(page).toContain('VAT number: DE136695976');
    expect(page).toContain('No VAT was charged: reverse charge.');
    expect(await findOrderCheck(db, order.id)).toMatchObject({
      ...{ number: 'DE136695976', outcome: 'valid', consultation: 'WAPI1', name: 'Beispiel GmbH' },
      ...{ address: 'Hauptstr. 1\n10115 Berlin', askedAt: clock.now() },
    });
    expect(vies.requests).toEqual([
      {
        ...{ countryCode: 'DE', vatNumber: '136695976' },
        ...{ requesterMemberStateCode: 'IE', requesterNumber: '6388047V' },
      },
    ]);
  });

  it('[E9] charges tax for a number that the service does not know, and says so', async () => {
    vies.invalid.add('136695976');
    const { html, order } = await reviewAndOrder({ vat_number: 'DE136695976' });
    expect(html).toContain('The EU’s VAT service does not know this number, so VAT is charged.');
    expect(readTaxes(order)).toEqual({ total: 1730, taxTotal: 276, untaxedReason: null });
    expect((await findOrderCheck(db, order.id))?.outcome).toBe('invalid');
  });

  it.each([
    ['of the shop’s own country', { ...irish, vat_number: 'IE6388047V' }, 0],
    ['of another country than that of the delivery', { vat_number: 'FR40303265045' }, 1],
    ['of a country outside of the Union', { vat_number: 'CHE-107.787.577 IVA' }, 0],
  ])('[E9] charges tax with a number %s', async (_, changes, questions) => {
    const { order } = await reviewAndOrder(changes);
    expect(order.untaxedReason).toBeNull();
    expect(order.taxTotal).toBeGreaterThan(0);
    expect(vies.requests).toHaveLength(questions);
  });

  it('[E9] charges tax again when the number is removed or replaced', async () => {
    const { shopper, form } = await openCheckout();
    const typed = { ...form, vat_number: 'DE136695976' };
    expect(readTotal(await review(shopper, typed))).toBe('1407');
    expect(readTotal(await review(shopper, { ...typed, vat_number: '' }))).toBe('1730');
    expect(readTotal(await review(shopper, typed))).toBe('1407');
    vies.invalid.add('811569869');
    expect(readTotal(await review(shopper, { ...typed, vat_number: 'DE811569869' }))).toBe('1730');
    // What was shown with the number is not what an order without it costs.
    const refused = await shopper.placeOrder({ ...typed, vat_number: '', expected_total: '1407' });
    expect(refused.status).toBe(200);
    expect(readTotal(refused.body)).toBe('1730');
    expect(vies.requests.map(({ vatNumber }) => vatNumber)).toEqual(['136695976', '811569869']);
  });

  it('[E9] asks again when an answer has expired, and orders at no other total than the one shown', async () => {
    const { shopper, form } = await openCheckout();
    const typed = { ...form, vat_number: 'DE136695976' };
    expect(readTotal(await review(shopper, typed))).toBe('1407');
    clock.forward(25 * hour);
    const refused = await shopper.placeOrder({ ...typed, expected_total: '1407' });
    expect(refused.status).toBe(200);
    // The page that says so has asked.
    expect(readTotal(refused.body)).toBe('1407');
    expect(vies.requests).toHaveLength(2);
  });

  it.each(['lying', 'error', 'html', 'other', 'huge'] as const)(
    '[E9] takes the order with tax while the service fails (%s), and goes on asking in a job',
    async (mode) => {
      vies.mode = mode;
      const { html, order, page } = await reviewAndOrder({ vat_number: 'DE136695976' });
      expect(html).toContain(
        'The VAT number can’t be checked right now, so VAT is charged. You can still order: we will keep checking, and contact you if the number is valid.',
      );
      expect(readTaxes(order)).toEqual({ total: 1730, taxTotal: 276, untaxedReason: null });
      expect(page).toContain('We are still checking this number.');
      expect((await findOrderCheck(db, order.id))?.outcome).toBe('pending');
      // A failure is kept for some minutes.
      expect(vies.requests).toHaveLength(1);
      clock.forward(hour);
      const attempt = { number: 1, isLast: false };
      await expect(checkOrderJob.run(app.shop, { order: order.id }, attempt)).rejects.toThrow('does not answer');
      clock.forward(hour);
      vies.mode = 'up';
      const { failed } = await runJobsNow(app.shop, [checkOrderJob]);
      expect(failed).toEqual([]);
      expect(await findOrderCheck(db, order.id)).toMatchObject({ outcome: 'valid', name: 'Beispiel GmbH' });
      const history = await getOrderHistory(db, order.id);
      expect(history.map(({ text }) => text).join()).toContain('found valid after the order was placed');
      expect(readTaxes((await getOrder(db, { id: order.id })) ?? order).taxTotal).toBe(276);
    },
  );

  it('[E9] tells staff of no tax to give back that is owed whatever the service says of the number', async () => {
    vies.mode = 'error';
    // The goods go to Germany.
    const { order } = await reviewAndOrder({ vat_number: 'FR40303265045' });
    expect((await findOrderCheck(db, order.id))?.outcome).toBe('pending');
    clock.forward(hour);
    vies.mode = 'up';
    expect((await runJobsNow(app.shop, [checkOrderJob])).failed).toEqual([]);
    expect((await findOrderCheck(db, order.id))?.outcome).toBe('valid');
    expect((await getOrderHistory(db, order.id)).map(({ text }) => text).join()).not.toContain('refund the VAT');
  });

  it('[E9] places an order without waiting for a service that is slow', async () => {
    vies.mode = 'slow';
    const { shopper, form } = await openCheckout();
    const placed = await shopper.placeOrder({ ...form, vat_number: 'DE136695976', expected_total: '1730' });
    expect(placed.status).toBe(303);
    expect(vies.requests).toEqual([]);
    expect(await ask('DE136695976', 50)).toBe('unavailable');
  });

  it('[E9] stops asking about an order after the last attempt', async () => {
    vies.mode = 'error';
    const { order } = await reviewAndOrder({ vat_number: 'DE136695976' });
    await expect(checkOrderJob.run(app.shop, { order: order.id }, { number: 25, isLast: true })).rejects.toThrow();
    expect((await findOrderCheck(db, order.id))?.outcome).toBe('unanswered');
  });

  it('[E9] says that services are reverse-charged, and goods exempt', async () => {
    const booklet = await addProduct(app.shop, { name: 'Booklet', price: 1230, virtual: true });
    const { order } = await reviewAndOrder({ vat_number: 'DE136695976' }, booklet);
    expect(readTaxes(order)).toEqual({ total: 1000, taxTotal: 0, untaxedReason: 'reverse-charge' });
  });

  it('[E9] charges tax while the shop has no VAT number of its own', async () => {
    await change('documents.vatId', '');
    const { order } = await reviewAndOrder({ vat_number: 'DE136695976' });
    await change('documents.vatId', undefined);
    expect(order.untaxedReason).toBeNull();
    expect(vies.requests).toEqual([]);
  });
});

async function change(key: string, value: unknown): Promise<void> {
  expect(await changeSettings(app.shop, [{ key, value, version: null }], 'shop')).toMatchObject({ ok: true });
}

describe('questions about a number', () => {
  it('[E9] are one of two tabs at once', async () => {
    expect(await Promise.all([ask('DE136695976'), ask('DE136695976')])).toEqual(['valid', 'valid']);
    expect(vies.requests).toHaveLength(1);
    expect(await ask('DE136695976')).toBe('valid');
    expect(vies.requests).toHaveLength(1);
  });

  it('[E9] of a job, which waits longer for the service, keep no form waiting for as long', async () => {
    vies.mode = 'slow';
    const ended: string[] = [];
    const first = ask('DE136695976', 1500).then(() => ended.push('job'));
    await expect.poll(() => vies.requests.length).toBe(1);
    expect(await ask('DE136695976', 10)).toBe('unavailable');
    expect(ended).toEqual([]);
    await first;
    expect(vies.requests).toHaveLength(1);
  });

  it('[E9] that another process got no answer to hide no answer that counts', async () => {
    expect(await ask('DE136695976')).toBe('valid');
    await addAnswer(app.shop, 'DE136695976', { outcome: 'unavailable', reason: 'TIMEOUT' });
    expect(await findAnswer(app.shop, db, 'DE136695976')).toBe('valid');
    clock.forward(25 * hour);
    expect(await findAnswer(app.shop, db, 'DE136695976')).toBeNull();
  });

  it('[E9] are limited for each network', async () => {
    vies.mode = 'error';
    const network = randomUUID();
    for (let asked = 0; asked < 25; asked += 1) await ask(`FR${String(asked).padStart(11, '0')}`, 4000, network);
    expect(vies.requests).toHaveLength(20);
    vies.requests.length = 0;
    expect(await ask('FR40303265045', 4000, randomUUID())).toBe('unavailable');
    expect(vies.requests).toHaveLength(1);
  });

  it('[E9] are none about numbers that change no tax', async () => {
    expect([await ask('IE6433435OA'), await ask('CHE107787577IVA'), await ask('GB980780684')]).toEqual([
      null,
      null,
      null,
    ]);
    expect(vies.requests).toEqual([]);
  });
});
