import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { getOrderHistory } from '#features/orders/history.ts';
import { getOrder } from '#features/orders/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addTestCoupon } from '#tests/support/discounts.ts';
import { addProduct, readOnHand } from '#tests/support/products.ts';
import { homeAddress, placeTestOrder, salesShop, testClock } from '#tests/support/sales.ts';
import { newShopper } from '#tests/support/shopper.ts';
import { placeDraft, saveDraft } from '../drafts.ts';
import { manualOrderSchema } from '../order-file.ts';
import { quoteMailJob } from './quote-mail.ts';
import { acceptQuote, sendQuote } from './quotes.ts';

const { database } = useDatabase({ connections: 12 });
const clock = testClock();
const dayMs = 24 * 60 * 60 * 1000;
let app: App;

beforeAll(async () => {
  app = await salesShop(database, { clock });
});

const addMug = (stock: number | null = 5) => addProduct(app.shop, { name: 'Mug', price: 1000, stock });

const send = async (draftId: number, message = '') => {
  const validUntil = new Date(clock.now().getTime() + 7 * dayMs);
  const sent = await inTransaction(app.shop.db, (tx) => sendQuote(app.shop, tx, { draftId, validUntil, message }));
  if (!sent.ok) throw new Error(sent.code);
  return sent.token;
};

async function quote(content: Readonly<Record<string, unknown>>, message = '') {
  const input = manualOrderSchema.parse({ email: 'ada@example.com', billing: homeAddress, ...content });
  const id = await saveDraft(app.shop, app.shop.db, input, { id: null, by: 'shop' });
  return { id, token: await send(id, message) };
}

const change = (id: number, content: Readonly<Record<string, unknown>>) => {
  const input = manualOrderSchema.parse({ email: 'ada@example.com', billing: homeAddress, ...content });
  return saveDraft(app.shop, app.shop.db, input, { id, by: 'shop' });
};

const raisePrice = (mug: number) =>
  app.shop.db.execute(sql`update main_prices set regular_price = 5000 where variation_id = ${mug}`);

describe('a quote', () => {
  it('is mailed with a link, on which it is accepted without script at the prices that were quoted', async () => {
    const mug = await addMug();
    const { id, token } = await quote({ lines: [{ variationId: mug, quantity: 2 }] }, 'With our thanks.');
    await runJobsNow(app.shop, [quoteMailJob]);
    const { rows } = await app.shop.db.execute<{ plain: string }>(
      sql`select plain from platform.mail where id like ${`quote:${id}:%`}`,
    );
    for (const words of [`/quote/${token}`, 'With our thanks.', '€25.00']) expect(rows[0]?.plain).toContain(words);
    await raisePrice(mug);
    const shopper = newShopper(app);
    const page = await shopper.visit(`/quote/${token}`);
    for (const words of ['€25.00', 'Accept and order', 'With our thanks.']) expect(page.body).toContain(words);
    expect(page.headers).toMatchObject({ 'referrer-policy': 'same-origin', 'cache-control': 'private, no-store' });
    expect(await readOnHand(app.shop.db, mug)).toBe(5);
    const accepted = await shopper.submit(`/quote/${token}`, {});
    expect([accepted.status, accepted.location]).toEqual([303, expect.stringMatching(/^\/order\/.*\/pay$/)]);
    expect(await readOnHand(app.shop.db, mug)).toBe(3);
    expect((await shopper.visit(accepted.location)).body).toContain('€25.00');
    expect((await shopper.visit(`/quote/${token}`)).location).toMatch(/^\/order\//);
    expect((await newShopper(app).visit(`/quote/${'x'.repeat(32)}`)).status).toBe(404);
    // Whoever has the link later does not get into the order by it.
    clock.forward(60 * 60 * 1000);
    const other = newShopper(app);
    const again = await other.submit(`/quote/${token}`, {});
    expect(again.status).toBe(303);
    expect((await other.visit(again.location)).body).not.toContain('€25.00');
  });

  it('is accepted once by many at the same time', async () => {
    const mug = await addMug();
    const { token } = await quote({ lines: [{ variationId: mug, quantity: 1 }] });
    const all = await Promise.all(Array.from({ length: 6 }, () => acceptQuote(app.shop, token)));
    expect(all.filter((each) => each.ok && each.changed)).toHaveLength(1);
    expect(new Set(all.map((each) => each.ok && each.number)).size).toBe(1);
    expect(await readOnHand(app.shop.db, mug)).toBe(4);
  });

  it('that has expired says so, and is renewed at the prices of then', async () => {
    const mug = await addMug();
    const { id, token } = await quote({ lines: [{ variationId: mug, quantity: 1 }] });
    clock.forward(8 * dayMs);
    const page = await newShopper(app).visit(`/quote/${token}`);
    expect([page.body.includes('This quote has expired'), page.body.includes('Accept and order')]).toEqual([
      true,
      false,
    ]);
    expect(await acceptQuote(app.shop, token)).toEqual({ ok: false, code: 'QUOTE_EXPIRED' });
    expect((await newShopper(app).submit(`/quote/${token}`, {})).status).toBe(409);
    await raisePrice(mug);
    const renewed = await send(id);
    expect((await newShopper(app).visit(`/quote/${token}`)).location).toBe(`/quote/${renewed}`);
    const accepted = await acceptQuote(app.shop, renewed);
    expect(accepted.ok && (await getOrder(app.shop.db, { number: accepted.number }))?.total).toBe(5500);
    expect(
      await inTransaction(app.shop.db, (tx) =>
        sendQuote(app.shop, tx, { draftId: id, validUntil: clock.now(), message: '' }),
      ),
    ).toMatchObject({ code: 'DRAFT_ORDERED' });
  });

  it('is accepted as it was sent, whatever became of its draft', async () => {
    const mug = await addMug();
    const { id, token } = await quote({ lines: [{ variationId: mug, quantity: 1 }] });
    await change(id, {
      email: 'bob@example.com',
      lines: [{ variationId: mug, quantity: 3 }],
      internalNote: 'Rings back',
    });
    const accepted = await acceptQuote(app.shop, token);
    const order = accepted.ok ? await getOrder(app.shop.db, { number: accepted.number }) : null;
    expect(order).toMatchObject({ email: 'ada@example.com', total: 1500, lines: [{ quantity: 1 }] });
    expect((await getOrderHistory(app.shop.db, order?.id ?? 0)).map(({ text }) => text)).toContainEqual(
      expect.stringContaining('Rings back'),
    );
  });

  it('for another address has another link, and the former one shows nothing but that it was replaced', async () => {
    const lines = [{ variationId: await addMug(), quantity: 1 }];
    const { id, token } = await quote({ lines });
    const again = await send(id);
    await change(id, { email: 'bob@example.com', lines });
    const other = await send(id);
    expect(new Set([token, again, other]).size).toBe(3);
    for (const former of [token, again]) {
      const page = await newShopper(app).visit(`/quote/${former}`);
      expect(page.body).toContain('This quote has been replaced');
      for (const secret of ['€15.00', other]) expect(page.body).not.toContain(secret);
      expect(await acceptQuote(app.shop, former)).toEqual({ ok: false, code: 'QUOTE_REPLACED' });
    }
    const refused = await newShopper(app).submit(`/quote/${token}`, {});
    expect([refused.status, refused.body.includes('This quote has been replaced')]).toEqual([409, true]);
    expect((await acceptQuote(app.shop, other)).ok).toBe(true);
    // Not even the order is accepted again by who had the first one.
    expect(await acceptQuote(app.shop, token)).toEqual({ ok: false, code: 'QUOTE_REPLACED' });
  });

  it('that was sent again at another price is not accepted by a page that shows the former one', async () => {
    const mug = await addMug();
    const { id, token } = await quote({ lines: [{ variationId: mug, quantity: 1 }] });
    await raisePrice(mug);
    const again = await send(id);
    const refused = await newShopper(app).submit(`/quote/${token}`, {});
    expect([refused.status, refused.body.includes(`/quote/${again}`)]).toEqual([409, true]);
  });

  it('is mailed only as it is now, and to whom it was sent', async () => {
    const lines = [{ variationId: await addMug(), quantity: 1 }];
    const { id, token } = await quote({ lines });
    clock.forward(1000);
    await change(id, { email: 'bob@example.com', lines });
    const other = await send(id);
    await change(id, { email: 'eve@example.com', lines });
    await runJobsNow(app.shop, [quoteMailJob]);
    const { rows } = await app.shop.db.execute<{ to: string; plain: string }>(
      sql`select recipient as to, plain from platform.mail where id like ${`quote:${id}:%`}`,
    );
    expect(rows).toEqual([{ to: 'bob@example.com', plain: expect.stringContaining(`/quote/${other}`) }]);
    expect(rows[0]?.plain).not.toContain(token);
  });

  it('is withdrawn when staff place something else, so that its link does not lead to that order', async () => {
    const lines = [{ variationId: await addMug(), quantity: 1 }];
    const { id, token } = await quote({ lines });
    await change(id, { email: 'bob@example.com', lines });
    await inTransaction(app.shop.db, (tx) =>
      placeDraft(app.shop, tx, id, { by: 'shop', payment: { kind: 'account' } }),
    );
    expect(await acceptQuote(app.shop, token)).toEqual({ ok: false, code: 'QUOTE_WITHDRAWN' });
    const page = await newShopper(app).visit(`/quote/${token}`);
    expect([page.status, page.body.includes('This quote has been withdrawn')]).toEqual([200, true]);
    expect((await newShopper(app).submit(`/quote/${token}`, {})).status).toBe(409);
  });

  it('changes nothing when its stock or its coupon is gone', async () => {
    const mug = await addMug(1);
    const first = await quote({ lines: [{ variationId: mug, quantity: 1 }] });
    await placeTestOrder(app.shop, [[mug, 1]]);
    expect(await acceptQuote(app.shop, first.token)).toMatchObject({ code: 'QUOTE_UNAVAILABLE', reason: 'stock' });
    expect((await newShopper(app).submit(`/quote/${first.token}`, {})).body).toContain('can no longer be accepted');
    await addTestCoupon(app.shop, { code: 'ONCE', amount: '50', usageLimit: '1' });
    const jug = await addMug();
    const content = { lines: [{ variationId: jug, quantity: 1 }], coupons: ['ONCE'] };
    const [one, other] = [await quote(content), await quote(content)];
    const accepted = await acceptQuote(app.shop, one.token);
    expect(accepted.ok && (await getOrder(app.shop.db, { number: accepted.number }))?.total).toBe(1000);
    expect(await acceptQuote(app.shop, other.token)).toMatchObject({ code: 'QUOTE_UNAVAILABLE', reason: 'discount' });
    expect(await readOnHand(app.shop.db, jug)).toBe(4);
  });
});
