import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { type App, listJobs } from '#app/app.ts';
import { findPeopleByEmail } from '#features/customers/index.ts';
import { eraseOrders } from '#features/orders/personal-data.ts';
import { inTransaction } from '#platform/database/database.ts';
import { daysBefore } from '#platform/database/purge.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { enqueueMail, sendMailJob } from '#platform/mail/mail.ts';
import { eraseMailsAbout, mailData } from '#platform/mail/mail-data.ts';
import { recordSent } from '#platform/mail/records.ts';
import { addTestMember, startTestSession } from '#tests/support/account-session.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { createCustomer, salesShop, testClock } from '#tests/support/sales.ts';
import { newShopper, readOrderToken } from '#tests/support/shopper.ts';
import { collectData } from './collect.ts';
import { personalDataCommands } from './commands.ts';
import { eraseGuest } from './deletion.ts';

const { database, pool } = useDatabase();
const clock = testClock();
const dayMs = 24 * 60 * 60_000;
let app: App;
let bowl = 0;

beforeAll(async () => {
  app = await salesShop(database, { clock });
  bowl = await addProduct(app.shop);
});

/** Orders, asks for an alert, writes a message and a review, and keeps a wishlist and a cart: all with one mark. */
async function leaveTraces(email: string, mark: string): Promise<{ orderId: number }> {
  const device = newShopper(app, { email });
  await device.addToCart(bowl);
  expect((await device.submit('/wishlist/add', { product_id: String(bowl) })).status).toBeLessThan(400);
  const placed = await device.placeOrder({
    ...(await device.fillInCheckout()),
    ...{ billing_email: email, billing_address_1: `1 ${mark} Row`, billing_phone: '+353 1 555 0100' },
    ...{ payment_method: 'bank_transfer', order_comments: `note of ${mark}` },
  });
  const { rows } = await pool.query<{ id: number; visitor: string }>(
    `update orders set confirmed_at = now(), confirmed_by = 'payment' where token = $1 returning id, visitor_id as visitor`,
    [readOrderToken(placed)],
  );
  const { id: orderId = 0, visitor } = rows[0] ?? {};
  await device.addToCart(bowl);
  await pool.query(`update wishlists set name = $2 where visitor_id = $1`, [visitor, `list of ${mark}`]);
  const values = [email, mark, bowl];
  await pool.query(
    `insert into contact_messages (form_id, form_title, status, fields, sender, locale, unit_tag, submission_hash, reply, mail, is_kept, received_at, delete_at)
    values (1, 'Contact', 'new', json_build_array(json_build_object('name', 'text', 'label', 'Text', 'values', array['message of ' || $2])), $1,
      'en', 'u', left(md5($2) || md5($1), 43), '{"status":"mail_sent","message":""}', 'sent', true, now(), now() + interval '1 year')`,
    values.slice(0, 2),
  );
  await pool.query(
    `insert into stock_alerts (product_id, email, name, locale, state, consent_text, created_at, confirmed_at, expires_at)
    values ($3, $1, 'alert of ' || $2, 'en', 'waiting', 'Yes.', now(), now(), now() + interval '1 year')`,
    values,
  );
  await pool.query(
    `insert into comments (product_id, stars, body, author, email, locale, state, fingerprint, created_at)
    values ($3, 4, 'review of ' || $2, $2, $1, 'en', 'approved', md5('fingerprint of ' || $2), now())`,
    values,
  );
  await runJobsNow(app.shop, listJobs(app.assembly));
  return { orderId };
}

const toSubject = (email: string) => ({ id: null, email, isEmailVerified: true });
const exportGuest = async (email: string) => JSON.stringify(await collectData(app.shop, app.shop.db, toSubject(email)));

async function closeAndErase(orderId: number): Promise<void> {
  await pool.query(
    `update orders set status = 'cancelled', cancel_reason = 'by-shop', cancelled_at = $2, updated_at = $2 where id = $1`,
    [orderId, clock.now()],
  );
  clock.forward(61 * dayMs);
  await eraseOrders(app.shop, daysBefore(clock.now(), 60));
  await runJobsNow(app.shop, listJobs(app.assembly));
}

/** Tables with a text, and how often. Jobs end by themselves; the law keeps invoices and declarations of withdrawal. */
async function findText(expression: string): Promise<Record<string, number>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
    where schemaname in ('public', 'platform') and tablename not in ('documents', 'withdrawals')`,
  );
  const found: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::integer as count from ${name} t where t::text ~* $1`,
      [expression],
    );
    if (rows[0]?.count) found[name] = rows[0].count;
  }
  return found;
}

/** An address as a whole, in any case. */
const asWhole = (email: string) => `(?<![\\w.+-])${email.replace(/[.+]/g, '\\$&')}(?![\\w.-])`;

describe('guests', () => {
  /** Addresses that look like that of the guest, and the marks of their owners. */
  const others = {
    'ada.guest+shop@example.com': 'Plusmark',
    'adaguest@example.com': 'Dotlessmark',
    'ada.guest@example.com.example': 'Longmark',
    'àda.guest@example.com': 'Accentmark',
    'ada.guest@exämple.com': 'Unicodemark',
    'xada.guest@example.com': 'Prefixmark',
  };

  it('have exported what is theirs and nothing of others, and nothing is left after their erasure', async () => {
    const { orderId } = await leaveTraces('Ada.Guest@Example.com', 'Guestmark');
    for (const [email, mark] of Object.entries(others)) await leaveTraces(email, mark);
    const before = await Promise.all(Object.keys(others).map((email) => exportGuest(email)));
    const data = await exportGuest('ada.guest@EXAMPLE.com');
    for (const told of ['1 Guestmark Row', 'note of', 'message of', 'alert of', 'review of', 'list of'])
      expect(data, told).toContain(told.includes('Guestmark') ? told : `${told} Guestmark`);
    for (const mark of Object.values(others)) expect(data).not.toContain(mark);
    const [id = 0] = await findPeopleByEmail(app.shop.db, 'ada.guest@example.com');
    await pool.query(
      `insert into person_notes (person_id, text, by, at) values ($1, 'a Guestmark note', 'Ada', now())`,
      [id],
    );
    await inTransaction(app.shop.db, (tx) => eraseGuest(app.shop, tx, 'ADA.guest@example.com'));
    // The open order is delivered, and its mails arrive.
    expect((await pool.query('select lower(email) as email from orders where id = $1', [orderId])).rows).toEqual([
      { email: 'ada.guest@example.com' },
    ]);
    await closeAndErase(orderId);
    expect(await findText(asWhole('ada.guest@example.com'))).toEqual({});
    expect(await findText('Guestmark')).toEqual({});
    expect(await Promise.all(Object.keys(others).map((email) => exportGuest(email)))).toEqual(before);
    expect((await pool.query('select from people where id = $1', [id])).rowCount).toBe(0);
    const { rows } = await pool.query('select total > 0 as "isKept" from orders where id = $1', [orderId]);
    expect(rows).toEqual([{ isKept: true }]);
  });

  it('are not the account with their address: it gets nothing of theirs while nobody has proved it, and keeps its own', async () => {
    const email = 'bea@example.com';
    const { customer } = await createCustomer(app.shop, email);
    await pool.query(`insert into customer_addresses (customer_id, address) values ($1, '{"city":"Accountmark"}')`, [
      customer.id,
    ]);
    const { orderId } = await leaveTraces(email, 'Beaguest');
    const account = { id: customer.id, email, isEmailVerified: false };
    const ofAccount = JSON.stringify(await collectData(app.shop, app.shop.db, account));
    expect([ofAccount.includes('Accountmark'), ofAccount.includes('Beaguest')]).toEqual([true, false]);
    expect(await exportGuest(email)).not.toContain('Accountmark');
    await inTransaction(app.shop.db, (tx) => eraseGuest(app.shop, tx, email));
    await closeAndErase(orderId);
    expect(await findText('Beaguest')).toEqual({});
    expect(JSON.stringify(await collectData(app.shop, app.shop.db, account))).toBe(ofAccount);
  });

  it('get no order of which nobody knows whether the address was mistyped, but it is erased', async () => {
    const { orderId } = await leaveTraces('cleo@example.com', 'Cleomark');
    await pool.query('update orders set confirmed_at = null, confirmed_by = null where id = $1', [orderId]);
    const data = await exportGuest('cleo@example.com');
    expect([data.includes('note of Cleomark'), data.includes('1 Cleomark Row')]).toEqual([false, false]);
    await inTransaction(app.shop.db, (tx) => eraseGuest(app.shop, tx, 'cleo@example.com'));
    await closeAndErase(orderId);
    expect(await findText(asWhole('cleo@example.com'))).toEqual({});
  });

  it('get no name and phone of an alert that nobody confirmed: somebody else may have typed the address', async () => {
    const values = ['kim@example.com', bowl];
    await pool.query(
      `insert into stock_alerts (product_id, email, name, phone, locale, state, consent_text, created_at, expires_at)
      values ($2, $1, 'Strangermark', '+35315550199', 'en', 'unconfirmed', 'Yes.', now(), now() + interval '1 year')`,
      values,
    );
    const data = await exportGuest('kim@example.com');
    expect(data).not.toMatch(/Strangermark|5550199/);
    await inTransaction(app.shop.db, (tx) => eraseGuest(app.shop, tx, 'kim@example.com'));
    expect(await findText('Strangermark')).toEqual({});
  });

  it('share no browser: a wishlist of a visitor who ordered with two addresses belongs to neither', async () => {
    await leaveTraces('dora@example.com', 'Doramark');
    const { orderId } = await leaveTraces('emil@example.com', 'Emilmark');
    await pool.query(
      `update orders set visitor_id = (select visitor_id from orders where email = 'dora@example.com') where id = $1`,
      [orderId],
    );
    expect(await exportGuest('emil@example.com')).not.toContain('list of Doramark');
    expect(await exportGuest('dora@example.com')).not.toContain('list of Doramark');
  });
});

describe('a mail that waits', () => {
  const email = 'ina@example.com';
  const wait = (id: string, state = 'queued') => {
    const mail = { id, to: email, subject: 'Inamark', locale: 'en', html: '<p>Inamark</p>', text: 'Inamark' };
    return inTransaction(app.shop.db, async (tx) => {
      await enqueueMail(app.shop.jobs, tx, mail);
      await tx.execute(
        sql`update platform.mail set state = ${state}, sending_at = now() - interval '1 day' where id = ${id}`,
      );
    });
  };
  const find = async (id: string) =>
    (await pool.query(`select state, error, recipient, subject, eml from platform.mail where id = $1`, [id])).rows[0];
  const gone = { state: 'refused', error: 'ERASED', recipient: 'deleted@customer.invalid', subject: '', eml: null };

  it('is not sent to a guest who was erased, unless the law asks for it', async () => {
    await wait('stock-alert:901:1');
    await wait('wishlist-news:901:1', 'sending');
    await wait('order:901901:shipped');
    await wait('withdrawal:901901:receipt');
    await inTransaction(app.shop.db, (tx) => eraseGuest(app.shop, tx, 'INA@example.com'));
    await runJobsNow(app.shop, [sendMailJob]);
    expect(await find('stock-alert:901:1')).toEqual(gone);
    expect(await find('wishlist-news:901:1')).toEqual(gone);
    expect((await find('order:901901:shipped')).state).toBe('sent');
    expect((await find('withdrawal:901901:receipt')).state).toBe('sent');
  });

  it('keeps nothing when its attempt ends after the erasure', async () => {
    await wait('stock-alert:902:1', 'sending');
    await inTransaction(app.shop.db, (tx) => eraseGuest(app.shop, tx, email));
    await recordSent(app.shop.db, 'stock-alert:902:1', { eml: 'Inamark', html: 'Inamark', text: 'Inamark' });
    expect(await find('stock-alert:902:1')).toEqual({ ...gone, state: 'sent', error: null });
  });

  it('is not sent to an account that was erased, nor taken from who has typed the address of somebody else', async () => {
    const { customer } = await createCustomer(app.shop, email);
    const account = { id: customer.id, email, isEmailVerified: false };
    const eraseMails = (isEmailVerified: boolean) =>
      inTransaction(app.shop.db, async (tx) => mailData.erase?.(app.shop, tx, { ...account, isEmailVerified }));
    await wait('wishlist-news:903:1');
    await eraseMails(false);
    expect((await find('wishlist-news:903:1')).state).toBe('queued');
    await inTransaction(app.shop.db, (tx) => eraseGuest(app.shop, tx, email));
    expect((await find('wishlist-news:903:1')).state).toBe('queued');
    await eraseMails(true);
    expect(await find('wishlist-news:903:1')).toEqual(gone);
    await runJobsNow(app.shop, [sendMailJob]);
    expect(await find('wishlist-news:903:1')).toEqual(gone);
  });

  it('about an order ends with its data', async () => {
    await wait('order:904904:shipped');
    await inTransaction(app.shop.db, (tx) => eraseMailsAbout(app.shop, tx, ['order:904904']));
    expect(await find('order:904904:shipped')).toEqual(gone);
  });
});

describe('a browser that two people use', () => {
  it('keeps the review that one of them signed with their own address from the other one', async () => {
    const { orderId } = await leaveTraces('hana@example.com', 'Hanamark');
    await pool.query(
      `insert into comments (product_id, body, author, email, visitor_id, locale, state, fingerprint, created_at)
      select $2, 'review of Ivomark', 'Ivomark', 'ivo@example.com', visitor_id, 'en', 'approved', md5('fingerprint of ivo'), now()
      from orders where id = $1`,
      [orderId, bowl],
    );
    expect(await exportGuest('hana@example.com')).not.toContain('Ivomark');
    await inTransaction(app.shop.db, (tx) => eraseGuest(app.shop, tx, 'hana@example.com'));
    expect(await exportGuest('ivo@example.com')).toContain('review of Ivomark');
  });
});

describe('the page of a customer', () => {
  it('exports and erases for who may, after a fresh sign-in and the typed address', async () => {
    await leaveTraces('fay@example.com', 'Faymark');
    const [id = 0] = await findPeopleByEmail(app.shop.db, 'fay@example.com');
    const owner = await addTestMember(app, 'owner', 'a hash that fits the column');
    await startTestSession(app, owner.device, { id: owner.customerId }, { hasSecondFactor: true });
    const page = (await owner.device.visit(`/admin/customers/${id}`)).body;
    for (const shown of ['fay@example.com', 'list of Faymark', 'Contact', `/admin/customers/${id}/data.json`])
      expect(page).toContain(shown);
    const file = await owner.device.visit(`/admin/customers/${id}/data.json`);
    expect(file.headers['content-disposition']).toContain(`customer-${id}.json`);
    expect(file.body).toContain('note of Faymark');
    const lead = (await owner.device.visit(`/admin/customers/${id}/erase-person`)).body;
    expect(lead).toContain('Invoices and withdrawals are kept as issued: this is required by law.');
    const refused = await owner.device.submit(`/admin/customers/${id}/erase-person`, { email: 'fey@example.com' });
    expect(refused.body).toContain('This does not match the customer’s address');
    clock.forward(16 * 60_000);
    expect((await owner.device.visit(`/admin/customers/${id}/data.json`)).location).toContain('again=1');
    await startTestSession(app, owner.device, { id: owner.customerId }, { hasSecondFactor: true });
    const done = await owner.device.submit(`/admin/customers/${id}/erase-person`, { email: 'FAY@example.com' });
    expect(done.location).toBe(`/admin/customers/${id}`);
    expect(Object.keys(await findText('Faymark'))).not.toContain('public.contact_messages');
    const { rows } = await pool.query(
      `select action, label from platform.audit_entries where subject_kind = 'person' order by id`,
    );
    expect(rows.at(-1)).toEqual({ action: 'personal-data.erase-person', label: `#${id}` });
  });

  it('exports nothing to who may only look', async () => {
    const [id = 0] = await findPeopleByEmail(app.shop.db, 'dora@example.com');
    const clerk = await addTestMember(app, 'clerk', 'a hash that fits the column');
    expect((await clerk.device.visit(`/admin/customers/${id}`)).status).toBe(200);
    for (const path of [`${id}/data.json`, `${id}/data.csv`, `${id}/erase-person`, '-/rows.csv'])
      expect((await clerk.device.visit(`/admin/customers/${path}`)).status, path).toBe(403);
  });
});

it('the command line shows and erases guests', async () => {
  const run = (name: string, options = {}) =>
    runCommand(app.shop, personalDataCommands, `personal-data ${name}`, ['gus@example.com'], {
      guest: true,
      ...options,
    });
  const { orderId } = await leaveTraces('gus@example.com', 'Gusmark');
  expect(JSON.stringify((await run('show')).data)).toContain('message of Gusmark');
  expect((await run('erase')).code).toBe(2);
  expect((await run('erase', { yes: true })).code).toBe(0);
  await closeAndErase(orderId);
  expect(await findText('Gusmark')).toEqual({});
});
