import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { type App, listJobs } from '#app/app.ts';
import { savePreferences } from '#features/email-preferences/preferences.ts';
import { addItem, createList } from '#features/wishlists/index.ts';
import { followList } from '#features/wishlists/lists/follow-list.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { readOutboxMail } from '#platform/mail/outbox.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addBowl, addProduct } from '#tests/support/products.ts';
import { createCustomer, salesShop, type TestCustomer, testClock, testGuest } from '#tests/support/sales.ts';
import { newsKind, sendNews } from './send-news.ts';

const { database } = useDatabase();
const clock = testClock();
let app: App;
const dayMs = 24 * 60 * 60_000;

beforeAll(async () => {
  app = await salesShop(database, { clock });
});

const switchNews = (customerId: number, isOn: boolean) =>
  savePreferences(app.shop, app.shop.db, customerId, { kinds: [newsKind], wanted: isOn ? [newsKind] : [] });
const setPrice = (id: number, price: number) =>
  app.shop.db.execute(sql`update main_prices set regular_price = ${price} where variation_id = ${id}`);
const setStock = (id: number, onHand: number) =>
  app.shop.db.execute(sql`update stock_levels set on_hand = ${onHand} where variation_id = ${id}`);

/** A customer with a confirmed address who wants the mail. */
async function createReader(): Promise<TestCustomer> {
  const reader = await createCustomer(app.shop);
  await app.shop.db.execute(
    sql`update customers set email_verified_at = ${clock.now()} where id = ${reader.customer.id}`,
  );
  await switchNews(reader.customer.id, true);
  return reader;
}

const addToList = async (owner: TestCustomer['owner'], productId: number) => {
  const added = await addItem(app.shop, owner, { list: null, productId });
  if (!added.ok) throw new Error(added.code);
};

/** What the job of a morning mails to a customer; null when nothing. */
async function readMailOfDay({ customer }: TestCustomer) {
  await sendNews(app.shop);
  await runJobsNow(app.shop, listJobs(app.assembly));
  return readOutboxMail(app.shop.db, `wishlist-news:${customer.id}:${clock.now().toISOString().slice(0, 10)}`);
}

const nextDay = (days = 1) => clock.forward(days * dayMs);

describe('wishlist news', () => {
  it('tell what costs less, what is back and what is new on followed lists, with a link that stops them', async () => {
    const reader = await createReader();
    const [cup, jar] = [await addProduct(app.shop, { name: 'Ebb cup' }), await addProduct(app.shop, { stock: 0 })];
    await addToList(reader.owner, cup);
    await addToList(reader.owner, jar);
    const friend = testGuest();
    const list = await createList(app.shop, app.shop.db, friend, { name: 'Our kitchen', privacy: 0 });
    if (!list.ok) throw new Error(list.code);
    await followList(app.shop, reader.owner, list.list.shareToken ?? '');
    nextDay();
    await addItem(app.shop, friend, { list: list.list.id, productId: cup });
    await setPrice(cup, 800);
    await setStock(jar, 2);
    const mail = await readMailOfDay(reader);
    expect(mail?.to).toBe(reader.customer.email);
    expect(mail?.text).toMatch(/Ebb cup: €8\.00 instead of €10\.00.*Tide bowl.*Our kitchen: one new item/s);
    expect(mail?.text).toContain(`/stop-emails/${reader.customer.id}/wishlist-news/`);
  });

  it('lead to the chosen variation, name a product of two lists once, and can be replied to', async () => {
    const reader = await createReader();
    const { product, small } = await addBowl(app.shop);
    const second = await createList(app.shop, app.shop.db, reader.owner, { name: 'Second', privacy: 2 });
    if (!second.ok) throw new Error(second.code);
    for (const list of [null, second.list.id]) {
      const chosen = { list, productId: product, variationId: small };
      expect(await addItem(app.shop, reader.owner, chosen)).toMatchObject({ ok: true });
    }
    await setPrice(small, 700);
    const mail = await readMailOfDay(reader);
    expect(mail?.text?.match(/Tide bowl, .*: €7\.00 instead of €10\.00/g)).toHaveLength(1);
    expect(mail?.text).toContain(`?variation=${small}`);
    const eml = readFileSync(join(app.shop.config.dataDir, 'outbox', mail?.eml ?? ''), 'utf8');
    expect(eml).toContain(`Reply-To: ${app.shop.choices.email}\r\n`);
  });

  it('reach the others when those of one customer fail, and name some of many rows', async () => {
    const [first, second] = [await createReader(), await createReader()];
    const products = await Promise.all(Array.from({ length: 32 }, () => addProduct(app.shop, { name: 'Many' })));
    for (const id of products) await addToList(second.owner, id);
    await addToList(first.owner, products[0] ?? 0);
    for (const id of products) await setPrice(id, 700);
    // No address: the mail is refused.
    await app.shop.db.execute(sql`update customers set email = 'no address' where id = ${first.customer.id}`);
    expect(await readMailOfDay(first)).toBeNull();
    const id = `wishlist-news:${second.customer.id}:${clock.now().toISOString().slice(0, 10)}`;
    expect((await readOutboxMail(app.shop.db, id))?.text?.match(/Many: /g)).toHaveLength(30);
  });

  it('come once for a change, and at most once in the days of the setting', async () => {
    const reader = await createReader();
    const cup = await addProduct(app.shop);
    await addToList(reader.owner, cup);
    await setPrice(cup, 900);
    expect(await readMailOfDay(reader)).not.toBeNull();
    nextDay(8);
    expect(await readMailOfDay(reader)).toBeNull();
    await setPrice(cup, 700);
    expect((await readMailOfDay(reader))?.text).toContain('€7.00 instead of €10.00');
    nextDay(3);
    await setPrice(cup, 600);
    expect(await readMailOfDay(reader)).toBeNull();
    nextDay(4);
    expect((await readMailOfDay(reader))?.text).toContain('€6.00 instead of €10.00');
  });

  it('tell of what was sold out in the meantime, and of a price that fell again', async () => {
    const reader = await createReader();
    const cup = await addProduct(app.shop, { stock: 3 });
    await addToList(reader.owner, cup);
    await setStock(cup, 0);
    expect(await readMailOfDay(reader)).toBeNull();
    nextDay();
    await setStock(cup, 3);
    expect((await readMailOfDay(reader))?.text).toContain('BACK IN STOCK');
    for (const [price, isNews] of [
      [900, true],
      [1200, false],
      [900, true],
      [900, false],
    ] as const) {
      nextDay(7);
      await setPrice(cup, price);
      expect((await readMailOfDay(reader)) !== null, `${price}`).toBe(isNews);
    }
  });

  it('come to nobody who has not switched them on, or has no confirmed address', async () => {
    const [unasked, unconfirmed, stopped] = [await createReader(), await createReader(), await createReader()];
    const cup = await addProduct(app.shop);
    for (const { owner } of [unasked, unconfirmed, stopped]) await addToList(owner, cup);
    await app.shop.db.execute(sql`delete from email_preferences where customer_id = ${unasked.customer.id}`);
    await app.shop.db.execute(sql`update customers set email_verified_at = null where id = ${unconfirmed.customer.id}`);
    await switchNews(stopped.customer.id, false);
    await setPrice(cup, 500);
    for (const reader of [unasked, unconfirmed, stopped]) expect(await readMailOfDay(reader)).toBeNull();
  });

  it('come once when the job runs twice at the same time', async () => {
    const reader = await createReader();
    const cup = await addProduct(app.shop);
    await addToList(reader.owner, cup);
    await setPrice(cup, 500);
    const sent = await Promise.all([sendNews(app.shop), sendNews(app.shop), sendNews(app.shop)]);
    expect(sent.reduce((sum, count) => sum + count)).toBe(1);
  });
});
