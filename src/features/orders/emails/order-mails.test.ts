import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { sendMailJob } from '#platform/mail/mail.ts';
import { readMail } from '#platform/mail/records.ts';
import { resendMail } from '#platform/mail/resend-mail.ts';
import { changeSettings } from '#platform/settings/change-settings.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct, addTestMedia } from '#tests/support/products.ts';
import {
  confirmTestOrder,
  homeAddress,
  payTestOrder,
  placeHeldOrder,
  placeTestOrder,
  refundTestOrder,
  salesShop,
  testClock,
} from '#tests/support/sales.ts';
import { addNote } from '../add-note.ts';
import { getOrderHistory } from '../history.ts';
import { getOrder } from '../order.ts';
import { cancelOrder, markOrderPaid } from '../status/change-order.ts';
import { expireOrders } from '../status/expire-orders.ts';
import { remindOfPayments } from '../status/remind-of-payment.ts';
import { composeOrderMails } from './compose-order-mails.ts';
import { orderMailJob } from './order-mail-job.ts';

const { database } = useDatabase();
const clock = testClock();
let shop: Shop;

beforeAll(async () => {
  ({ shop } = await salesShop(database, { clock }));
});

interface SentMail {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly html: string;
  readonly plain: string;
}

async function findMails(number: number): Promise<SentMail[]> {
  await expireOrders(shop);
  const { failed } = await runJobsNow(shop, [orderMailJob]);
  expect(failed).toEqual([]);
  const { rows } = await shop.db.execute<SentMail & Record<string, unknown>>(
    sql`select id, recipient, subject, html, plain from platform.mail where id like ${`order:${number}:%`} order by id`,
  );
  return rows;
}

describe('order emails', () => {
  it('have the rows of totals that the order page has', async () => {
    await shop.db.execute(sql`insert into tax_rates (country, percent, name) values ('IE', 23, 'VAT')`);
    await shop.db.execute(sql`insert into promotions (name, percent, currency) values ('Autumn sale', 10, 'EUR')`);
    const order = await placeTestOrder(shop, [[await addProduct(shop, { price: 1230 }), 1]]);
    await shop.db.execute(sql`delete from tax_rates`);
    await shop.db.execute(sql`delete from promotions`);
    await confirmTestOrder(shop, order);
    const [confirmation] = await findMails(order.number);
    for (const words of ['€12.30', 'Autumn sale', '−€1.23', 'incl. VAT', '€3.00', '€16.07'])
      expect(confirmation?.html).toContain(words);
  });

  it('confirm the order with payment details, and notify the shop', async () => {
    const billing = { ...homeAddress, first_name: '<b>Ada', city: 'Cork & Co' };
    const order = await placeTestOrder(shop, [[await addProduct(shop, { name: 'Moon jar', price: 3000 }), 2]], {
      billing,
    });
    await confirmTestOrder(shop, order);
    const [confirmation, owner] = await findMails(order.number);
    expect(confirmation).toMatchObject({ id: `order:${order.number}:confirmation`, recipient: 'ada@example.com' });
    expect(confirmation?.subject).toContain(String(order.number));
    expect(confirmation?.plain).toContain('Hello <b>Ada,\n\nWe have received your order');
    expect(confirmation?.plain).toContain('  1 Quay Lane\n  Cork & Co\n');
    expect(confirmation?.plain).toMatch(/transfer the amount by \d+ \w+ \d{4} and/);
    for (const words of [
      'Moon jar',
      '€60.00',
      '€65.00',
      'IE64 IRCE 9205 0112 3456 78',
      'Cork &amp; Co',
      '&lt;b&gt;Ada',
    ]) {
      expect(confirmation?.html).toContain(words);
    }
    expect(confirmation?.html).toContain(`${shop.config.publicUrl}/order/${order.token}`);
    expect(confirmation?.html).not.toContain('<b>Ada');
    expect(confirmation?.plain).toContain('<b>Ada');
    expect(owner).toMatchObject({ id: `order:${order.number}:owner`, recipient: shop.choices.email });
  });

  it('have no links of a shopper whose address nobody has proved, and the shop reads what was typed (F1)', async () => {
    const typed = { first_name: 'See www.spam.example', company: 'https://spam.example/x', address_2: '1.OG' };
    const order = await placeTestOrder(shop, [[await addProduct(shop), 1]], {
      billing: { ...homeAddress, ...typed },
      note: 'Win at sp\u200bam.example now',
    });
    const [confirmation, owner] = await findMails(order.number);
    expect(confirmation?.plain).not.toMatch(/spam\.example/);
    expect(confirmation?.html).not.toMatch(/spam\.example/);
    for (const words of ['See www. spam. example', '1. OG', 'spam. example now'])
      expect(confirmation?.plain).toContain(words);
    expect(owner?.plain).toContain('https://spam.example/x');
  });

  it('have no links in any field of an address, also where the shop asks nobody to confirm (F1)', async () => {
    const fields = [
      'first_name',
      'last_name',
      'company',
      'address_1',
      'address_2',
      'city',
      'state',
      'postcode',
    ] as const;
    const { id } = await placeTestOrder(shop, [[await addProduct(shop), 1]]);
    for (const field of fields)
      await shop.db.execute(
        sql`update order_addresses set ${sql.identifier(field)} = ${`${field.slice(0, 3)}.spam.example`}, country = 'GH' where order_id = ${id}`,
      );
    for (const confirmedBy of [null, 'shop']) {
      if (confirmedBy)
        await shop.db.execute(
          sql`update orders set confirmed_by = ${confirmedBy}, confirmed_at = now() where id = ${id}`,
        );
      const order = await getOrder(shop.db, { id });
      for (const kind of ['placed', 'cancelled', 'payment-reminder', 'link', 'completed'] as const) {
        const mails = order ? composeOrderMails(shop, order, { kind }).filter(({ to }) => to === 'shopper') : [];
        expect(mails).toHaveLength(1);
        for (const { content, withoutTyped } of mails) {
          expect(JSON.stringify(content)).toContain('spam. example');
          expect(JSON.stringify(content)).not.toContain('spam.example');
          expect(JSON.stringify(withoutTyped)).not.toContain('example');
        }
      }
    }
    // The shop's own orders and those of a confirmed address are shown as they are.
    await shop.db.execute(sql`update orders set confirmed_by = 'shopper' where id = ${id}`);
    const confirmed = await getOrder(shop.db, { id });
    const [whole] = confirmed ? composeOrderMails(shop, confirmed, { kind: 'placed' }) : [];
    expect(JSON.stringify(whole?.content)).toContain('sta.spam.example');
    expect(whole?.withoutTyped).toBeNull();
  });

  it('are sent once even if the job runs twice', async () => {
    const order = await placeTestOrder(shop, [[await addProduct(shop), 1]]);
    await confirmTestOrder(shop, order);
    await findMails(order.number);
    await orderMailJob.run(shop, { order: order.id, kind: 'placed' } as never, { number: 2, isLast: false });
    const outbox = join(shop.config.dataDir, 'outbox');
    const files = readdirSync(outbox).filter((name) => name.startsWith(`order-${order.number}-confirmation`));
    expect(files).toHaveLength(1);
    expect(readFileSync(join(outbox, files[0] ?? ''), 'utf8')).toContain('To: ada@example.com');
  });

  it('follow each change: paid, refunded with a reason, cancelled, expired', async () => {
    const product = await addProduct(shop);
    const [paid, cancelled, unpaid] = [
      await placeTestOrder(shop, [[product, 1]]),
      await placeTestOrder(shop, [[product, 1]]),
      await placeTestOrder(shop, [[product, 1]]),
    ];
    for (const order of [paid, cancelled, unpaid]) await confirmTestOrder(shop, order);
    await payTestOrder(shop, paid);
    await refundTestOrder(shop, paid, { amount: 400, reason: 'A chip in the glaze' });
    await inTransaction(shop.db, (tx) =>
      cancelOrder(shop, tx, { orderId: cancelled.id, by: 'shop', reason: 'by-shop' }),
    );
    const kinds = (mails: readonly SentMail[]) => mails.map(({ id }) => id.split(':')[2]);
    const mails = await findMails(paid.number);
    expect(kinds(mails)).toEqual(['confirmation', 'owner', 'paid', 'refunded']);
    expect(mails.at(-1)?.html).toContain('A chip in the glaze');
    expect(mails.at(-1)?.html).toContain('€4.00');
    expect(kinds(await findMails(cancelled.number))).toEqual(['cancelled', 'confirmation', 'owner']);
    clock.forward(15 * 24 * 60 * 60 * 1000);
    await findMails(unpaid.number);
    expect((await findMails(unpaid.number)).find(({ id }) => id.endsWith('cancelled'))?.html).toContain(
      'did not receive a payment',
    );
    expect(await getOrder(shop.db, { id: unpaid.id })).toMatchObject({ status: 'cancelled', cancelReason: 'expired' });
  });

  it('contain the purchase notes, as sold, once the order is paid', async () => {
    const product = await addProduct(shop, { name: 'Kiln day' });
    const setPurchaseNoteSql = (html: string) => sql`update products set purchase_note = ${html} where id = ${product}`;
    await shop.db.execute(
      setPurchaseNoteSql(
        '<p>We write with <strong>four</strong> <a href="/care?a=1&amp;b=2">Saturdays</a>, <a href="https://kiln.example/">as ever</a>.</p>',
      ),
    );
    const order = await placeTestOrder(shop, [[product, 1]]);
    await confirmTestOrder(shop, order);
    await findMails(order.number);
    await shop.db.execute(setPurchaseNoteSql('<p>Sold out until spring.</p>'));
    await inTransaction(shop.db, (tx) => markOrderPaid(shop, tx, { orderId: order.id, by: 'shop' }));
    const mails = await findMails(order.number);
    const findMail = (kind: string) => mails.find(({ id }) => id.endsWith(`:${kind}`));
    expect(findMail('confirmation')?.html).not.toContain('Saturdays');
    const { publicUrl } = shop.config;
    expect(findMail('paid')?.html).toContain(
      `<strong>four</strong> <a href="${publicUrl}/care?a=1&amp;b=2">Saturdays</a>, <a href="https://kiln.example/">as ever</a>`,
    );
    expect(findMail('paid')?.plain).toContain(`${publicUrl}/care?a=1&b=2`);
  });

  it('are not sent before a pending order is paid', async () => {
    const order = await placeTestOrder(shop, [[await addProduct(shop), 1]], { paymentMethod: 'pay_later' });
    expect(await findMails(order.number)).toEqual([]);
    await inTransaction(shop.db, (tx) => markOrderPaid(shop, tx, { orderId: order.id, by: 'shop' }));
    const mails = await findMails(order.number);
    expect(mails.map(({ id }) => id.split(':')[2])).toEqual(['confirmation', 'owner']);
    expect(mails[0]?.plain).toContain('Payment: Pay later');
  });

  it('remind once of a bank transfer that is due soon, with the bank details, and not when it was paid', async () => {
    const [waiting, paid] = [
      await placeTestOrder(shop, [[await addProduct(shop), 1]]),
      await placeTestOrder(shop, [[await addProduct(shop), 1]]),
    ];
    for (const order of [waiting, paid]) await confirmTestOrder(shop, order);
    await remindOfPayments(shop);
    expect((await findMails(waiting.number)).map(({ id }) => id.split(':')[2])).toEqual(['confirmation', 'owner']);
    clock.forward(12 * 24 * 60 * 60 * 1000);
    expect(await remindOfPayments(shop)).toBeGreaterThan(1);
    expect(await remindOfPayments(shop)).toBe(0);
    await payTestOrder(shop, paid);
    const reminder = (await findMails(waiting.number)).find(({ id }) => id.endsWith(':payment-reminder'));
    expect(reminder?.html).toContain('IE64 IRCE 9205 0112 3456 78');
    expect(reminder?.plain).toMatch(/pay by \d+ \w+ \d{4}\. After that, we’ll cancel the order/);
    expect((await findMails(paid.number)).some(({ id }) => id.endsWith(':payment-reminder'))).toBe(false);
  });

  it('[E6] are one for the customer and one for the shop when an unconfirmed order is marked as paid', async () => {
    const order = await placeHeldOrder(shop, [[await addProduct(shop), 1]]);
    const names = async () => (await findMails(order.number)).map(({ id }) => id.split(':').slice(2).join(':'));
    const before = await names();
    await payTestOrder(shop, order);
    expect((await names()).filter((name) => !before.includes(name))).toEqual(['confirmation', 'owner']);
  });

  it('[D15] say what happened in their headlines, and show photographs', async () => {
    const product = await addProduct(shop, { name: 'Tide bowl' });
    const image = await addTestMedia(database, 'tide.jpg');
    await shop.db.execute(
      sql`insert into product_images (product_id, media_id, position) values (${product}, ${image}, 0)`,
    );
    const order = await placeTestOrder(shop, [[product, 1]]);
    await payTestOrder(shop, order);
    await refundTestOrder(shop, order, { amount: 100, reason: '' });
    const mails = await findMails(order.number);
    const titles = mails.map(({ html }) => /<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1]);
    const { number } = order;
    const named = [`Thank you for your order ${number}`, `Payment received for order ${number}`];
    expect(titles).toEqual(expect.arrayContaining([...named, `Refund for your order ${number}`]));
    for (const name of ['confirmation', 'owner', 'paid']) {
      const mail = mails.find(({ id }) => id.endsWith(`:${name}`));
      expect(mail?.html, name).toMatch(/<img src="[^"]+\/media\/[0-9a-f]{16}-160\.jpg" width="64" height="48" alt=""/);
      expect(mail?.plain, name).toContain('Tide bowl × 1');
    }
  });

  it('carry a note of the shop to the customer, and a note without that stays in the history', async () => {
    const order = await placeTestOrder(shop, [[await addProduct(shop), 1]]);
    await confirmTestOrder(shop, order);
    const note = { orderId: order.id, text: 'The glaze is <blue>.\n\nAll well?', by: 'shop' } as const;
    await inTransaction(shop.db, (tx) => addNote(shop, tx, { ...note, toCustomer: true }));
    await inTransaction(shop.db, (tx) => addNote(shop, tx, { ...note, text: 'Internal', toCustomer: false }));
    const mails = (await findMails(order.number)).filter(({ id }) => id.includes(':note:'));
    expect(mails).toHaveLength(1);
    expect(mails[0]?.html).toContain('The glaze is &lt;blue&gt;.');
    expect((await getOrderHistory(shop.db, order.id)).map(({ text }) => text)).toContain('Internal');
  });

  it('say that the order is complete when nothing has to be shipped, in the mail about its payment', async () => {
    const order = await placeTestOrder(shop, [[await addProduct(shop, { virtual: true }), 1]]);
    await shop.db.execute(sql`update order_lines set downloadable = true where order_id = ${order.id}`);
    await payTestOrder(shop, order);
    const mails = await findMails(order.number);
    expect(mails.find(({ id }) => id.endsWith(':paid'))?.plain).toContain('Your order is complete.');
    expect(mails.some(({ id }) => id.endsWith(':completed'))).toBe(false);
  });

  it('say that the order is completed when the setting asks for it', async () => {
    await changeSettings(shop, [{ key: 'orders.completedMail', value: true, version: null }], 'shop');
    const order = await placeTestOrder(shop, [[await addProduct(shop, { virtual: true }), 1]]);
    await shop.db.execute(sql`update order_lines set downloadable = true where order_id = ${order.id}`);
    await payTestOrder(shop, order);
    await changeSettings(shop, [{ key: 'orders.completedMail', value: false, version: null }], 'shop');
    expect((await findMails(order.number)).map(({ id }) => id.split(':')[2])).toContain('completed');
  });

  it('are kept with their state and can be sent again', async () => {
    const order = await placeTestOrder(shop, [[await addProduct(shop), 1]]);
    await confirmTestOrder(shop, order);
    await findMails(order.number);
    const id = `order:${order.number}:confirmation`;
    expect(await readMail(shop.db, id)).toMatchObject({ state: 'sent', to: 'ada@example.com', message: { id } });
    expect(await resendMail(shop, id, { isAgain: false })).toEqual({ ok: false, code: 'MAIL_SENT_BEFORE' });
    const again = await resendMail(shop, id, { isAgain: true });
    expect(again).toMatchObject({ ok: true, id: expect.stringMatching(`^${id}:again-`) });
    expect((await runJobsNow(shop, [sendMailJob])).failed).toEqual([]);
    const [first, second] = await Promise.all([readMail(shop.db, id), readMail(shop.db, again.ok ? again.id : '')]);
    expect(second).toMatchObject({ state: 'sent', to: first?.to, message: { html: first?.message?.html } });
    expect(await resendMail(shop, 'order:1:none', { isAgain: true })).toEqual({ ok: false, code: 'MAIL_NOT_FOUND' });
  });
});
