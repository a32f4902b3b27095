import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { shipOrder } from '#features/fulfilment/ship-order.ts';
import { cancelOrder, createOrderLink, getOrder, type Order, orderPath } from '#features/orders/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { changeSettings } from '#platform/settings/change-settings.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import {
  confirmTestOrder,
  homeAddress,
  payTestOrder,
  placeTestOrder,
  salesPayments,
  salesShop,
} from '#tests/support/sales.ts';
import { newShopper, type Shopper } from '#tests/support/shopper.ts';
import { findOrderDocuments } from './find-documents.ts';
import { issueDocumentsJob } from './issue/issue-job.ts';
import { createPackingSlip } from './packing-slip.ts';

const { database } = useDatabase();
let app: App;

beforeAll(async () => {
  const payments = { ...salesPayments, cashOnDelivery: { enabled: true } };
  app = await salesShop(database, { settings: { payments } });
  await app.shop.db.execute(sql`insert into tax_rates (country, percent, name) values ('IE', 23, 'VAT')`);
});

it('[E9] a packing slip names the shop and its country once', async () => {
  const order = await placeTestOrder(app.shop, [[await addProduct(app.shop, { name: 'Moon jar' }), 1]]);
  await payTestOrder(app.shop, order);
  const paid = (await getOrder(app.shop.db, { id: order.id })) ?? order;
  const changes = (sellerAddress: unknown) => [{ key: 'documents.sellerAddress', value: sellerAddress, version: null }];
  const { name } = app.shop.choices;
  await changeSettings(app.shop, changes([`${name} Studio`, 'Quay Lane', 'Wick, Ireland']), 'shop');
  const slip = await createPackingSlip(app.shop, app.shop.db, paid);
  expect(slip?.parties[0]?.lines).toEqual([`${name} Studio`, 'Quay Lane', 'Wick, Ireland']);
  await changeSettings(app.shop, changes(undefined), 'shop');
});

async function placeInvoiced(): Promise<{ order: Order; label: string }> {
  const order = await placeTestOrder(app.shop, [[await addProduct(app.shop, { name: 'Ærø jar' }), 2]], {
    billing: { ...homeAddress, last_name: '<b>Žižek' },
  });
  await payTestOrder(app.shop, order);
  await runJobsNow(app.shop, [issueDocumentsJob]);
  const [invoice] = await findOrderDocuments(app.shop.db, order.id);
  return { order, label: invoice?.label ?? '' };
}

/** A browser in which the link of a mail was opened. */
async function openOrder(order: Order): Promise<Shopper> {
  const reader = newShopper(app);
  expect((await reader.visit(createOrderLink(app.shop, order))).status).toBe(200);
  return reader;
}

describe('documents of an order', () => {
  it('are linked on its page, and shown as a page and as PDF', async () => {
    const { order, label } = await placeInvoiced();
    const shopper = await openOrder(order);
    expect((await shopper.visit(orderPath(order.token))).body).toContain(`/documents/${label}.pdf`);
    const page = await shopper.visit(`/order/${order.token}/documents/${label}`);
    expect(page.status).toBe(200);
    expect(page.body).toContain('Ada &lt;b&gt;Žižek');
    expect(page.body).toContain('Tax by rate');
    const pdf = await shopper.visit(`/order/${order.token}/documents/${label}.pdf`);
    expect(pdf.headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'private, no-store',
      'referrer-policy': 'same-origin',
    });
    expect(pdf.body.slice(0, 5)).toBe('%PDF-');
    for (const path of [`documents/${label}`, `documents/${label}.pdf`, 'packing-slip', 'packing-slip.pdf'])
      expect((await newShopper(app).visit(`/order/${order.token}/${path}`)).status).toBe(404);
  });

  it('are not shown with the address of another order, or with names that no document has', async () => {
    const [first, second] = [await placeInvoiced(), await placeInvoiced()];
    const path = `/order/${first.order.token}/documents`;
    const reader = await openOrder(first.order);
    for (const name of [second.label, `${second.label}.pdf`, 'INV-99999', "';--", '.pdf'])
      expect([name, (await reader.visit(`${path}/${name}`)).status]).toEqual([name, 404]);
    expect((await app.http.inject({ url: `/order/${'x'.repeat(30)}/documents/${first.label}` })).statusCode).toBe(404);
  });

  it('include a packing slip without prices while something is left to ship', async () => {
    const { order } = await placeInvoiced();
    const reader = await openOrder(order);
    const { body } = await reader.visit(`/order/${order.token}/packing-slip`);
    expect(body).toContain('Packing slip');
    const article = body.slice(body.indexOf('<article'), body.indexOf('</article>'));
    expect(article).not.toContain('€');
    const pdf = await reader.visit(`/order/${order.token}/packing-slip.pdf`);
    expect(pdf.headers['content-type']).toBe('application/pdf');
  });

  it('include no packing slip while the order is unconfirmed or unpaid, nor after it was cancelled', async () => {
    const { shop } = app;
    const statuses = async (order: Order) => {
      const reader = await openOrder(order);
      const paths = ['packing-slip', 'packing-slip.pdf'].map((name) => reader.visit(`/order/${order.token}/${name}`));
      return (await Promise.all(paths)).map(({ status }) => status);
    };
    const place = async (changes = {}) => placeTestOrder(shop, [[await addProduct(shop), 1]], changes);
    const unpaid = await place();
    expect(await statuses(unpaid)).toEqual([404, 404]);
    await confirmTestOrder(shop, unpaid);
    expect(await statuses(unpaid)).toEqual([404, 404]);
    await inTransaction(shop.db, (tx) => cancelOrder(shop, tx, { orderId: unpaid.id, by: 'shop', reason: 'by-shop' }));
    expect(await statuses(unpaid)).toEqual([404, 404]);
    const onDelivery = await place({ paymentMethod: 'cash_on_delivery' });
    await confirmTestOrder(shop, onDelivery);
    expect(await statuses(onDelivery)).toEqual([200, 200]);
    const ship = { units: null, parcels: [], notify: false, by: 'shop' } as const;
    const shipped = await inTransaction(shop.db, (tx) => shipOrder(shop, tx, { orderId: onDelivery.id, ...ship }));
    expect(await statuses(onDelivery)).toEqual([404, 404]);
    const slip = await createPackingSlip(shop, shop.db, onDelivery, shipped.ok ? shipped.shipmentId : 0);
    expect(slip?.items.rows).toHaveLength(1);
  });
});
