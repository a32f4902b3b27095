import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { shipOrder } from '#features/fulfilment/ship-order.ts';
import { cancelOrder, getOrder, lockOrder, type Order, reopenOrder } from '#features/orders/index.ts';
import { expireOrders } from '#features/orders/status/expire-orders.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { changeSettings } from '#platform/settings/change-settings.ts';
import { amendTestOrder } from '#tests/support/amend-order.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct, readOnHand } from '#tests/support/products.ts';
import {
  confirmTestOrder,
  payTestOrder,
  placeHeldOrder,
  placeTestOrder,
  refundTestOrder,
  salesPayments,
  salesShop,
} from '#tests/support/sales.ts';
import { formatDocument } from '../document-view.ts';
import { documentMailJob } from '../emails/document-mail-job.ts';
import { findDocument, findOrderDocuments } from '../find-documents.ts';
import { renderPdf } from '../pdf/render-pdf.ts';
import { issueDocuments } from './issue-documents.ts';
import { issueDocumentsJob } from './issue-job.ts';

const { database } = useDatabase();
let shop: Shop;

beforeAll(async () => {
  ({ shop } = await salesShop(database, {
    prices: { pricesIncludeTax: true, baseAddress: { country: 'IE' } },
    settings: { payments: { ...salesPayments, cashOnDelivery: { enabled: true } } },
  }));
  await shop.db.execute(sql`insert into tax_rates (country, percent, name) values ('IE', 23, 'VAT')`);
  await shop.db.execute(sql`insert into tax_rates (country, percent, name, tax_class, priority, compound, applies_to_shipping)
    values ('IE', 5, 'GST', 'compound', 1, false, false), ('IE', 9.975, 'QST', 'compound', 2, true, false)`);
});

async function issueNow(): Promise<void> {
  const { failed } = await runJobsNow(shop, [issueDocumentsJob]);
  expect(failed).toEqual([]);
}

async function change(values: Readonly<Record<string, unknown>>): Promise<void> {
  const changes = Object.entries(values).map(([key, value]) => ({ key: `documents.${key}`, value, version: null }));
  expect(await changeSettings(shop, changes, 'shop')).toMatchObject({ ok: true });
}

async function placePaid(price = 1230): Promise<Order> {
  const order = await placeTestOrder(shop, [[await addProduct(shop, { price }), 2]]);
  await payTestOrder(shop, order);
  return order;
}

describe('documents', () => {
  it('are an invoice when the order is paid, and a credit note for each refund, which balance with the money', async () => {
    const order = await placePaid();
    await issueNow();
    await refundTestOrder(shop, order, {
      parts: { lines: [{ position: 1, quantity: 1 }], shipping: false, fees: false },
    });
    await refundTestOrder(shop, order, { amount: 100, reason: 'A chip' });
    await issueNow();
    await issueNow();
    const documents = await findOrderDocuments(shop.db, order.id);
    expect(documents.map(({ kind, total }) => [kind, total])).toEqual([
      ['invoice', 2960],
      ['credit-note', 1230],
      ['credit-note', 100],
    ]);
    const { capturedTotal, refundedTotal } = (await getOrder(shop.db, { id: order.id })) ?? order;
    const balance = documents.reduce((sum, { kind, total }) => sum + (kind === 'invoice' ? total : -total), 0);
    expect(balance).toBe(capturedTotal - refundedTotal);
  });

  it('show seller, buyer, lines with net, tax and gross, and the tax by rate', async () => {
    const order = await placeTestOrder(shop, [[await addProduct(shop, { price: 1230 }), 2]], {
      meta: { vat_number: 'IE6388047V' },
    });
    await payTestOrder(shop, order);
    await issueNow();
    const [invoice] = await findOrderDocuments(shop.db, order.id);
    const snapshot = (await findDocument(shop.db, { label: invoice?.label ?? '' }))?.snapshot;
    expect(snapshot).toMatchObject({
      kind: 'invoice',
      title: `Invoice ${invoice?.label}`,
      net: 2407,
      tax: 553,
      gross: 2960,
      taxes: [{ name: 'VAT', rate: 230_000, net: 2407, amount: 553 }],
      lines: [
        { quantity: 2, unitNet: 1000, net: 2000, tax: 460, gross: 2460, rates: [{ name: 'VAT', rate: 230_000 }] },
        { quantity: null, net: 407, tax: 93, gross: 500 },
      ],
    });
    expect(snapshot?.buyer).toContain('ada@example.com');
    expect(snapshot?.buyer).toContain('VAT number: IE6388047V');
    expect(snapshot?.seller[0]).toContain(shop.choices.name);
    expect(snapshot?.wordmark).toEqual({ name: shop.choices.name, logo: null });
  });

  it('[D15] name the country and the numbers of the seller, as mails do', async () => {
    await change({ vatId: 'IE6388047V', register: 'CRO 123456', sellerAddress: ['Quay Lane 1', 'Wick'] });
    const [invoice] = await (async () => {
      const order = await placePaid();
      await issueNow();
      return findOrderDocuments(shop.db, order.id);
    })();
    const seller = (await findDocument(shop.db, { id: invoice?.id ?? 0 }))?.snapshot.seller ?? [];
    const { name, email } = shop.choices;
    expect(seller).toEqual([name, 'Quay Lane 1', 'Wick', 'Ireland', email, 'VAT ID: IE6388047V', 'CRO 123456']);
    const { html, text } = shop.renderMail({ title: 'Order', blocks: [] });
    const footer = [`${name}, Quay Lane 1, Wick, Ireland`, email, 'VAT ID: IE6388047V', 'CRO 123456'];
    expect(text.endsWith(footer.join('\n'))).toBe(true);
    for (const line of footer) expect(html).toContain(line);
    await change({ sellerAddress: ['Quay Lane 1', 'T12 AB Ireland'] });
    expect(shop.renderMail({ title: 'Order', blocks: [] }).text.match(/Ireland/g)).toHaveLength(1);
    await change({ vatId: undefined, register: undefined, sellerAddress: undefined });
  });

  it('have rows that add up: unit price times quantity, less the discount, is the amount', async () => {
    const odd = await Promise.all([1577, 999, 1].map((price) => addProduct(shop, { price })));
    await shop.db.execute(sql`insert into promotions (name, amount, currency, product_ids)
      values ('Off', 686, 'EUR', array[${odd[0]}]::integer[])`);
    const order = await placeTestOrder(
      shop,
      odd.map((id, index) => [id, [3, 7, 9][index] ?? 1] as const),
    );
    await payTestOrder(shop, order);
    await issueNow();
    const [invoice] = await findOrderDocuments(shop.db, order.id);
    const snapshot = (await findDocument(shop.db, { id: invoice?.id ?? 0 }))?.snapshot;
    const items = (snapshot?.lines ?? []).filter(({ unitNet }) => unitNet !== null);
    expect(items.map(({ discount }) => discount)).toEqual([1673, 0, 0]);
    for (const { unitNet, quantity, discount, net } of items)
      expect(Math.round((unitNet ?? 0) * (quantity ?? 0)) - discount).toBe(net);
    const rows = snapshot ? formatDocument(snapshot).items.rows : [];
    expect(rows[1]?.cells).toEqual([items[1]?.name, '7', '€8.1214', '23%', '€56.85']);
    await shop.db.execute(sql`delete from promotions`);
  });

  it('list taxes in the order of the order, whatever parts a refund names first', async () => {
    const products = await Promise.all([1230, 11_547].map((price) => addProduct(shop, { price })));
    await shop.db.execute(sql`update products set tax_class = 'compound' where id = ${products[1]}`);
    const order = await placeTestOrder(
      shop,
      products.map((id) => [id, 2] as const),
    );
    await payTestOrder(shop, order);
    const lines = [2, 1].map((position) => ({ position, quantity: 1 }));
    await refundTestOrder(shop, order, { parts: { lines, shipping: true, fees: false } });
    await refundTestOrder(shop, order);
    await issueNow();
    const documents = await findOrderDocuments(shop.db, order.id);
    expect(documents).toHaveLength(3);
    for (const { id } of documents) {
      const taxes = (await findDocument(shop.db, { id }))?.snapshot.taxes.map(({ name }) => name);
      expect(taxes?.filter((name) => name !== '')).toEqual(['VAT', 'GST', 'QST']);
    }
    const refunds = (await getOrder(shop.db, order))?.refunds ?? [];
    expect(refunds.map(({ taxes }) => taxes.map(({ rate }) => rate.name))).toEqual([
      ['VAT', 'GST', 'QST'],
      ['VAT', 'GST', 'QST'],
    ]);
  });

  it('state what is not taxed of shipping, so that the taxable amounts are the document', async () => {
    const products = await Promise.all([1230, 11_547].map((price) => addProduct(shop, { price })));
    await shop.db.execute(sql`update products set tax_class = 'compound' where id = ${products[1]}`);
    const order = await placeTestOrder(
      shop,
      products.map((id) => [id, 1] as const),
    );
    await payTestOrder(shop, order);
    await refundTestOrder(shop, order, { parts: { lines: [], shipping: true, fees: false } });
    await issueNow();
    const documents = await findOrderDocuments(shop.db, order.id);
    const found = await Promise.all(documents.map(({ id }) => findDocument(shop.db, { id })));
    const untaxed = found.map((each) => each?.snapshot.taxes.find(({ name }) => name === '')?.net);
    expect(untaxed).toEqual([expect.any(Number), untaxed[0]]);
    for (const { snapshot } of found.flatMap((each) => each ?? [])) {
      const bases = snapshot.taxes.filter(({ name }) => name !== 'QST').map(({ net }) => net);
      expect(bases.reduce((sum, net) => sum + net, 0)).toBe(snapshot.net);
    }
  });

  describe('of an order with a compound rate', () => {
    /** 2 × 115.47, of which 5 % and then 9.975 % on top of it are tax. */
    async function placeCompound(): Promise<Order> {
      const id = await addProduct(shop, { price: 11_547 });
      await shop.db.execute(sql`update products set tax_class = 'compound' where id = ${id}`);
      return placeTestOrder(shop, [[id, 2]]);
    }

    /** The taxable amount and the tax by name, of the invoice and of two refunds. */
    async function readTaxes(order: Order) {
      await payTestOrder(shop, order);
      await issueNow();
      await refundTestOrder(shop, order, {
        parts: { lines: [{ position: 1, quantity: 1 }], shipping: false, fees: false },
      });
      await refundTestOrder(shop, order);
      await issueNow();
      const documents = await findOrderDocuments(shop.db, order.id);
      const found = await Promise.all(documents.map(({ id }) => findDocument(shop.db, { id })));
      return found.map((each) => each?.snapshot.taxes.map(({ name, net, amount }) => [name, net, amount]));
    }

    it('state the amount with the taxes before it as what the rate applies to', async () => {
      const order = await placeCompound();
      const [invoice, ofOne, ofRest] = await readTaxes(order);
      expect(invoice).toEqual(
        expect.arrayContaining([
          ['GST', 19_999, 1000],
          ['QST', 20_999, 2095],
        ]),
      );
      expect(ofOne).toEqual([
        ['GST', 10_000, 500],
        ['QST', 10_500, 1048],
      ]);
      expect(ofRest).toEqual(
        expect.arrayContaining([
          ['GST', 9999, 500],
          ['QST', 10_499, 1047],
        ]),
      );
    });
  });

  it('are not issued for orders that are unpaid, cancelled or free of charge', async () => {
    const order = await placeHeldOrder(shop, [[await addProduct(shop), 1]]);
    expect(await issueDocuments(shop, { orderId: order.id, by: 'shop', force: true })).toEqual({
      ok: false,
      code: 'NOT_INVOICEABLE',
    });
    await confirmTestOrder(shop, order);
    await inTransaction(shop.db, (tx) => cancelOrder(shop, tx, { orderId: order.id, by: 'shop', reason: 'by-shop' }));
    expect((await issueDocuments(shop, { orderId: order.id, by: 'shop', force: true })).ok).toBe(false);
    expect(await issueDocuments(shop, { orderId: 999_999, by: 'shop' })).toEqual({
      ok: false,
      code: 'ORDER_NOT_FOUND',
    });
  });

  describe('of an order that is invoiced before it is paid, and cancelled', () => {
    async function placeInvoiced(): Promise<Order> {
      const order = await placeTestOrder(shop, [[await addProduct(shop, { price: 1230, stock: 5 }), 2]]);
      await confirmTestOrder(shop, order);
      expect(await issueDocuments(shop, { orderId: order.id, by: 'shop', force: true })).toMatchObject({ ok: true });
      return order;
    }
    const cancel = ({ id: orderId }: Order) =>
      inTransaction(shop.db, (tx) => cancelOrder(shop, tx, { orderId, by: 'shop', reason: 'by-shop' }));
    const listIssued = async ({ id }: Order) =>
      (await findOrderDocuments(shop.db, id)).map(({ kind, total }) => [kind, total]);
    async function expire({ id }: Order): Promise<void> {
      await shop.db.execute(sql`update orders set due_at = now() - interval '1 day' where id = ${id}`);
      await expireOrders(shop);
    }

    it('are a credit note for the whole invoice, once, as a page and as PDF', async () => {
      const order = await placeInvoiced();
      expect(await cancel(order)).toEqual({ ok: true, changed: true });
      await Promise.all([issueNow(), issueDocuments(shop, { orderId: order.id, by: 'shop', force: true })]);
      const again = { orderId: order.id, by: 'shop', force: true } as const;
      expect(await issueDocuments(shop, again)).toEqual({ ok: true, labels: [] });
      expect(await listIssued(order)).toEqual([
        ['invoice', 2960],
        ['credit-note', 2960],
      ]);
      const documents = await findOrderDocuments(shop.db, order.id);
      const [invoice, creditNote] = await Promise.all(documents.map(({ id }) => findDocument(shop.db, { id })));
      expect(creditNote?.snapshot).toMatchObject({
        title: `Credit note ${creditNote?.label}`,
        lines: invoice?.snapshot.lines,
        taxes: [{ name: 'VAT', rate: 230_000, net: 2407, amount: 553 }],
        ...{ net: 2407, tax: 553, gross: 2960 },
      });
      expect(creditNote?.snapshot.facts).toEqual(
        expect.arrayContaining([
          { label: 'For invoice', value: invoice?.label },
          { label: 'Reason', value: 'The order was cancelled' },
        ]),
      );
      const pdf = creditNote && (await renderPdf(formatDocument(creditNote.snapshot)));
      expect(pdf?.subarray(0, 5).toString()).toBe('%PDF-');
    });

    it('are the credit note also when the order expires, and another invoice when it is paid after all', async () => {
      const order = await placeInvoiced();
      await expire(order);
      await issueNow();
      await inTransaction(shop.db, async (tx) => {
        const expired = await lockOrder(tx, order.id);
        if (expired) await reopenOrder(shop, tx, expired, 'shop');
      });
      await payTestOrder(shop, order);
      await issueNow();
      await refundTestOrder(shop, order, { amount: 100 });
      await issueNow();
      expect(await listIssued(order)).toEqual([
        ['invoice', 2960],
        ['credit-note', 2960],
        ['invoice', 2960],
        ['credit-note', 100],
      ]);
      const [, , invoice, ofRefund] = await findOrderDocuments(shop.db, order.id);
      const snapshot = (await findDocument(shop.db, { id: ofRefund?.id ?? 0 }))?.snapshot;
      expect(snapshot?.facts).toContainEqual({ label: 'For invoice', value: invoice?.label });
    });

    it('credit in all what the invoice has, when a part of it went back before', async () => {
      const order = await placePaid();
      const changed = await amendTestOrder(shop, order, { quantities: [3], settlement: 'ship' });
      if (!changed.ok) throw new Error(changed.code);
      const { after } = changed;
      const issue = () => issueDocuments(shop, { orderId: after.id, by: 'shop', force: true });
      await issue();
      expect(await refundTestOrder(shop, after, { amount: 1000 })).toMatchObject({ ok: true });
      await issue();
      expect(await cancel(after)).toMatchObject({ ok: true });
      await Promise.all([issue(), issueNow()]);
      expect(await refundTestOrder(shop, after)).toMatchObject({ ok: true, amount: 1960 });
      await issueNow();
      expect(await listIssued(after)).toEqual([
        ['invoice', 4190],
        ['credit-note', 1000],
        ['credit-note', 3190],
      ]);
      const [invoice, partial, last] = await Promise.all(
        (await findOrderDocuments(shop.db, after.id)).map(({ id }) => findDocument(shop.db, { id })),
      );
      expect(last?.snapshot.lines).toEqual([
        ...(invoice?.snapshot.lines ?? []),
        expect.objectContaining({
          name: `Previously credited, by ${partial?.label}`,
          net: -813,
          tax: -187,
          gross: -1000,
        }),
      ]);
      expect(last?.snapshot.taxes).toEqual([{ name: 'VAT', rate: 230_000, net: 3407 - 813, amount: 783 - 187 }]);
      const pdf = last && (await renderPdf(formatDocument(last.snapshot)));
      expect(pdf?.subarray(0, 5).toString()).toBe('%PDF-');
    });

    it('stay the invoice alone when the order is paid before the credit note is issued', async () => {
      const order = await placeInvoiced();
      await expire(order);
      await inTransaction(shop.db, async (tx) => {
        const expired = await lockOrder(tx, order.id);
        if (expired) await reopenOrder(shop, tx, expired, 'shop');
      });
      await payTestOrder(shop, order);
      await issueNow();
      expect(await listIssued(order)).toEqual([['invoice', 2960]]);
    });

    it('balance when it is cancelled while its invoice is issued', async () => {
      for (let round = 0; round < 12; round += 1) {
        const order = await placeTestOrder(shop, [[await addProduct(shop, { price: 1230 }), 2]]);
        await confirmTestOrder(shop, order);
        const cancelled = async () => {
          await new Promise((resolve) => setTimeout(resolve, round * 2));
          await cancel(order);
          await issueNow();
        };
        await Promise.all([issueDocuments(shop, { orderId: order.id, by: 'shop', force: true }), cancelled()]);
        const documents = await findOrderDocuments(shop.db, order.id);
        const balance = documents.reduce((sum, { kind, total }) => sum + (kind === 'invoice' ? total : -total), 0);
        expect([round, balance]).toEqual([round, 0]);
      }
    });
  });

  it('balance for a refused parcel that was to be paid on delivery, once payment and refund are recorded', async () => {
    await change({ issue: 'shipped' });
    const product = await addProduct(shop, { price: 1230, stock: 5 });
    const order = await placeTestOrder(shop, [[product, 2]], { paymentMethod: 'cash_on_delivery' });
    await confirmTestOrder(shop, order);
    const shipment = { units: null, parcels: [], notify: false, by: 'shop' } as const;
    await inTransaction(shop.db, (tx) => shipOrder(shop, tx, { orderId: order.id, ...shipment }));
    await issueNow();
    await payTestOrder(shop, order);
    expect(await refundTestOrder(shop, order, { restock: true })).toMatchObject({ ok: true, restocked: true });
    await issueNow();
    expect(await getOrder(shop.db, { id: order.id })).toMatchObject({ status: 'refunded', cancelReason: null });
    const documents = await findOrderDocuments(shop.db, order.id);
    expect(documents.map(({ kind }) => kind)).toEqual(['invoice', 'credit-note']);
    expect(documents[1]?.total).toBe(documents[0]?.total);
    expect(await readOnHand(shop.db, product)).toBe(5);
    await change({ issue: 'paid' });
  });

  it('stay as they were issued when settings change, and a new prefix begins a new series', async () => {
    const first = await placePaid();
    await issueNow();
    const changes = { invoicePrefix: 'R{year}-', digits: 3, sellerName: 'Another name' };
    await change(changes);
    const second = await placePaid();
    await issueNow();
    const [old] = await findOrderDocuments(shop.db, first.id);
    const [next] = await findOrderDocuments(shop.db, second.id);
    expect(old?.label).toMatch(/^INV-0/);
    expect(next?.label).toBe(`R${new Date().getUTCFullYear()}-001`);
    expect((await findDocument(shop.db, { id: next?.id ?? 0 }))?.snapshot.seller[0]).toBe('Another name');
  });

  it('are neither changed nor deleted, and no number is left out', async () => {
    const refuse = (statement: ReturnType<typeof sql>) => expect(shop.db.execute(statement)).rejects.toThrow();
    await refuse(sql`update documents set total = 1`);
    await refuse(sql`delete from documents`);
    await refuse(sql`update document_series set last_number = last_number + 1`);
    await refuse(sql`update document_series set last_number = last_number + 2`);
    await refuse(sql`delete from orders where id in (select order_id from documents)`);
  });

  it('say why there is no tax (B3)', async () => {
    const set = (value: unknown) => changeSettings(shop, [{ key: 'pricing.taxes', value, version: null }], 'shop');
    const readNotes = async (settings: unknown) => {
      await set(settings);
      const order = await placeTestOrder(shop, [[await addProduct(shop, { price: 1000 }), 1]]);
      await set(undefined);
      await payTestOrder(shop, order);
      await issueNow();
      const [invoice] = await findOrderDocuments(shop.db, order.id);
      const document = invoice && (await findDocument(shop.db, invoice));
      return document?.snapshot.notes;
    };
    expect(await readNotes(undefined)).toEqual([]);
    expect(await readNotes({ charged: false })).toEqual(['No VAT is charged: small business.']);
    await shop.db.execute(sql`update tax_rates set country = 'FR' where tax_class = 'standard'`);
    expect(await readNotes(undefined)).toEqual(['No tax was charged.']);
    expect(await readNotes({ untaxedCountries: ['IE'] })).toEqual([
      'No tax was charged: delivery outside the tax area.',
    ]);
    await shop.db.execute(sql`update tax_rates set country = 'IE', percent = 0 where tax_class = 'standard'`);
    expect(await readNotes(undefined)).toEqual(['Taxed at a rate of 0 %.']);
    await shop.db.execute(sql`update tax_rates set percent = 23 where tax_class = 'standard'`);
  });

  it('are mailed once with the PDF, also when the process ended between issue and mail', async () => {
    await runJobsNow(shop, [documentMailJob]);
    await change({ mail: 'attached' });
    const order = await placePaid();
    await issueNow();
    const [invoice] = await findOrderDocuments(shop.db, order.id);
    const findMails = () =>
      shop.db.execute(
        sql`select id from platform.mail where id = ${`order:${order.number}:document:${invoice?.label}`}`,
      );
    // What a killed process leaves: the document and its waiting job.
    expect((await findMails()).rows).toHaveLength(0);
    await runJobsNow(shop, [documentMailJob]);
    await documentMailJob.run(shop, { document: invoice?.id ?? 0 } as never, { number: 2, isLast: false });
    expect((await findMails()).rows).toHaveLength(1);
    const outbox = join(shop.config.dataDir, 'outbox');
    const file = readdirSync(outbox).find((name) => name.startsWith(`order-${order.number}-document`)) ?? '';
    expect(readFileSync(join(outbox, file), 'utf8')).toContain(`filename=${invoice?.label}.pdf`);
    await change({ mail: 'off' });
  });

  it('have numbers without gaps and duplicates when 64 orders are invoiced at once and transactions fail between', async () => {
    const product = await addProduct(shop, { stock: 1000 });
    const orders: Order[] = [];
    for (let batch = 0; batch < 8; batch += 1)
      orders.push(...(await Promise.all(Array.from({ length: 8 }, () => placeTestOrder(shop, [[product, 1]])))));
    for (const order of orders) await payTestOrder(shop, order);
    // Every third attempt fails after it has taken a number.
    await shop.db.execute(sql`create sequence fail_sometimes`);
    await shop.db.execute(sql`create function fail_sometimes() returns trigger language plpgsql as $$
      begin
        if nextval('fail_sometimes') % 3 = 0 then raise exception 'failed on purpose'; end if;
        return new;
      end $$`);
    await shop.db.execute(
      sql`create trigger fail_sometimes after insert on documents for each row execute function fail_sometimes()`,
    );
    const issue = async ({ id }: Order): Promise<void> => {
      const both = [1, 2].map(() => issueDocuments(shop, { orderId: id, by: 'shop' }));
      const results = await Promise.allSettled(both);
      if (results.every(({ status }) => status === 'rejected')) await issue({ id } as Order);
    };
    // Eight at a time, each of them twice: more than the pool has connections.
    const waiting = [...orders];
    const work = async () => {
      for (let order = waiting.pop(); order; order = waiting.pop()) await issue(order);
    };
    await Promise.all(Array.from({ length: 8 }, work));
    await shop.db.execute(sql`drop trigger fail_sometimes on documents`);
    for (const { id } of orders) expect(await findOrderDocuments(shop.db, id)).toHaveLength(1);
    const { rows } = await shop.db.execute<{ series: string; count: number; last: number; taken: number }>(
      sql`select d.series, count(distinct number) as count, max(number) as last, s.last_number as taken
        from documents d join document_series s using (series) group by d.series, s.last_number`,
    );
    for (const { count, last, taken } of rows) expect([count, last]).toEqual([taken, taken]);
    await runJobsNow(shop, [issueDocumentsJob]);
  });
});
