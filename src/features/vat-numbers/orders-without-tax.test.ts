import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { storeCheckout } from '#features/block-checkout/api/checkout-schemas.ts';
import { findDocument, findOrderDocuments } from '#features/documents/find-documents.ts';
import { issueDocumentsJob } from '#features/documents/issue/issue-job.ts';
import { inOrderTransaction } from '#features/manual-orders/create-manual-order.ts';
import { placeDraft, saveDraft } from '#features/manual-orders/drafts.ts';
import { manualOrderSchema } from '#features/manual-orders/order-file.ts';
import { getOrder, type Order } from '#features/orders/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { personalData } from '#platform/sessions/personal-data.ts';
import { shopConfig } from '#shop.config';
import { amendTestOrder } from '#tests/support/amend-order.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import {
  confirmTestOrder,
  homeAddress,
  payTestOrder,
  placeTestOrder,
  refundTestOrder,
  salesSettings,
  testClock,
} from '#tests/support/sales.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { startTestVies, type TestVies } from '#tests/support/vies.ts';
import { purgeAnswersJob } from './check/answers.ts';
import { askVatNumber, checkNumberJob, enqueueVatCheck } from './check/ask-vat-number.ts';
import { checkOrderJob, findOrderCheck, keepVatCheck } from './orders/order-checks.ts';

const { database, db } = useDatabase();
const clock = testClock(new Date('2026-09-10T12:00:00Z'));
const hour = 3_600_000;
const german = { ...homeAddress, city: 'Berlin', postcode: '10115', country: 'DE' } as const;
const number = 'DE136695976';
const office = createStaffCookie('Ada', 'admin.open', 'orders.read', 'orders.write', 'reports.read', 'documents.read');
let app: App;
let vies: TestVies;
/** 12.30 with 23 % of VAT; shipping costs 5.00. */
let bowl: number;

beforeAll(async () => {
  vies = await startTestVies();
  app = await testShop(database, {
    clock,
    choices: {
      ...withTestSession,
      ...{ pricesIncludeTax: true, taxDisplay: 'including', baseAddress: { country: 'IE' } },
      settings: {
        ...{ ...shopConfig.settings, ...salesSettings },
        'vat-numbers': { field: 'optional', reverseCharge: true, service: vies.url },
        documents: { mail: 'off', vatId: 'IE6388047V' },
      },
    },
    env: { LOG_LEVEL: 'silent' },
  });
  await db.execute(sql`insert into tax_rates (country, percent, name) values ('IE', 23, 'VAT'), ('DE', 19, 'MwSt')`);
  bowl = await addProduct(app.shop, { name: 'Bowl', price: 1230, stock: 100 });
  await db.execute(sql`update variations set sku = 'BOWL' where product_id = ${bowl}`);
});

afterAll(() => vies.stop());

beforeEach(() => {
  vies.mode = 'up';
  vies.requests.length = 0;
  clock.forward(30 * hour);
});

const ask = () => askVatNumber(app.shop, number, { timeout: 4000, network: null });
const place = (total: number, products: readonly number[] = [bowl]) =>
  placeTestOrder(
    app.shop,
    products.map((product) => [product, 1] as const),
    { billing: german, meta: { vat_number: number }, expectedTotal: total },
  );

async function placeExempt(): Promise<Order> {
  expect(await ask()).toBe('valid');
  return place(1407);
}

const open = (url: string) => app.http.inject({ url, headers: { accept: 'text/html', cookie: office } });

async function issue(order: Order) {
  expect((await runJobsNow(app.shop, [issueDocumentsJob])).failed).toEqual([]);
  const [invoice, ...others] = await findOrderDocuments(db, order.id);
  const read = async (id: number | undefined) => (await findDocument(db, { id: id ?? 0 }))?.snapshot;
  return { invoice: await read(invoice?.id), last: await read(others.at(-1)?.id) };
}

describe('an order without tax by the reverse charge', () => {
  it('[E9] has an invoice with both numbers, the reason and no tax', async () => {
    const order = await placeExempt();
    await payTestOrder(app.shop, order);
    const { invoice } = await issue(order);
    expect(invoice).toMatchObject({ net: 1407, tax: 0, gross: 1407, taxes: [{ name: '', net: 1407, amount: 0 }] });
    expect(invoice?.seller.join()).toContain('IE6388047V');
    expect(invoice?.buyer.join()).toContain(number);
    expect(invoice?.notes).toEqual([
      'Intra-community supply: exempt from VAT under article 138 of Directive 2006/112/EC.',
    ]);
    await refundTestOrder(app.shop, order, { amount: 407 });
    expect((await issue(order)).last).toMatchObject({ tax: 0, gross: 407, notes: invoice?.notes });
  });

  it('[E9] names both reasons on the invoice when it has goods and services', async () => {
    const booklet = await addProduct(app.shop, { name: 'Booklet', price: 1230, virtual: true });
    await ask();
    const order = await place(2407, [bowl, booklet]);
    await payTestOrder(app.shop, order);
    const { invoice } = await issue(order);
    expect(invoice?.notes[0]).toMatch(/article 138 .* articles 44 and 196/);
  });

  it('[E9] shows the answer to staff, and tells it to the person', async () => {
    const order = await placeExempt();
    const { body } = await open(`/admin/orders/${order.id}`);
    for (const text of ['VAT number of the buyer', number, 'Valid', 'WAPI1', 'Beispiel GmbH'])
      expect(body, text).toContain(text);
    await confirmTestOrder(app.shop, order);
    const source = app.shop.implementations(personalData).find(({ name }) => name === 'vatNumberChecks');
    const told = await source?.read(app.shop, db, { id: null, email: order.email });
    expect(told).toContainEqual(
      expect.objectContaining({ orderNumber: order.number, number, outcome: 'valid', name: 'Beispiel GmbH' }),
    );
  });

  it('[E9] is in the report of taxes with its reason, and not in the file of the one-stop shop', async () => {
    const order = await placeExempt();
    await payTestOrder(app.shop, order);
    const day = clock.now().toISOString().slice(0, 10);
    const report = await open(`/admin/reports?report=taxes&period=own&from=${day}&to=${day}`);
    expect(report.body).toContain('owed by a business of another member state');
    const readFile = async (name: string) =>
      (await open(`/admin/reports/${name}.csv?period=own&from=${day}&to=${day}`)).body;
    expect(await readFile('taxes')).toContain(',DE,,,,reverse-charge,14.07,0.00,');
    const lines = (await readFile('oss-months')).trimEnd().split('\r\n');
    expect(lines).toHaveLength(1);
  });

  it('[E9] stays without tax when it is amended after the answer has expired', async () => {
    const order = await placeExempt();
    clock.forward(90 * 24 * hour);
    await runJobsNow(app.shop, [purgeAnswersJob]);
    vies.mode = 'error';
    const amended = await amendTestOrder(app.shop, order, { quantities: [2] });
    const after = amended.ok ? amended.after : null;
    expect(after, JSON.stringify(amended)).toMatchObject({ total: 2407, taxTotal: 0, untaxedReason: 'reverse-charge' });
    expect(await findOrderCheck(db, after?.id ?? 0)).toMatchObject({ outcome: 'valid', consultation: 'WAPI1' });
    expect(vies.requests).toHaveLength(1);
  });

  it('[E9] keeps a valid answer although another answer came before it was written', async () => {
    const order = await placeExempt();
    await db.execute(sql`delete from order_vat_checks where order_id = ${order.id}`);
    await db.execute(sql`insert into vat_number_checks (number, outcome, asked_at, expires_at)
      values (${number}, 'invalid', ${new Date(clock.now().getTime() + 1)}, ${new Date(clock.now().getTime() + hour)})`);
    const event = { ...order, source: 'checkout', extensions: {} } as const;
    await inTransaction(app.shop.db, (tx) => keepVatCheck(app.shop, tx, event));
    expect((await findOrderCheck(db, order.id))?.outcome).toBe('valid');
  });
});

describe('an order that was placed before the service answered', () => {
  it('[E9] loses its tax when it is amended after the answer', async () => {
    const order = await place(1730);
    expect(order.untaxedReason).toBeNull();
    expect((await findOrderCheck(db, order.id))?.outcome).toBe('pending');
    expect((await runJobsNow(app.shop, [checkOrderJob])).failed).toEqual([]);
    expect((await findOrderCheck(db, order.id))?.outcome).toBe('valid');
    clock.forward(60 * hour);
    const amended = await amendTestOrder(app.shop, order, { quantities: [2] });
    const after = amended.ok ? amended.after : null;
    expect(after).toMatchObject({ total: 2407, taxTotal: 0, untaxedReason: 'reverse-charge' });
  });
});

describe('an order of the office', () => {
  it('[E9] has no tax once the number is known to be valid', async () => {
    const input = manualOrderSchema.parse({
      ...{ email: 'ada@example.com', billing: german, vatNumber: number },
      lines: [{ sku: 'BOWL', quantity: 1 }],
    });
    const write = async () => {
      const draft = await inTransaction(app.shop.db, async (tx) => {
        await enqueueVatCheck(app.shop, tx, number);
        return saveDraft(app.shop, tx, input, { id: null, by: 'shop' });
      });
      const placed = await inOrderTransaction(app.shop, (tx) =>
        placeDraft(app.shop, tx, draft, { by: 'shop', payment: { kind: 'link' } }),
      );
      if (!placed.ok) throw new Error(JSON.stringify(placed));
      return getOrder(db, { number: placed.number });
    };
    expect(await write()).toMatchObject({ total: 1730, meta: { vat_number: number } });
    expect((await runJobsNow(app.shop, [checkNumberJob])).failed).toEqual([]);
    expect(await write()).toMatchObject({ total: 1407, untaxedReason: 'reverse-charge', meta: { vat_number: number } });
  });
});

describe('the calls of the store API', () => {
  const root = '/api/st/store/v1';

  it('[E9] tell the totals without tax once the number is known, and order at them', async () => {
    let token = '';
    const send = async (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) => {
      const headers = token === '' ? {} : { 'cart-token': token };
      const reply = await app.http.inject({ method, url: `${root}${path}`, headers, ...(payload ? { payload } : {}) });
      token = String(reply.headers['cart-token'] ?? token);
      return { status: reply.statusCode, body: reply.json() };
    };
    await send('GET', '/cart');
    await send('POST', '/cart/add-item', { id: bowl, quantity: 1 });
    const address = { ...german, state: '' };
    const update = (vat: string) =>
      send('PUT', '/checkout?__experimental_calc_totals=true', {
        ...{ billing_address: { ...address, email: 'ada@shopper.example', phone: '' }, shipping_address: address },
        additional_fields: { 'store/vat_number': vat },
      });
    const readTotals = ({ body }: Awaited<ReturnType<typeof update>>) => {
      const checkout = storeCheckout.parse(body);
      const { total = '', is_taxed = null, notes = [] } = checkout.extensions.checkout ?? {};
      return { total, is_taxed, notes, cart: checkout.__experimentalCart?.totals.total_price };
    };
    expect(readTotals(await update(''))).toEqual({ total: '1730', is_taxed: true, notes: [], cart: '1730' });
    expect(readTotals(await update('136695976'))).toEqual({
      ...{ total: '1407', is_taxed: false, cart: '1407' },
      notes: ['No VAT is charged: reverse charge. You owe the VAT in your country.'],
    });
    expect((await send('GET', '/cart')).body.totals).toMatchObject({ total_price: '1407', total_tax: '0' });
    const placed = await send('POST', '/checkout', {
      ...{ billing_address: { ...address, email: 'ada@shopper.example', phone: '' }, shipping_address: address },
      ...{ payment_method: 'bank_transfer', expected_total: '1407' },
      additional_fields: { 'store/terms': true, 'store/vat_number': '136695976' },
    });
    expect(placed.status, JSON.stringify(placed.body)).toBe(200);
    const order = await getOrder(db, { number: Number(placed.body.order_number) });
    expect(order).toMatchObject({ total: 1407, untaxedReason: 'reverse-charge', meta: { vat_number: number } });
    expect(vies.requests).toHaveLength(1);
  });
});
