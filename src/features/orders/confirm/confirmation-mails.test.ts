import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { inTransaction } from '#platform/database/database.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { readConfirmLink, salesShop, testClock, trustingOrders } from '#tests/support/sales.ts';
import { newShopper, readOrderToken, type Shopper } from '#tests/support/shopper.ts';
import { createOrderLink } from '../access/order-link.ts';
import { changeEmailPath, orderPath, resendConfirmPath } from '../contract.ts';
import { orderMailJob } from '../emails/order-mail-job.ts';
import { getOrderHistory } from '../history.ts';
import { getOrder, type Order } from '../order.ts';
import { expireOrders } from '../status/expire-orders.ts';
import { lockOrder } from '../status/order-status.ts';

const { database } = useDatabase();
const clock = testClock();
let app: App;

beforeAll(async () => {
  const orders = { ...trustingOrders, confirmation: 'required' };
  const settings = { orders, 'bot-check': { use: null } };
  app = await salesShop(database, { clock, settings, env: { TRUST_PROXY: 'true', LOG_LEVEL: 'silent' } });
});

const hour = 60 * 60 * 1000;
let networks = 0;

/** An order of a new shopper that awaits its confirmation, and whoever has placed it. */
async function placeHeld(): Promise<{ shopper: Shopper; order: Order; page: string }> {
  networks += 1;
  const shopper = newShopper(app, { address: `198.18.1.${networks}` });
  await shopper.addToCart(await addProduct(app.shop, { name: 'Moon jar', stock: 9 }));
  const form = await shopper.fillInCheckout();
  const terms = { terms: 'yes' };
  const token = form && readOrderToken(await shopper.placeOrder({ ...terms, ...form }));
  const order = token ? await getOrder(app.shop.db, { token }) : null;
  if (!order) throw new Error('not placed');
  return { shopper, order, page: orderPath(order.token) };
}

async function listMails({ number }: Order): Promise<{ id: string; recipient: string; plain: string }[]> {
  expect((await runJobsNow(app.shop, [orderMailJob])).failed).toEqual([]);
  const { rows } = await app.shop.db.execute<{ id: string; recipient: string; plain: string }>(
    sql`select id, recipient, plain from platform.mail where id like ${`order:${number}:confirm-request%`} order by id`,
  );
  return rows;
}

const readLink = ({ plain }: { readonly plain: string }) =>
  (/https?:\/\/\S+\/confirm\?code=[\w-]+/.exec(plain)?.[0] ?? '').slice(app.shop.config.publicUrl.length);

describe('the page of an order that awaits its confirmation (D1)', () => {
  it('says whole where the mail went, until when it is kept and what can be done, to who has placed it only', async () => {
    const { shopper, order, page } = await placeHeld();
    const { body } = await shopper.visit(page);
    for (const words of ['Please confirm your order', shopper.email, 'Send again', 'Change email address', 'expires'])
      expect(body).toContain(words);
    // One thing is to do: nothing to pay yet, no second mail with a link, and not the same order once more.
    for (const words of ['IE64', 'Email me a link', 'Order again']) expect(body).not.toContain(words);
    const reader = await newShopper(app).visit(createOrderLink(app.shop, order));
    expect(reader.body).toContain('Please confirm your order');
    for (const words of [shopper.email, 'Send again', 'Change email address']) expect(reader.body).not.toContain(words);
  });

  it('sends the mail again, three times in an hour, and says so', async () => {
    const { shopper, order, page } = await placeHeld();
    for (let count = 0; count < 3; count += 1) {
      clock.forward(1000);
      const answer = await shopper.submit(resendConfirmPath(order.token), {});
      expect([answer.status, answer.location]).toEqual([303, page]);
      expect((await shopper.visit(page)).body).toContain(`We have sent the email to ${shopper.email}`);
    }
    expect((await shopper.visit(page)).body).not.toContain('We have sent the email');
    await shopper.submit(resendConfirmPath(order.token), {});
    expect((await shopper.visit(page)).body).toContain('already sent several emails for this order');
    const mails = await listMails(order);
    expect(mails).toHaveLength(4);
    for (const { plain } of mails) expect(plain).not.toMatch(/Hello Ada|Byrne/);
    // Who notices only now that the address is wrong can still correct it, three times.
    for (const attempt of [1, 2, 3, 4]) {
      clock.forward(1000);
      const address = `bea-${randomUUID()}@example.com`;
      await shopper.submit(changeEmailPath(order.token), { new_email: address });
      const words = attempt < 4 ? `We have sent the email to ${address}` : 'already sent several emails for this order';
      expect((await shopper.visit(page)).body).toContain(words);
    }
    clock.forward(20 * 60 * 1000);
  });

  it('changes the address: the mail goes there, and the link before is no longer good', async () => {
    const { shopper, order, page } = await placeHeld();
    const [first] = await listMails(order);
    const address = `bea-${randomUUID()}@example.com`;
    clock.forward(1000);
    const answer = await shopper.submit(changeEmailPath(order.token), { new_email: ` ${address} ` });
    expect([answer.status, answer.location]).toEqual([303, page]);
    const { body } = await shopper.visit(page);
    expect(body).toContain(`We have sent the email to ${address}`);
    expect(body).not.toContain(shopper.email);
    const now = await getOrder(app.shop.db, { id: order.id });
    expect(now).toMatchObject({ email: address, dueAt: order.dueAt });
    const second = (await listMails(order)).find(({ recipient }) => recipient === address);
    const dead = await shopper.visit(readLink(first ?? { plain: '' }));
    expect(dead.status).toBe(403);
    expect(dead.body).toContain(`href="${page}"`);
    expect((await getOrderHistory(app.shop.db, order.id)).at(-1)).toMatchObject({
      ...{ kind: 'note', by: 'shopper', text: `email address: ${shopper.email} → ${address}` },
    });
    const link = readLink(second ?? { plain: '' });
    const [path = '', code = ''] = link.split('?code=');
    expect((await newShopper(app).submit(path, { code })).location).toBe(page);
    expect(await getOrder(app.shop.db, { id: order.id })).toMatchObject({ confirmedAt: clock.now() });
    expect((await shopper.visit(page)).body).toContain('Thank you for your order');
  });

  it('is not confirmed by a link to an address that is changed at the same moment: it would prove the other one', async () => {
    const { shopper, order } = await placeHeld();
    const [mail] = await listMails(order);
    const [path = '', code = ''] = readLink(mail ?? { plain: '' }).split('?code=');
    const victim = `eve-${randomUUID()}@example.com`;
    const confirming = await inTransaction(app.shop.db, async (tx) => {
      await lockOrder(tx, order.id);
      await tx.execute(sql`update orders set email = ${victim} where id = ${order.id}`);
      const answer = shopper.submit(path, { code });
      const countWaiting = async () => {
        const { rows } = await app.shop.db.execute<{ waiting: number }>(
          sql`select count(*)::integer as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return rows[0]?.waiting;
      };
      await expect.poll(countWaiting).toBe(1);
      return { answer };
    });
    expect((await confirming.answer).status).toBe(403);
    expect(await getOrder(app.shop.db, { id: order.id })).toMatchObject({ email: victim, confirmedAt: null });
  });

  it('keeps what is no address beside its field, and sends nothing', async () => {
    const { shopper, order, page } = await placeHeld();
    for (const typed of ['bea@', 'bea example.com', '']) {
      await shopper.submit(changeEmailPath(order.token), { new_email: typed });
      const { body } = await shopper.visit(page);
      expect(body).toContain('Please enter a valid email address');
      expect(body).toMatch(/<details[^>]* open/);
      if (typed !== '') expect(body).toContain(`value="${typed}"`);
    }
    expect(await getOrder(app.shop.db, { id: order.id })).toMatchObject({ email: shopper.email });
    expect(await listMails(order)).toHaveLength(1);
  });

  it('bombs no address by way of many orders, and changes nothing for others or later', async () => {
    const victim = `eve-${randomUUID()}@example.com`;
    const [name = ''] = victim.split('@');
    clock.forward(hour - (clock.now().getTime() % hour));
    let sent = 0;
    for (let count = 0; count < 7; count += 1) {
      const { shopper, order } = await placeHeld();
      clock.forward(1000);
      await shopper.submit(changeEmailPath(order.token), { new_email: `${name}+${count}@example.com` });
      sent += (await listMails(order)).filter(({ recipient }) => recipient.startsWith(name)).length;
    }
    expect(sent).toBe(5);
    const { order, shopper } = await placeHeld();
    const other = newShopper(app);
    await other.visit(createOrderLink(app.shop, order));
    await other.submit(changeEmailPath(order.token), { new_email: 'mallory@example.com' });
    await other.submit(resendConfirmPath(order.token), {});
    expect(await listMails(order)).toHaveLength(1);
    expect(await getOrder(app.shop.db, { id: order.id })).toMatchObject({ email: shopper.email });
    const [path = '', code = ''] = (await readConfirmLink(app.shop, order.number)).split('?code=');
    await other.submit(path, { code });
    await shopper.submit(changeEmailPath(order.token), { new_email: 'late@example.com' });
    expect(await getOrder(app.shop.db, { id: order.id })).toMatchObject({ email: shopper.email });
  });

  it('leads on when the time is over: the items can be put into the cart again', async () => {
    const { shopper, order, page } = await placeHeld();
    const link = await listMails(order).then(([mail]) => readLink(mail ?? { plain: '' }));
    clock.forward(31 * 60 * 1000);
    await expireOrders(app.shop);
    expect((await shopper.visit(page)).body).toContain('Order again');
    await shopper.submit(resendConfirmPath(order.token), {});
    expect(await listMails(order)).toHaveLength(1);
    const reader = newShopper(app);
    const ended = await reader.visit(link);
    expect(ended.status).toBe(410);
    expect(ended.body).toContain(`action="${page}/reorder"`);
    expect((await reader.submit(`${page}/reorder`, {})).location).toBe('/cart');
    expect((await reader.visit('/cart')).body).toContain('Moon jar');
  });
});
