import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { moveGuestOrders } from '#features/orders/index.ts';
import { inTransaction, runStatement } from '#platform/database/database.ts';
import { addTestMember } from '#tests/support/account-session.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { createCustomer, payTestOrder, placeTestOrder, refundTestOrder, salesShop } from '#tests/support/sales.ts';
import { findPeopleByEmail, findPerson } from './people.ts';

const { database, pool } = useDatabase();
let app: App;
let bowl = 0;

beforeAll(async () => {
  app = await salesShop(database);
  bowl = await addProduct(app.shop);
});

const order = (email: string) => placeTestOrder(app.shop, [[bowl, 1]], { email });

async function find(email: string, kind: 'account' | 'guest' = 'guest') {
  const people = await Promise.all(
    (await findPeopleByEmail(app.shop.db, email)).map((id) => findPerson(app.shop.db, id)),
  );
  return people.find((person) => (person?.customerId === null) === (kind === 'guest')) ?? null;
}

const cancel = (id: number) =>
  pool.query(`update orders set status = 'cancelled', cancel_reason = 'by-shop', cancelled_at = now() where id = $1`, [
    id,
  ]);

/** What `people` and `person_spendings` should be by a count of everything, and where they differ in either direction. */
const recountSql = `
  with counted as (
    select o.*, coalesce(o.customer_id::text, lower(o.email)) as key, o.status not in ('cancelled', 'failed') as is_counted
    from orders o left join customers c on c.id = o.customer_id
    where case when o.customer_id is null then o.erased_at is null else c.erased_at is null end
  ),
  should_be as (
    select key, 'orders' as what, count(o.id) filter (where is_counted)::text as value, max(o.created_at) filter (where is_counted) as newest
    from (select id::text from customers where erased_at is null union select key from guest_traces) known (key) left join counted o using (key)
    group by key
    union all
    select key, currency, sum(captured_total - refunded_total)::text, null from counted group by key, currency having sum(captured_total - refunded_total) <> 0
  ),
  keyed as (select *, coalesce(customer_id::text, lower(email)) as key from people),
  is_now as (
    select key, 'orders', orders::text, last_order_at from keyed
    union all select key, currency, amount::text, null from keyed join person_spendings s on s.person_id = keyed.id where amount <> 0
  )
  select 'missing' as fault, m.* from (table should_be except all table is_now) m
  union all select 'wrong', w.* from (table is_now except all table should_be) w`;

/** People who are missing, too many, or whose sums are not those of their orders. */
const findWrongSums = async (): Promise<unknown[]> => (await pool.query(recountSql)).rows;

/** Numbers that look random and are the same in each run. */
function createDice(seed: number) {
  let state = seed;
  return (sides: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * sides);
  };
}

describe('people', () => {
  it('are guests by their address in any case, with orders and money that was not given back', async () => {
    const [first, second] = [await order('Ada@example.com'), await order('ada@EXAMPLE.com')];
    await payTestOrder(app.shop, first);
    await payTestOrder(app.shop, second);
    await refundTestOrder(app.shop, second, { amount: 300 });
    const ada = await find('ada@example.com');
    expect(ada).toMatchObject({ customerId: null, orders: 2, isSubscribed: false, sameAddressId: null });
    expect(ada?.spent).toEqual([{ currency: 'EUR', amount: first.total + second.total - 300 }]);
    expect(ada?.name).not.toBe('');
    expect(await findWrongSums()).toEqual([]);
  });

  it('are not written again when money of an order arrives: its sum alone is', async () => {
    const placed = await order('mona@example.com');
    const version = async () =>
      (await pool.query(`select xmin::text from people where email = 'mona@example.com'`)).rows;
    const before = await version();
    await payTestOrder(app.shop, placed);
    expect(await version()).toEqual(before);
    expect((await find('mona@example.com'))?.spent).toEqual([{ currency: 'EUR', amount: placed.total }]);
  });

  it('count what is placed, not what is cancelled, and stay known', async () => {
    const { id } = await order('bea@example.com');
    await cancel(id);
    expect(await find('bea@example.com')).toMatchObject({ orders: 0, lastOrderAt: null });
    expect(await findWrongSums()).toEqual([]);
  });

  it('are counted right when orders of one guest are placed and cancelled at once', async () => {
    const placed = await Promise.all(Array.from({ length: 4 }, () => order('cleo@example.com')));
    await Promise.all([...placed.slice(0, 2).map(({ id }) => cancel(id)), order('cleo@example.com')]);
    expect(await find('cleo@example.com')).toMatchObject({ orders: 3 });
    expect(await findWrongSums()).toEqual([]);
  });

  it.each([1, 2, 3])('equal a count of everything after changes of any kind at once (%i)', async (seed) => {
    const dice = createDice(seed);
    const emails = [1, 2].flatMap((number) => [
      `Dice${seed}-${number}@example.com`,
      `dice${seed}-${number}@example.com`,
    ]);
    const accounts = await Promise.all(
      [1, 2].map(async (number) => (await createCustomer(app.shop, `dice${seed}-${number}@example.com`)).customer.id),
    );
    const placed = await Promise.all(emails.map(order));
    const set = (sql: string, ...values: unknown[]) => {
      const id = placed[dice(placed.length)]?.id;
      return inTransaction(app.shop.db, (tx) =>
        runStatement(tx, `update orders set ${sql} where id = $1 and erased_at is null`, [id, ...values]),
      );
    };
    const changes: readonly (() => Promise<unknown>)[] = [
      async () => placed.push(await order(emails[dice(emails.length)] ?? '')),
      async () => {
        const paid = placed[dice(placed.length)];
        if (paid) await payTestOrder(app.shop, paid).catch(ignoreRefusal);
      },
      async () => {
        const refunded = placed[dice(placed.length)];
        if (refunded) await refundTestOrder(app.shop, refunded, { amount: 100 });
      },
      () => set(`status = 'cancelled', cancel_reason = 'by-shop', cancelled_at = now()`),
      () => set('email = $2', emails[dice(emails.length)]),
      () => set('customer_id = $2, visitor_id = null', accounts[dice(accounts.length)]),
      () => set(`email = 'deleted@customer.invalid', phone = '', note = '', meta = '{}', erased_at = now()`),
    ];
    for (let round = 0; round < 8; round += 1) {
      await Promise.all(Array.from({ length: 4 }, () => changes[dice(changes.length)]?.()));
      expect(await findWrongSums()).toEqual([]);
    }
  });

  it('are two with one address until it is proved; then the account has the orders and the notes', async () => {
    const { id: orderId } = await order('dora@example.com');
    const { customer } = await createCustomer(app.shop, 'dora@example.com');
    const guest = await find('dora@example.com');
    const account = await find('dora@example.com', 'account');
    expect([guest?.orders, account?.orders]).toEqual([1, 0]);
    expect([guest?.sameAddressId, account?.sameAddressId]).toEqual([account?.id, guest?.id]);
    await pool.query(`insert into person_notes (person_id, text, by, at) values ($1, 'likes blue', 'Ada', now())`, [
      guest?.id,
    ]);
    await pool.query('update customers set email_verified_at = now() where id = $1', [customer.id]);
    await pool.query(`update orders set confirmed_at = now(), confirmed_by = 'shopper' where id = $1`, [orderId]);
    const move = { email: customer.email, customerId: customer.id, now: new Date() };
    await inTransaction(app.shop.db, (tx) => moveGuestOrders(tx, move));
    expect(await find('dora@example.com')).toBeNull();
    expect(await find('dora@example.com', 'account')).toMatchObject({ id: account?.id, orders: 1 });
    const notes = await pool.query('select person_id::integer as id from person_notes');
    expect(notes.rows).toEqual([{ id: account?.id }]);
    expect(await findWrongSums()).toEqual([]);
  });

  it('are known by messages, but not by those that were held as spam', async () => {
    const write = (sender: string, status: string) =>
      pool.query(
        `insert into contact_messages (form_id, form_title, status, fields, sender, locale, unit_tag, submission_hash, reply, mail, is_kept, received_at, delete_at)
        values (1, 'Contact', $2, '[]', $1, 'en', 'u', left(md5($1::text) || md5($1::text), 43), '{}', 'none', true, now(), now())`,
        [sender, status],
      );
    await write('emil@example.com', 'new');
    await write('robot@example.com', 'quarantine');
    expect([await find('emil@example.com'), await find('robot@example.com')]).toEqual([
      expect.objectContaining({ orders: 0 }),
      null,
    ]);
    await pool.query(`update contact_messages set status = 'new' where sender = 'robot@example.com'`);
    await pool.query(`delete from contact_messages where sender = 'emil@example.com'`);
    expect([await find('emil@example.com'), await find('robot@example.com')]).toEqual([
      null,
      expect.objectContaining({ orders: 0 }),
    ]);
  });

  it('are subscribed while an account wants mails', async () => {
    const { customer } = await createCustomer(app.shop, 'fay@example.com');
    await pool.query(
      `insert into email_preferences (customer_id, kind, is_wanted, locale, changed_at) values ($1, 'news', true, 'en', now())`,
      [customer.id],
    );
    expect(await find('fay@example.com', 'account')).toMatchObject({ isSubscribed: true });
    await pool.query('update email_preferences set is_wanted = false where customer_id = $1', [customer.id]);
    expect(await find('fay@example.com', 'account')).toMatchObject({ isSubscribed: false });
  });
});

/** An order that is closed takes no money. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof Error && error.message.startsWith('not paid'))) throw error;
}

it('a person who ends two kinds of mails at the same moment is not subscribed', async () => {
  const { customer } = await createCustomer(app.shop, 'ines@example.com');
  await pool.query(
    `insert into email_preferences (customer_id, kind, is_wanted, locale, changed_at)
    values ($1, 'one', true, 'en', now()), ($1, 'two', true, 'en', now())`,
    [customer.id],
  );
  const [first, second] = [await pool.connect(), await pool.connect()];
  try {
    const end = 'update email_preferences set is_wanted = false where customer_id = $1 and kind = $2';
    for (const client of [first, second]) await client.query('begin');
    await first.query(end, [customer.id, 'one']);
    await first.query('set constraints all immediate');
    await second.query(end, [customer.id, 'two']);
    const waiting = second.query('set constraints all immediate');
    await expect.poll(countWaiting).toBeGreaterThan(0);
    await first.query('commit');
    await waiting;
    await second.query('commit');
  } finally {
    for (const client of [first, second]) client.release();
  }
  expect(await find('ines@example.com', 'account')).toMatchObject({ isSubscribed: false });
});

/** Statements of this database that wait for a lock. */
async function countWaiting(): Promise<number> {
  const { rowCount } = await pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rowCount ?? 0;
}

describe('the back office', () => {
  it('leaves no address of a guest in the audit, whose entries outlive the guest', async () => {
    const { device } = await addTestMember(app, 'manager', 'a hash that fits the column');
    await order('jan@example.com');
    const jan = await find('jan@example.com');
    await device.submit(`/admin/customers/${jan?.id}/add-note`, { text: 'Rings twice.' });
    const { rows } = await pool.query(
      `select label, (e::text like '%jan@example.com%') as "hasAddress" from platform.audit_entries e
      where subject_kind = 'person' and subject_id = $1`,
      [String(jan?.id)],
    );
    expect(rows).toEqual([{ label: `#${jan?.id}`, hasAddress: false }]);
  });

  it('lists people, finds an address first, and leads to orders of a guest alone', async () => {
    const { device } = await addTestMember(app, 'manager', 'a hash that fits the column');
    await order('gus@example.com');
    await createCustomer(app.shop, 'gus@example.com');
    const guest = await find('gus@example.com');
    const list = (await device.visit('/admin/customers?q=GUS@example.com')).body;
    expect(list.match(/href="\/admin\/customers\/\d+/g)?.length).toBeGreaterThan(1);
    expect((await device.visit('/admin/customers?view=guests&q=gus@example.com')).body).toContain('1 customer');
    const page = (await device.visit(`/admin/customers/${guest?.id}`)).body;
    expect(page).toContain(
      'There is an account with the same address. It has not been verified that they are the same person.',
    );
    expect(page).toContain('/admin/orders?guest=gus%40example.com');
    expect((await device.visit('/admin/orders?guest=gus%40example.com')).body).toContain('1 order');
    const hits = (await device.visit('/admin/search?q=gus@example.com')).body;
    expect(hits).toContain(`/admin/customers/${guest?.id}`);
  });

  it('keeps notes with author and audit, and frees from taxes until a day', async () => {
    const { device } = await addTestMember(app, 'manager', 'a hash that fits the column');
    const { customer } = await createCustomer(app.shop, 'hal@example.com');
    const hal = await find('hal@example.com', 'account');
    const path = `/admin/customers/${hal?.id}`;
    expect((await device.submit(`${path}/add-note`, { text: 'Rings twice.' })).location).toBe(path);
    expect((await device.visit(path)).body).toContain('Rings twice.');
    const exempt = async (validUntil: string) => {
      const fields = { reason: 'Embassy', certificate: '12/2026', validUntil };
      expect((await device.submit(`${path}/set-exemption`, fields)).location).toBe(path);
      const { rows } = await pool.query(
        'select is_tax_exempt(tax_exemption, tax_exempt_before) as is from customers where id = $1',
        [customer.id],
      );
      return rows[0].is;
    };
    expect([await exempt('2020-12-31'), await exempt('2999-12-31'), await exempt('')]).toEqual([false, true, true]);
    const wrong = await device.submit(`${path}/set-exemption`, { reason: '', certificate: '12', validUntil: '' });
    expect(wrong.body).toContain('Please enter the reason for the certificate.');
    const { rows } = await pool.query(
      `select action, customer_id::integer as customer, after::text like '%twice%' as "hasText" from platform.audit_entries
      where subject_kind = 'person' and subject_id = $1 order by id`,
      [String(hal?.id)],
    );
    expect(rows[0]).toEqual({ action: 'customers.add-note', customer: customer.id, hasText: false });
    expect(rows.map(({ action }) => action)).toContain('customers.set-exemption');
  });
});
