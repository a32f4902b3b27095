import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shippedMailJob } from '#features/fulfilment/emails/shipped-mail-job.ts';
import { shipOrder } from '#features/fulfilment/ship-order.ts';
import { orderMailJob } from '#features/orders/emails/order-mail-job.ts';
import { createOrderLink, getOrder, type Order } from '#features/orders/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { changeSettings } from '#platform/settings/change-settings.ts';
import { useDatabase } from '#tests/support/database.ts';
import { dropKeptPages } from '#tests/support/kept-pages.ts';
import { addProduct, saveTestProduct } from '#tests/support/products.ts';
import {
  confirmTestOrder,
  payTestOrder,
  placeTestOrder,
  salesPayments,
  salesShop,
  testClock,
} from '#tests/support/sales.ts';
import { newShopper, type Shopper } from '#tests/support/shopper.ts';
import type { App } from './app.ts';

const { database, db } = useDatabase();
const hourMs = 3_600_000;
// A Tuesday, before the cut-off time. Summer time does not matter in December.
const clock = testClock(new Date('2026-12-01T10:00:00Z'));
const dates = {
  ...{ handlingDays: { min: 1, max: 2 }, transitDays: { min: 2, max: 3 }, cutOff: '14:00', backorderDays: 42 },
};
const methods = [
  { type: 'flat_rate', id: 'flat_rate:1', title: 'Parcel', cost: 500 },
  { type: 'flat_rate', id: 'flat_rate:2', title: 'Express', cost: 900, transitDays: { min: 1, max: 1 } },
  { type: 'local_pickup', id: 'local_pickup:1', title: 'Pickup' },
];
const ownTimeZone = process.env.TZ;
let app: App;

beforeAll(async () => {
  process.env.TZ = 'Europe/Dublin';
  const payments = { ...salesPayments, cashOnDelivery: { enabled: true } };
  const shipping = { zones: [{ name: 'All', methods }] };
  app = await salesShop(database, { clock, settings: { shipping, payments, 'delivery-dates': dates } });
});

afterAll(() => {
  if (ownTimeZone === undefined) delete process.env.TZ;
  else process.env.TZ = ownTimeZone;
});

/** Pages of the hours that are taken back are of no use. */
function turnBack(hours: number): void {
  clock.forward(-hours * hourMs);
  dropKeptPages();
}

/** The text of HTML, with plain spaces and without what assistive technology skips. */
const readText = (html: string) =>
  html
    .replace(/<script.*?<\/script>|<template.*?<\/template>/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

const visit = async (path: string, shopper: Shopper = newShopper(app)) => readText((await shopper.visit(path)).body);

async function addNamed(slug: string, master: object, product: object = {}): Promise<number> {
  const input = { ...{ name: slug, slug, status: 'published' as const }, ...product };
  return (await saveTestProduct(app.shop, { ...input, master: { regularPrice: 1000, ...master } })).id;
}

describe('a product says when it arrives (D4)', () => {
  it('at the base address, until the cut-off time', async () => {
    await addNamed('mug', {});
    expect(await visit('/product/mug')).toContain('Arrives in Ireland Fri 4 – Tue 8 Dec');
    clock.forward(4 * hourMs);
    expect(await visit('/product/mug'), 'from the cut-off time on').toContain('Arrives in Ireland Mon 7 – Wed 9 Dec');
    turnBack(4);
  });

  it('only if it is sent and can be bought', async () => {
    const stock = (onHand: number, backorders: 'no' | 'notify') => ({ isOwn: true, managed: true, onHand, backorders });
    await addNamed('gone', { stock: stock(0, 'no') });
    await addNamed('file', { virtual: true });
    await addNamed('made', { stock: stock(0, 'notify') });
    const event = { eventStartsAt: new Date('2026-12-12T10:00:00Z'), eventEndsAt: new Date('2026-12-12T16:00:00Z') };
    await addNamed('day', { ...event, eventTimeZone: 'Europe/Dublin', eventPlace: 'The loft' });
    const pages = await Promise.all(['gone', 'file', 'day'].map((slug) => visit(`/product/${slug}`)));
    expect(pages.filter((page) => page.includes('Arrives'))).toEqual([]);
    // 42 days after 1 December it is sent, on a Tuesday.
    const made = 'Arrives in Ireland Thu, 14 – Fri, 15 Jan 2027';
    expect(await visit('/product/made')).toContain(made);
  });
});

describe('a cart says when it arrives (D4)', () => {
  it('on its page, at the checkout and in the store API, for each method', async () => {
    const shopper = newShopper(app);
    await shopper.addToCart(await addProduct(app.shop));
    expect(await visit('/cart', shopper)).toContain('Arrives in Ireland Fri 4 – Tue 8 Dec');
    await shopper.submit('/cart/destination', { shipping_country: 'GB', shipping_postcode: 'SW1A 1AA' });
    for (const path of ['/cart', '/checkout']) {
      const page = await visit(path, shopper);
      expect(page, path).toMatch(/Parcel [^A]*Arrives Fri 4 – Tue 8 Dec/);
      expect(page, path).toMatch(/Express [^A]*Arrives Thu 3 – Fri 4 Dec/);
      expect(page, path).toMatch(/Pickup [^R]*Ready to collect from Thu 3 Dec/);
    }
    const cookie = [...shopper.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const reply = await app.http.inject({ url: '/api/st/store/v1/cart', headers: { cookie } });
    const rates: { delivery_time: string }[] = reply.json().shipping_rates[0].shipping_rates;
    expect(rates.map(({ delivery_time }) => readText(delivery_time))).toEqual([
      'Arrives Fri 4 – Tue 8 Dec',
      'Arrives Thu 3 – Fri 4 Dec',
      'Ready to collect from Thu 3 Dec',
    ]);
  });

  it('as late as what is on backorder, also when only a part of a quantity is', async () => {
    const scarce = await addProduct(app.shop, { stock: 2, backorders: 'notify' });
    const shopper = newShopper(app);
    await shopper.addToCart(scarce, 2);
    expect(await visit('/cart', shopper)).toContain('Arrives in Ireland Fri 4 – Tue 8 Dec');
    await shopper.addToCart(scarce, 1);
    expect(await visit('/cart', shopper)).toContain('Arrives in Ireland Thu, 14 – Fri, 15 Jan 2027');
  });

  it('not for downloads', async () => {
    const shopper = newShopper(app);
    await shopper.addToCart(await addProduct(app.shop, { virtual: true }));
    expect(await visit('/cart', shopper)).not.toContain('Arrives');
  });
});

describe('an order keeps what its shopper was told (D4)', () => {
  const place = async (paymentMethod: string, shippingMethod = 'flat_rate:1') =>
    placeTestOrder(app.shop, [[await addProduct(app.shop), 1]], {
      ...{ paymentMethod, shippingMethod },
      ...(shippingMethod === 'local_pickup:1' ? { expectedTotal: 1000 } : {}),
    });
  const readDates = async ({ id }: Order) => {
    const promise = (await getOrder(db, { id }))?.promise;
    return promise && [promise.earliest, promise.latest];
  };
  const readPage = ({ token }: Order) => visit(createOrderLink(app.shop, { token }));
  const readMail = async ({ number }: Order, name: string) => {
    await runJobsNow(app.shop, [orderMailJob, shippedMailJob]);
    const { rows } = await db.execute<{ plain: string }>(
      sql`select plain from platform.mail where id like ${`order:${number}:${name}%`}`,
    );
    return readText(rows[0]?.plain ?? '');
  };
  const ship = (orderId: number) =>
    inTransaction(app.shop.db, (tx) => {
      return shipOrder(app.shop, tx, { orderId, units: null, parcels: [], notify: true, by: 'shop' });
    });

  it('when settings change later, until it is sent: then its parcel has its own days', async () => {
    const order = await place('cash_on_delivery');
    await changeSettings(
      app.shop,
      [{ key: 'delivery-dates.handlingDays', value: { min: 9, max: 9 }, version: null }],
      'shop',
    );
    expect(await readDates(order)).toEqual(['2026-12-04', '2026-12-08']);
    expect(await readPage(order)).toContain('Arrives Fri 4 – Tue 8 Dec');
    expect(await readMail(order, 'confirmation')).toContain('Arrives: Fri 4 – Tue 8 Dec');
    await ship(order.id);
    // Sent on Tuesday, with two or three days in transit.
    expect(await readPage(order)).toMatch(/Shipped on 1 December 2026 Arrives Thu 3 – Fri 4 Dec/);
    expect(await readPage(order)).not.toContain('Fri 4 – Tue 8 Dec');
    expect(await readMail(order, 'shipped')).toContain('Arrives: Thu 3 – Fri 4 Dec');
    await changeSettings(app.shop, [{ key: 'delivery-dates.handlingDays', value: undefined, version: null }], 'shop');
  });

  it('counts from the payment of a bank transfer, and says so', async () => {
    const order = await place('bank_transfer');
    const words = 'Arrives 3 to 6 working days after your payment has arrived.';
    expect(await readPage(order)).toContain(words);
    await confirmTestOrder(app.shop, order);
    expect(await readMail(order, 'confirmation')).toContain(words);
    clock.forward(48 * hourMs);
    await payTestOrder(app.shop, order);
    turnBack(48);
    // Paid on Thursday, 3 December. Ireland has no holiday until Christmas.
    expect(await readDates(order)).toEqual(['2026-12-08', '2026-12-10']);
    expect(await readPage(order)).toContain('Arrives Tue 8 – Thu 10 Dec');
    expect(await readMail(order, 'paid')).toContain('Arrives: Tue 8 – Thu 10 Dec');
  });

  it('keeps the days of the checkout for who pays at once, although the cut-off time has passed', async () => {
    clock.forward(3.9 * hourMs);
    const order = await place('bank_transfer');
    clock.forward(0.5 * hourMs);
    await payTestOrder(app.shop, order);
    expect(await readDates(order)).toEqual(['2026-12-04', '2026-12-08']);
    turnBack(4.4);
  });

  it('says from when it can be collected', async () => {
    const order = await place('cash_on_delivery', 'local_pickup:1');
    expect(await readPage(order)).toContain('Ready to collect from Thu 3 Dec');
    const unpaid = await place('bank_transfer', 'local_pickup:1');
    expect(await readPage(unpaid)).toContain('Ready to collect 3 working days after your payment has arrived.');
  });

  it('said everywhere alike: on product, cart, both checkouts and order, by API, mail and structured data', async () => {
    // Tuesday, 22 December. Ireland has holidays on Friday and Monday.
    clock.forward(21 * 24 * hourMs);
    dropKeptPages();
    const days = 'Tue 29 – Thu 31 Dec';
    const productId = await addNamed('jug', {});
    const shopper = newShopper(app);
    const { body } = await shopper.visit('/product/jug');
    expect(readText(body)).toContain(`Arrives in Ireland ${days}`);
    expect(body).toMatch(
      /"handlingTime":\{[^}]*"minValue":1,"maxValue":2,[^}]*\},"transitTime":\{[^}]*"minValue":2,"maxValue":3,/,
    );
    await shopper.addToCart(productId);
    expect(await visit('/cart', shopper)).toContain(`Arrives in Ireland ${days}`);
    await shopper.submit('/cart/destination', { shipping_country: 'IE', shipping_postcode: 'T12 W8KP' });
    const parcel = new RegExp(`Parcel [^A]*Arrives ${days}`);
    expect(await visit('/cart', shopper)).toMatch(parcel);
    const setForm = (value?: string) =>
      changeSettings(app.shop, [{ key: 'checkout.form', value, version: null }], 'shop');
    for (const form of ['classic', 'block']) {
      await setForm(form);
      expect(await visit('/checkout', shopper), form).toMatch(parcel);
    }
    await setForm();
    const cookie = [...shopper.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const reply = await app.http.inject({ url: '/api/st/store/v1/cart', headers: { cookie } });
    expect(readText(reply.json().shipping_rates[0].shipping_rates[0].delivery_time)).toBe(`Arrives ${days}`);
    const order = await placeTestOrder(app.shop, [[productId, 1]], { paymentMethod: 'cash_on_delivery' });
    expect(await readDates(order)).toEqual(['2026-12-29', '2026-12-31']);
    expect(await readPage(order)).toContain(`Arrives ${days}`);
    expect(await readMail(order, 'confirmation')).toContain(`Arrives: ${days}`);
    turnBack(21 * 24);
  });

  it('is nothing for downloads', async () => {
    const file = await addProduct(app.shop, { virtual: true });
    const order = await placeTestOrder(app.shop, [[file, 1]], { shippingMethod: '' });
    expect(order.promise).toBeNull();
    expect(await readPage(order)).not.toContain('Arrives');
  });
});
