import { beforeAll, describe, expect, it } from 'vitest';
import { type App, listJobs } from '#app/app.ts';
import { createOrderLink } from '#features/orders/index.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { confirmTestOrder, placeHeldOrder, salesShop } from '#tests/support/sales.ts';
import { newShopper, readOrderToken, type Shopper } from '#tests/support/shopper.ts';

const { database, pool } = useDatabase();
let app: App;

beforeAll(async () => {
  app = await salesShop(database);
});

/** Orders as a guest. @returns the paths of the order and of its form */
async function placeOrder(shopper: Shopper) {
  await shopper.addToCart(await addProduct(app.shop));
  const token = readOrderToken(await shopper.placeOrder((await shopper.fillInCheckout()) ?? {}));
  return { page: `/order/${token}`, form: `/order/${token}/account` };
}

async function readMails(email: string): Promise<string[]> {
  await runJobsNow(app.shop, listJobs(app.assembly));
  const { rows } = await pool.query<{ plain: string }>(
    `select plain from platform.mail where recipient = $1 and id like 'account:%' order by created_at`,
    [email],
  );
  return rows.map(({ plain }) => plain);
}

const readLink = async (email: string) =>
  /\/account\/link\/[\w-]{43}/.exec((await readMails(email)).at(-1) ?? '')?.[0] ?? '';

describe('saving an order as an account', () => {
  it('mails a link that creates the account without a password, and the order is in it', async () => {
    const guest = newShopper(app);
    const order = await placeOrder(guest);
    const page = (await guest.visit(order.page)).body;
    expect(page).toContain(`action="${order.form}"`);
    expect(page).toContain('we send a link to s…@');
    const sent = await guest.submit(order.form, {});
    expect([sent.status, sent.body.includes('s…@')]).toEqual([200, true]);
    const link = await readLink(guest.email);
    expect((await guest.visit(link)).body).not.toContain('new_password');
    expect((await guest.submit(link, {})).location).toBe('/account');
    expect((await guest.visit('/account')).body).toContain(order.page);
    expect((await guest.visit(order.page)).body).not.toContain(order.form);
    expect((await guest.submit(order.form, {})).status).toBe(404);
  });

  it('is not offered to who asked for an account with the order', async () => {
    const guest = newShopper(app);
    await guest.addToCart(await addProduct(app.shop));
    const form = { ...(await guest.fillInCheckout()), create_account: '1' };
    const page = (await guest.visit(`/order/${readOrderToken(await guest.placeOrder(form))}`)).body;
    expect(page).not.toContain('Email me a link');
  });

  it('is not offered beside the request to confirm the order (D1)', async () => {
    const order = await placeHeldOrder(app.shop, [[await addProduct(app.shop), 1]]);
    const guest = newShopper(app);
    const confirm = await guest.visit(createOrderLink(app.shop, order));
    expect(confirm.body).toContain('Please confirm your order');
    expect(confirm.body).not.toContain('Email me a link');
    await confirmTestOrder(app.shop, order, 'shopper');
    expect((await guest.visit(`/order/${order.token}`)).body).toContain('Email me a link');
  });

  it('answers the same for an address that has an account, and tells its owner alone', async () => {
    const first = newShopper(app);
    await first.submit((await placeOrder(first)).form, {});
    await first.submit(await readLink(first.email), {});
    const again = newShopper(app, { email: first.email });
    const answer = await again.submit((await placeOrder(again)).form, {});
    expect(answer.body).toContain(
      'can be used for this, we have sent a link to it. It may take a few minutes. Please check your spam folder, too.',
    );
    expect(await readLink(first.email)).toBe('');
    expect((await readMails(first.email)).length).toBe(2);
  });

  it('is not for who may not see the order, and mails an address a few times an hour', async () => {
    const guest = newShopper(app);
    const { form } = await placeOrder(guest);
    expect((await newShopper(app).submit(form, {})).status).toBe(404);
    expect(await readMails(guest.email)).toEqual([]);
    const statuses: number[] = [];
    for (let count = 0; count < 8; count += 1) statuses.push((await guest.submit(form, {})).status);
    expect([statuses[0], statuses.at(-1)]).toEqual([200, 429]);
  });
});
