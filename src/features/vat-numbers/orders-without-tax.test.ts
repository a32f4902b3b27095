import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { storeCheckout } from '#features/block-checkout/api/checkout-schemas.ts';
import { findDocument, findOrderDocuments } from '#features/documents/find-documents.ts';
import { issueDocumentsJob } from '#features/documents/issue/issue-job.ts';
import { planExchange } from '#features/exchanges/plan-exchange.ts';
import { shipOrder } from '#features/fulfilment/ship-order.ts';
import { emptyDraft, readDraftValues } from '#features/manual-orders/admin/draft-values.ts';
import { inOrderTransaction } from '#features/manual-orders/create-manual-order.ts';
import { placeDraft, saveDraft } from '#features/manual-orders/drafts.ts';
import { manualOrderSchema } from '#features/manual-orders/order-file.ts';
import { getOrder, type Order } from '#features/orders/index.ts';
import type { TaxAddress } from '#features/pricing/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { createSystemActor } from '#platform/sessions/actor.ts';
import { personalData } from '#platform/sessions/personal-data.ts';
import { changeSettings } from '#platform/settings/change-settings.ts';
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
import { getVatArea } from './check/vat-area.ts';
import { checkOrderJob, findOrderCheck, keepVatCheck } from './orders/order-checks.ts';
import { isReverseCharged } from './reverse-charge.ts';

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

async function findVariation(product: number): Promise<number> {
  const { rows } = await db.execute<{ id: number }>(sql`select id from variations where product_id = ${product}`);
  return rows[0]?.id ?? 0;
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
    const told = await source?.read(app.shop, db, { id: null, email: order.email, isEmailVerified: true });
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

describe('an exchange', () => {
  it('[E9] has no tax when its order had none, although the service is away', async () => {
    const order = await placeExempt();
    await payTestOrder(app.shop, order);
    const units = [{ position: 1, quantity: 1 }];
    const shipment = { orderId: order.id, units, parcels: [], notify: false, by: 'shop' } as const;
    await inTransaction(app.shop.db, (tx) => shipOrder(app.shop, tx, shipment));
    clock.forward(48 * hour);
    vies.mode = 'error';
    const cup = await addProduct(app.shop, { name: 'Cup', price: 2460, stock: 5 });
    const wanted = { returned: units, sent: [{ variationId: await findVariation(cup), quantity: 1 }], charge: 0 };
    const plan = await inTransaction(app.shop.db, (tx) =>
      planExchange(app.shop, tx, order.id, wanted, createSystemActor('Ada')),
    );
    expect(plan.ok && plan.quote.calculation).toMatchObject({
      untaxedReason: 'reverse-charge',
      totals: { total: 2000 },
    });
  });
});

describe('an order that is not sent to another member state', () => {
  it('[E9] has tax when it is picked up', async () => {
    await ask();
    const settings = {
      zones: [{ name: 'Shop', methods: [{ type: 'local_pickup', id: 'pickup:1', title: 'Pickup', cost: 0 }] }],
    };
    const write = (value: unknown) =>
      changeSettings(app.shop, [{ key: 'shipping.zones', value, version: null }], 'shop');
    expect(await write(settings.zones)).toMatchObject({ ok: true });
    const order = await placeTestOrder(app.shop, [[bowl, 1]], {
      ...{ billing: german, meta: { vat_number: number }, shippingMethod: 'pickup:1', expectedTotal: 1230 },
    });
    await write(undefined);
    expect(order).toMatchObject({ total: 1230, taxTotal: 230, untaxedReason: null });
  });

  it('[E9] has tax when the goods stay, although the invoice goes to another member state', async () => {
    await ask();
    const rule = { ...{ vatNumber: number, base: homeAddress, taxed: german, hasServices: false, checkedOrder: null } };
    const decide = (destination: TaxAddress | null) => isReverseCharged(app.shop, db, { ...rule, destination });
    expect([await decide(homeAddress), await decide(german), await decide(null)]).toEqual([false, true, true]);
    expect(await decide({ ...german, country: 'US' })).toBe(false);
  });
});

describe('the area of a place', () => {
  it.each([
    ['Greece', { country: 'GR', postcode: '105 57' }, 'EL'],
    ['Mount Athos', { country: 'GR', postcode: '630 86' }, null],
    ['Northern Ireland', { country: 'GB', postcode: 'bt1 5gs' }, 'XI'],
    ['Great Britain', { country: 'GB', postcode: 'SW1A 1AA' }, null],
    ['Monaco', { country: 'MC', postcode: '98000' }, 'FR'],
    ['the Canary Islands', { country: 'ES', postcode: '35001' }, null],
    ['Madrid', { country: 'ES', postcode: '28001' }, 'ES'],
    ['the United States', { country: 'US', postcode: '10001' }, null],
  ])('[E9] is that of its VAT numbers: %s', (_, place, area) => {
    expect(getVatArea(place)).toBe(area);
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
  it('[E9] takes a number as it is written, and refuses one that is wrong', async () => {
    const variation = await findVariation(bowl);
    const read = (vatNumber: string) =>
      readDraftValues(
        app.shop,
        db,
        {
          ...{ ...emptyDraft, email: 'ada@example.com', billing: german, vatNumber },
          lines: [{ variation, quantity: 1, price: null, reason: '', details: null }],
        },
        { before: null, actor: createSystemActor('Cleo') },
      );
    expect(await read('136 695 976')).toMatchObject({ ok: true, input: { vatNumber: number } });
    expect(await read('136695977')).toMatchObject({
      problems: [{ field: 'vatNumber', message: expect.stringContaining('not a VAT number of Germany') }],
    });
  });

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
