import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type App, listJobs } from '#app/app.ts';
import { applyCoupon } from '#features/cart/index.ts';
import {
  CustomerGoneError,
  changeCustomerEmail,
  findCustomer,
  findPeopleByEmail,
  saveAddress,
  setCustomerName,
} from '#features/customers/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { moveLateWritesJob, moveVisitor } from '#platform/sessions/sign-in.ts';
import { addTestMember, startTestSession } from '#tests/support/account-session.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { runCommand } from '#tests/support/run-command.ts';
import {
  createCustomer,
  createVisitor,
  createVisitorWithCart,
  homeAddress,
  salesShop,
  testClock,
} from '#tests/support/sales.ts';
import { newShopper } from '#tests/support/shopper.ts';
import { collectData } from './collect.ts';
import { personalDataCommands } from './commands.ts';
import { eraseCustomer, writeDeletion } from './deletion.ts';
import { mergeAccounts } from './merge.ts';

const { database, pool } = useDatabase();
const clock = testClock();
let app: App;
let bowl = 0;
let plate = 0;

beforeAll(async () => {
  app = await salesShop(database, { clock });
  [bowl, plate] = [await addProduct(app.shop), await addProduct(app.shop)];
  await pool.query(`insert into coupons (code, code_key, percent, currency, usage_limit_per_customer)
    values ('ONCE', 'once', 10, 'EUR', 1)`);
});

let count = 0;

/** An account with an order, a cart, a wishlist, a review, an address, a message, an alert, a note and two choices of mails. */
async function createFullAccount({ usesCoupon = false, wanted = [true, true] } = {}) {
  count += 1;
  const [{ customer }, device] = [await createCustomer(app.shop, `person${count}@example.com`), newShopper(app)];
  const { id, email } = customer;
  await pool.query('update customers set email_verified_at = now() where id = $1', [id]);
  await startTestSession(app, device, customer);
  await device.addToCart(bowl);
  if (usesCoupon) await applyCoupon(app.shop, { owner: { customerId: id }, code: 'ONCE', ipAddress: null });
  await device.placeOrder({
    ...(await device.fillInCheckout()),
    ...{ billing_email: email, payment_method: 'bank_transfer' },
  });
  await device.addToCart(count % 2 === 0 ? bowl : plate);
  await device.submit('/wishlist/add', { product_id: String(bowl) });
  await pool.query(
    `insert into comments (product_id, stars, body, author, customer_id, locale, state, fingerprint, created_at)
    values ($2, 4, 'It pours.', 'Ada', $1, 'en', 'approved', md5($3), now())`,
    [id, bowl, email],
  );
  await pool.query(
    `insert into customer_addresses (customer_id, address, is_default_billing, is_default_shipping)
    values ($1, json_build_object('city', 'City ' || $2::text), true, true), ($1, '{"city":"Shared"}', false, false)`,
    [id, count],
  );
  await pool.query(
    `insert into stock_alerts (customer_id, product_id, email, locale, state, consent_text, created_at, confirmed_at, expires_at)
    values ($1, $3, $2, 'en', 'waiting', 'Yes.', now(), now(), now() + interval '1 year')`,
    [id, email, plate],
  );
  await pool.query(
    `insert into email_preferences (customer_id, kind, is_wanted, locale, changed_at)
    values ($1, 'one', $2, 'en', now()), ($1, 'two', $3, 'en', now())`,
    [id, ...wanted],
  );
  const [person = 0] = await findPeopleByEmail(app.shop.db, email);
  await pool.query(
    `insert into person_notes (person_id, text, by, at) values ($1, 'note about ' || $2, 'Ada', now())`,
    [person, email],
  );
  return { id, email, person, device };
}

const merge = (from: number, into: number) =>
  inTransaction(app.shop.db, (tx) => mergeAccounts(app.shop, tx, { from, into }));

const readPart = async (id: number) => {
  const account = await findCustomer(app.shop.db, id);
  if (!account) throw new Error('there is no such account');
  return collectData(app.shop, app.shop.db, account);
};

/** Tables that name an account. Entries of the audit never change: they are found by the account that took over. */
async function findTablesOf(id: number): Promise<string[]> {
  const { rows: columns } = await pool.query<{ table: string }>(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as table from information_schema.columns
    where column_name = 'customer_id' and table_schema in ('public', 'platform') and table_name <> 'audit_entries'`,
  );
  const found: string[] = [];
  for (const { table } of columns)
    if ((await pool.query(`select from ${table} where customer_id = $1`, [id])).rowCount !== 0) found.push(table);
  return found;
}

describe('merging two accounts', () => {
  it('moves everything, keeps one of what can be there once, and the stricter choice of mails', async () => {
    const from = await createFullAccount({ usesCoupon: true, wanted: [false, true] });
    const into = await createFullAccount({ wanted: [true, false] });
    expect(await merge(from.id, into.id)).toMatchObject({ ok: true });
    expect(await findTablesOf(from.id)).toEqual([]);
    const data = await readPart(into.id);
    const counts = Object.fromEntries(Object.entries(data).map(([name, rows]) => [name, rows.length]));
    // Of two reviews of one product, one stays; the address that both had is there once; a cart has both products.
    expect(counts).toMatchObject({
      ...{ orders: 2, cart: 2, wishlists: 2, comments: 1, addresses: 3, stockAlerts: 2, notes: 2, sessions: 1 },
    });
    expect(data.emailPreferences).toEqual([
      expect.objectContaining({ kind: 'one', isWanted: false }),
      expect.objectContaining({ kind: 'two', isWanted: false }),
    ]);
    const { rows: defaults } = await pool.query(
      'select count(*) filter (where is_default_billing)::integer as billing from customer_addresses where customer_id = $1',
      [into.id],
    );
    expect(defaults).toEqual([{ billing: 1 }]);
    const { rows: people } = await pool.query('select id::integer, orders from people where email = any($1)', [
      [from.email, into.email],
    ]);
    expect(people).toEqual([{ id: into.person, orders: 2 }]);
    expect((await from.device.visit('/account')).status).toBe(303);
    expect((await into.device.visit('/account')).status).toBe(200);
    const { rows: used } = await pool.query('select customer_id::integer as id from coupon_uses where coupon_id = 1');
    expect(used).toEqual([{ id: into.id }]);
  });

  it('tells both addresses, and gives the old one back: whoever registers with it sees nothing', async () => {
    const [from, into] = [await createFullAccount(), await createFullAccount()];
    await merge(from.id, into.id);
    await runJobsNow(app.shop, listJobs(app.assembly));
    const { rows } = await pool.query(
      `select recipient from platform.mail where recipient = any($1) and subject like '%have been merged' order by recipient`,
      [[from.email, into.email]],
    );
    expect(rows).toHaveLength(2);
    const { customer } = await createCustomer(app.shop, from.email);
    expect(customer.id).not.toBe(from.id);
    expect((await readPart(customer.id)).orders).toEqual([]);
  });

  it('loses no order that is placed at the same moment: it waits, and is the survivor’s', async () => {
    const [from, into] = [await createFullAccount(), await createFullAccount()];
    const form = {
      ...(await from.device.fillInCheckout()),
      billing_email: from.email,
      payment_method: 'bank_transfer',
    };
    let placing: Promise<{ status: number }> | undefined;
    await inTransaction(app.shop.db, async (tx) => {
      expect(await mergeAccounts(app.shop, tx, { from: from.id, into: into.id })).toMatchObject({ ok: true });
      placing = from.device.placeOrder(form);
      await expect.poll(countWaiting).toBeGreaterThan(0);
    });
    expect((await placing)?.status).toBeLessThan(500);
    const { rows } = await pool.query('select customer_id::integer as id from orders where email = $1', [from.email]);
    for (const { id } of rows) expect(id).toBe(into.id);
    const late = `insert into orders (token, source, status, locale, currency, items_total, total, prices_include_tax, email, payment_method,
        payment_title, due_at, customer_id)
      values ('a-late-token-of-an-order', 'api', 'pending', 'en', 'EUR', 0, 0, true, $1, 'bank_transfer', 'Bank', now(), $2)
      returning customer_id::integer as id`;
    expect((await pool.query(late, [from.email, from.id])).rows).toEqual([{ id: into.id }]);
  });

  it('keeps no address, name or email that is saved at the same moment on the row that was emptied', async () => {
    const [from, into] = [await createFullAccount(), await createFullAccount()];
    const defaults = { isDefaultBilling: false, isDefaultShipping: false };
    const entry = { ...defaults, customerId: from.id, id: null, address: homeAddress, now: clock.now() };
    let saving: Promise<unknown> | undefined;
    await inTransaction(app.shop.db, async (tx) => {
      expect(await mergeAccounts(app.shop, tx, { from: from.id, into: into.id })).toMatchObject({ ok: true });
      saving = inTransaction(app.shop.db, (other) => saveAddress(other, entry));
      await expect.poll(countWaiting, { timeout: 10_000 }).toBeGreaterThan(0);
    });
    expect(await saving).toEqual({ ok: false, code: 'not_found' });
    await setCustomerName(app.shop.db, from.id, 'Ada');
    const change = { id: from.id, email: 'another@example.com', now: clock.now() };
    expect(await inTransaction(app.shop.db, (tx) => changeCustomerEmail(tx, change))).toBeNull();
    expect(await findTablesOf(from.id)).toEqual([]);
    const { rows } = await pool.query('select name, email from customers where id = $1', [from.id]);
    expect(rows).toEqual([{ name: '', email: `deleted-${from.id}@customer.invalid` }]);
    await inTransaction(app.shop.db, (tx) => eraseCustomer(app.shop, tx, { ...into, isEmailVerified: true }));
    expect(await inTransaction(app.shop.db, (tx) => saveAddress(tx, { ...entry, customerId: into.id }))).toEqual({
      ok: false,
      code: 'not_found',
    });
  });

  it('finds uses of coupons by an index', async () => {
    const client = await pool.connect();
    await client.query('begin; set local enable_seqscan = off');
    const { rows } = await client.query('explain update coupon_uses set customer_id = 1 where customer_id = 2');
    await client.query('rollback');
    client.release();
    expect(JSON.stringify(rows)).toContain('coupon_uses_customer');
  });

  it.each(['from', 'into'] as const)('is refused when %s is staff', async (side) => {
    const accounts = { from: await createFullAccount(), into: await createFullAccount() };
    await pool.query(`insert into staff_members (customer_id, role) values ($1, 'support')`, [accounts[side].id]);
    expect(await merge(accounts.from.id, accounts.into.id)).toEqual({ ok: false, code: 'STAFF_ACCOUNT' });
  });

  it('is refused with itself, with an account that is gone, and into one whose address nobody has proved', async () => {
    const [from, into] = [await createFullAccount(), await createFullAccount()];
    expect(await merge(into.id, into.id)).toEqual({ ok: false, code: 'SAME_ACCOUNT' });
    expect(await merge(999_999, into.id)).toEqual({ ok: false, code: 'ACCOUNT_GONE' });
    await pool.query('update customers set email_verified_at = null where id = $1', [into.id]);
    expect(await merge(from.id, into.id)).toEqual({ ok: false, code: 'ADDRESS_NOT_PROVED' });
  });

  it('is refused into an account that is going to be deleted: everything would go with it', async () => {
    const [from, into] = [await createFullAccount(), await createFullAccount()];
    const now = clock.now();
    await inTransaction(app.shop.db, (tx) => writeDeletion(tx, into.id, now, new Date(now.getTime() + 1000)));
    expect(await merge(from.id, into.id)).toEqual({ ok: false, code: 'DELETION_ASKED' });
    expect(await merge(into.id, from.id)).toMatchObject({ ok: true });
  });

  it('gives what a guest wrote late, after the sign-in, to the account that stays', async () => {
    const [from, into] = [await createFullAccount(), await createFullAccount()];
    const [guest, next] = [await createVisitorWithCart(app.shop, [[bowl, 1]]), await createVisitor(app.shop.db)];
    await merge(from.id, into.id);
    const signedIn = { visitorId: guest.visitorId, customerId: from.id, newVisitorId: next.visitorId };
    await moveLateWritesJob.run(app.shop, signedIn, { number: 1, isLast: false });
    expect(await findTablesOf(from.id)).toEqual([]);
    expect((await pool.query('select from carts where visitor_id = $1', [guest.visitorId])).rowCount).toBe(0);
    await inTransaction(app.shop.db, (tx) => eraseCustomer(app.shop, tx, { ...into, isEmailVerified: true }));
    await moveLateWritesJob.run(app.shop, signedIn, { number: 1, isLast: false });
  });

  it('lets nobody sign in to the account that ended, or delete it once more', async () => {
    const [from, into] = [await createFullAccount(), await createFullAccount()];
    await merge(from.id, into.id);
    const next = { visitorId: null, customerId: from.id, newVisitorId: randomUUID() };
    await expect(inTransaction(app.shop.db, (tx) => moveVisitor(app.shop, tx, next))).rejects.toThrow(
      CustomerGoneError,
    );
    const erase = inTransaction(app.shop.db, (tx) => eraseCustomer(app.shop, tx, { ...from, isEmailVerified: true }));
    expect(await erase).toBe('ACCOUNT_GONE');
    expect((await readPart(into.id)).orders).toHaveLength(2);
  });

  it('in both directions at once: one of them wins', async () => {
    const [one, two] = [await createFullAccount(), await createFullAccount()];
    const results = await Promise.all([merge(one.id, two.id), merge(two.id, one.id)]);
    expect(results.map(({ ok }) => ok).sort()).toEqual([false, true]);
  });

  it('leads on from an account that was merged before', async () => {
    const accounts = [await createFullAccount(), await createFullAccount(), await createFullAccount()] as const;
    await merge(accounts[0].id, accounts[1].id);
    await merge(accounts[1].id, accounts[2].id);
    const { rows } = await pool.query('select merged_into::integer as into from customers where id = any($1)', [
      accounts.map(({ id }) => id),
    ]);
    expect(rows.map(({ into }) => into)).toEqual(expect.arrayContaining([accounts[2].id, accounts[2].id, null]));
  });
});

/** Statements of this database that wait for a lock. */
async function countWaiting(): Promise<number> {
  const { rowCount } = await pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rowCount ?? 0;
}

describe('the page of a customer', () => {
  it('shows what will happen before, does it once it is confirmed, and tells who did it', async () => {
    const [from, into] = [await createFullAccount(), await createFullAccount()];
    const { device, customerId } = await addTestMember(app, 'owner', 'a hash that fits the column');
    await startTestSession(app, device, { id: customerId }, { hasSecondFactor: true });
    const path = `/admin/customers/${into.person}/merge-account`;
    const account = String(from.person);
    const fields = readHidden((await device.visit(path)).body);
    const asked = await device.submit(path, { ...fields, account });
    expect(asked.body).toContain(`Everything in ${from.email} moves to ${into.email}`);
    for (const shown of ['Stock alerts: 1', 'Choices of mails: 2', 'Profile: 1'])
      expect(asked.body.replaceAll('<!-- -->', '')).toContain(shown);
    expect(asked.body).not.toMatch(/stockAlerts|emailPreferences/);
    expect((await pool.query('select from orders where customer_id = $1', [into.id])).rowCount).toBe(1);
    const done = await device.submit(path, { ...readHidden(asked.body), account });
    expect(done.location).toBe(`/admin/customers/${into.person}`);
    expect((await pool.query('select from orders where customer_id = $1', [into.id])).rowCount).toBe(2);
    const { rows } = await pool.query(
      `select after ->> 'mergedAccount' as merged from platform.audit_entries where action = 'personal-data.merge-account'`,
    );
    expect(rows).toEqual([{ merged: from.email }]);
  });

  it('is refused to who may not merge', async () => {
    const into = await createFullAccount();
    const { device } = await addTestMember(app, 'support', 'a hash that fits the column');
    expect((await device.visit(`/admin/customers/${into.person}/merge-account`)).status).toBe(403);
  });
});

function readHidden(body: string): Record<string, string> {
  const main = body.slice(body.indexOf('<main'));
  const inputs = [...main.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
  return Object.fromEntries(inputs.map(([, name = '', value = '']) => [name, value]));
}

it('the command line merges too', async () => {
  const [from, into] = [await createFullAccount(), await createFullAccount()];
  const run = (options = {}) =>
    runCommand(app.shop, personalDataCommands, 'personal-data merge', [from.email, into.email], options);
  expect((await run()).code).toBe(2);
  expect(await run({ yes: true })).toMatchObject({ code: 0, data: { ok: true } });
  expect(await run({ yes: true })).toMatchObject({ code: 1, data: { ok: false, code: 'CUSTOMER_NOT_FOUND' } });
});
