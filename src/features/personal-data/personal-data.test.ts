import { beforeAll, describe, expect, it } from 'vitest';
import { type App, listJobs } from '#app/app.ts';
import { applyCoupon } from '#features/cart/index.ts';
import { saveAddress } from '#features/customers/index.ts';
import { eraseOrders } from '#features/orders/personal-data.ts';
import { inTransaction } from '#platform/database/database.ts';
import { daysBefore } from '#platform/database/purge.ts';
import { providePort } from '#platform/features/ports.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { personalData as personalDataPort } from '#platform/sessions/personal-data.ts';
import { startTestSession } from '#tests/support/account-session.ts';
import { runWhileCustomerIsLocked } from '#tests/support/customer-race.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { createCustomer, homeAddress, putInCart, salesShop, testClock } from '#tests/support/sales.ts';
import { newShopper, readOrderToken, type Shopper } from '#tests/support/shopper.ts';
import { formatDataAsCsv } from './collect.ts';
import { personalDataCommands } from './commands.ts';
import { eraseDueCustomers, writeDeletion } from './deletion.ts';

const { database, pool } = useDatabase();
const clock = testClock();
let app: App;
let bowl = 0;

beforeAll(async () => {
  app = await salesShop(database, { clock });
  bowl = await addProduct(app.shop);
  await pool.query(`insert into coupons (code, code_key, percent, currency, usage_limit_per_customer)
    values ('ONCE', 'once', 10, 'EUR', 1)`);
});

const dayMs = 24 * 60 * 60_000;
/** What runs by the clock, then the mails. */
const runJobs = async () => {
  await eraseDueCustomers(app.shop);
  await eraseOrders(app.shop, daysBefore(clock.now(), 60));
  await runJobsNow(app.shop, listJobs(app.assembly));
};
const isSignedIn = async (device: Shopper) => (await device.visit('/account')).status === 200;

/** Personal texts that must not be anywhere once an account is deleted. */
const told = { phone: '+353 1 555 0177', street: '7 Sentinel Row', note: 'a sentinel note' };

/** A customer with an order, an address, a cart and a second device. */
async function createFullAccount() {
  const [{ customer }, device, other] = [await createCustomer(app.shop), newShopper(app), newShopper(app)];
  await startTestSession(app, device, customer);
  await startTestSession(app, other, customer);
  await device.addToCart(bowl);
  await applyCoupon(app.shop, { owner: { customerId: customer.id }, code: 'ONCE', ipAddress: null });
  const placed = await device.placeOrder({
    ...(await device.fillInCheckout()),
    ...{ billing_email: customer.email, billing_phone: told.phone, billing_address_1: told.street },
    ...{ payment_method: 'bank_transfer', order_comments: told.note },
  });
  const token = readOrderToken(placed) ?? '';
  const { rows } = await pool.query<{ id: number; number: number }>('select id, number from orders where token = $1', [
    token,
  ]);
  const address = { ...homeAddress, address_1: told.street, phone: '' };
  await inTransaction(app.shop.db, (tx) =>
    saveAddress(tx, {
      ...{ customerId: customer.id, id: null, address, now: clock.now() },
      ...{ isDefaultBilling: true, isDefaultShipping: true },
    }),
  );
  await putInCart(app.shop, { customerId: customer.id }, bowl);
  return { customer, device, other, order: { id: 0, number: 0, ...rows[0] }, token };
}

/** All rows of all tables as text, but for jobs and mails, which end by themselves. */
async function readDatabase(): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
    where schemaname in ('public', 'platform') and tablename <> 'mail'`,
  );
  const texts: string[] = [];
  for (const { name } of tables)
    texts.push(
      ...(await pool.query<{ row: string }>(`select t::text as row from ${name} t`)).rows.map(({ row }) => row),
    );
  return texts.join('\n');
}

const closeOrder = (orderId: number) =>
  pool.query(
    `update orders set status = 'cancelled', cancel_reason = 'by-shop', cancelled_at = $2, updated_at = $2 where id = $1`,
    [orderId, clock.now()],
  );

describe('my data', () => {
  it('is downloaded as JSON and CSV, with what each feature has, and nothing of others', async () => {
    const { device, customer, order } = await createFullAccount();
    const stranger = await createFullAccount();
    const json = await device.visit('/account/data/my-data.json');
    expect(json.headers['content-disposition']).toBe('attachment; filename="my-data.json"');
    expect(json.headers['cache-control']).toBe('private, no-store');
    const data = json.json();
    expect(Object.keys(data)).toEqual([
      ...[
        'orders',
        'orderDrafts',
        'deliveries',
        'documents',
        'downloads',
        'withdrawals',
        'orderSources',
        'vatNumberChecks',
        'cart',
        'uploads',
        'wishlists',
        'stockAlerts',
        'comments',
        'opinions',
        'messages',
        'mails',
        'notes',
        'changes',
        'sessions',
        'twoFactor',
      ],
      ...['passkeys', 'emailPreferences', 'addresses', 'profile'],
    ]);
    expect(data.profile).toEqual([expect.objectContaining({ email: customer.email })]);
    expect(data.orders).toEqual([
      expect.objectContaining({ number: Number(order.number), phone: told.phone, note: told.note }),
    ]);
    expect(data.cart).toEqual([expect.objectContaining({ productId: bowl, quantity: 1 })]);
    expect(data.addresses).toHaveLength(1);
    expect(data.sessions).toHaveLength(2);
    expect(json.body).not.toContain(stranger.customer.email);
    expect(json.body).not.toMatch(/hash|secret|token/i);
    const csv = await device.visit('/account/data/my-data.csv');
    expect(String(csv.headers['content-type'])).toContain('text/csv');
    expect(csv.body).toContain(`profile,1,email,${customer.email}`);
    expect(csv.body).toContain(told.street);
  });

  it('does not run in a spreadsheet', () => {
    const csv = formatDataAsCsv({ profile: [{ name: '=HYPERLINK("http://evil.example")', tags: ['a', null] }] });
    expect(csv).not.toMatch(/,"?=/);
    expect(csv).toContain('profile,1,tags.0,a');
  });

  it('needs a fresh sign-in', async () => {
    const { device } = await createFullAccount();
    clock.forward(16 * 60_000);
    for (const path of ['my-data.json', 'my-data.csv', 'delete'])
      expect((await device.visit(`/account/data/${path}`)).location).toContain('again=1');
    expect((await device.submit('/account/data/delete', {})).location).toContain('again=1');
    expect((await newShopper(app).visit('/account/data/my-data.json')).location).toBe(
      '/account/sign-in?return=%2Faccount%2Fdata%2Fmy-data.json',
    );
    expect((await newShopper(app).submit('/account/data/delete', {})).location).not.toContain('again');
    expect(await isSignedIn(device)).toBe(true);
  });
});

describe('deleting an account', () => {
  it('names open orders, signs out everywhere, and can be undone for seven days', async () => {
    const { device, other, customer, order, token } = await createFullAccount();
    const page = (await device.visit('/account/data/delete')).body;
    expect(page).toContain(`href="/order/${token}"`);
    expect(page).toContain(`Order ${order.number}`);
    const asked = await device.submit('/account/data/delete', {});
    expect([asked.status, asked.body.includes('You are signed out')]).toEqual([200, true]);
    expect([await isSignedIn(device), await isSignedIn(other)]).toEqual([false, false]);
    clock.forward(6 * dayMs);
    await runJobs();
    const back = newShopper(app);
    await startTestSession(app, back, customer);
    expect((await back.visit('/account/data')).body).toContain('Your account will be deleted');
    expect((await back.submit('/account/data/keep', {})).location).toBe('/account/data');
    clock.forward(2 * dayMs);
    await runJobs();
    expect(await isSignedIn(back)).toBe(true);
    const { rows } = await pool.query(
      `select subject, plain from platform.mail where recipient = $1 and id like 'account:%' order by created_at`,
      [customer.email],
    );
    expect(rows.map(({ subject }) => subject)).toEqual([
      expect.stringContaining('will be deleted'),
      expect.stringContaining('is kept'),
    ]);
    expect(rows[0].plain).toMatch(/sign in before then.*My data\nhttps?:\/\/[^/]+\/account\/data\n/s);
  });

  it('leaves nothing of the customer but what the law asks for', async () => {
    const { device, customer, order, token } = await createFullAccount();
    await device.submit('/account/data/delete', {});
    clock.forward(7 * dayMs);
    await runJobs();
    const { rows: sent } = await pool.query<{ plain: string }>(
      `select plain from platform.mail where recipient = $1 and subject like '%has been deleted' order by created_at`,
      [customer.email],
    );
    // Nobody can sign in to it any more.
    expect([sent.length, sent[0]?.plain.includes('/account/')]).toEqual([1, false]);
    // The order is open: it can be delivered, and its mails arrive.
    const open = await pool.query('select email, phone from orders where id = $1', [order.id]);
    expect(open.rows).toEqual([{ email: customer.email, phone: told.phone }]);
    await closeOrder(order.id);
    clock.forward(61 * dayMs);
    await runJobs();
    const { rows } = await pool.query(
      `select o.email, o.phone, o.note, o.total::integer as total, a.country, a.address_1
      from orders o join order_addresses a on a.order_id = o.id where o.id = $1 and a.kind = 'billing'`,
      [order.id],
    );
    expect(rows).toEqual([
      {
        email: 'deleted@customer.invalid',
        phone: '',
        note: '',
        total: expect.any(Number),
        country: 'IE',
        address_1: '',
      },
    ]);
    expect(rows[0]?.total).toBeGreaterThan(0);
    const everything = await readDatabase();
    expect(everything).not.toContain(customer.email);
    expect((await newShopper(app).visit(`/order/${token}`)).status).not.toBe(500);
    const carts = await pool.query('select from carts where customer_id = $1', [customer.id]);
    expect(carts.rowCount).toBe(0);
  });

  it('gives the address back: who registers with it later sees nothing of before', async () => {
    const { device, customer } = await createFullAccount();
    await device.submit('/account/data/delete', {});
    clock.forward(7 * dayMs);
    await runJobs();
    const next = await createCustomer(app.shop, customer.email);
    expect(next.customer.id).not.toBe(customer.id);
    const again = newShopper(app);
    await startTestSession(app, again, next.customer);
    expect((await again.visit('/account/orders')).body).toContain('You have not placed any orders yet');
  });

  it('at once: what the browser sends meanwhile and later is that of a guest, and brings nothing back', async () => {
    const swift = await salesShop(database, { clock, settings: { 'personal-data': { undoDays: 0 } } });
    const { customer, order } = await createFullAccount();
    const [device, other] = [newShopper(swift), newShopper(swift)];
    await startTestSession(swift, device, customer);
    await startTestSession(swift, other, customer);
    const form = { ...(await other.fillInCheckout()), billing_email: customer.email };
    const [deleted, ...meanwhile] = await Promise.all([
      device.submit('/account/data/delete', {}),
      other.addToCart(bowl),
      other.submit('/wishlist/add', { product_id: String(bowl) }),
    ]);
    expect([deleted.status, deleted.body.includes('keep it')]).toEqual([200, false]);
    const late = [
      await other.placeOrder(form),
      await other.addToCart(bowl),
      await device.addToCart(bowl),
      await other.submit('/account/data/keep', {}),
      await other.visit('/account'),
    ];
    for (const { status } of [...meanwhile, ...late]) expect(status).toBeLessThan(500);
    expect([await isSignedIn(device), await isSignedIn(other)]).toEqual([false, false]);
    const count = async (table: string) =>
      Number((await pool.query(`select count(*) from ${table} where customer_id = $1`, [customer.id])).rows[0].count);
    for (const table of ['carts', 'wishlists', 'account_sessions', 'customer_addresses'])
      expect([table, await count(table)]).toEqual([table, 0]);
    expect(await count('orders')).toBeLessThanOrEqual(2);
    expect((await pool.query('select email from customers where id = $1', [customer.id])).rows).not.toContainEqual({
      email: customer.email,
    });
    expect((await pool.query('select status from orders where id = $1', [order.id])).rows[0].status).toBe('on-hold');
  });

  it('leaves no cart to a request that began before: by adding, several at once, and buying now', async () => {
    const { customer } = await createFullAccount();
    const device = newShopper(app);
    await startTestSession(app, device, customer);
    const product = { product_id: String(bowl), quantity: '1' };
    const answers = await runWhileCustomerIsLocked(pool, customer.id, {
      start: () =>
        Promise.all([
          device.submit('/cart/add', product),
          device.submit('/cart/add', { ...product, buy_now: '1' }),
          device.submit('/cart/add', { ...product, request_key: crypto.randomUUID() }),
        ]),
      change: async (client) => {
        await client.query('delete from carts where customer_id = $1', [customer.id]);
        await client.query(
          `update customers set email = 'deleted-' || id || '@customer.invalid', name = '', email_verified_at = null,
            erased_at = now() where id = $1`,
          [customer.id],
        );
      },
    });
    for (const { status } of answers) expect(status).toBeLessThan(500);
    expect((await pool.query('select from carts where customer_id = $1', [customer.id])).rowCount).toBe(0);
  });

  it('is refused for staff, also for who joins it meanwhile', async () => {
    const { device, customer } = await createFullAccount();
    await device.submit('/account/data/delete', {});
    await pool.query(`insert into staff_members (customer_id, role) values ($1, 'support')`, [customer.id]);
    clock.forward(7 * dayMs);
    await runJobs();
    await startTestSession(app, device, customer);
    expect((await device.visit('/account/data/delete')).body).toContain('access to the back office');
    expect((await device.submit('/account/data/delete', {})).location).toBe('/account/data/delete');
    expect(await isSignedIn(device)).toBe(true);
  });

  it('waits for no other account whose data can’t be deleted', async () => {
    const [{ customer: stuck }, { customer: next }] = [await createCustomer(app.shop), await createCustomer(app.shop)];
    const failing = {
      name: 'failing',
      read: async () => [],
      erase: async (_shop: unknown, _tx: unknown, { id }: { readonly id: number | null }) => {
        if (id === stuck.id) throw new Error('its records are locked away');
      },
    };
    const shop = await salesShop(database, { clock, provides: providePort(personalDataPort, [failing]) });
    const due = clock.now();
    for (const { id } of [stuck, next]) await inTransaction(app.shop.db, (tx) => writeDeletion(tx, id, due, due));
    await eraseDueCustomers(shop.shop);
    const { rows } = await pool.query<{ id: number }>(
      'select id::integer from customers where erased_at is not null and id = any($1)',
      [[stuck.id, next.id]],
    );
    expect(rows).toEqual([{ id: next.id }]);
    await pool.query('delete from account_deletions where customer_id = $1', [stuck.id]);
  });
});

describe('the command line', () => {
  const run = (name: string, email: string, options = {}) =>
    runCommand(app.shop, personalDataCommands, `personal-data ${name}`, [email], options);

  it('shows and deletes for who asks by letter', async () => {
    const { customer, device } = await createFullAccount();
    expect(JSON.stringify((await run('show', customer.email)).data)).toContain(told.street);
    expect((await run('erase', customer.email)).code).toBe(2);
    expect(await isSignedIn(device)).toBe(true);
    expect((await run('erase', customer.email, { yes: true })).code).toBe(0);
    expect(await isSignedIn(device)).toBe(false);
    expect((await run('show', customer.email)).data).toEqual({ ok: false, code: 'CUSTOMER_NOT_FOUND' });
  });
});
