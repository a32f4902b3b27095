import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { shipOrder } from '#features/fulfilment/ship-order.ts';
import { openBackOffice } from '#platform/admin/admin.ts';
import { inTransaction } from '#platform/database/database.ts';
import { shopConfig } from '#shop.config';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct, saveTestProduct } from '#tests/support/products.ts';
import {
  createCustomer,
  homeAddress,
  payTestOrder,
  placeHeldOrder,
  placeTestOrder,
  refundTestOrder,
  salesSettings,
} from '#tests/support/sales.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { changeAddress } from '../change-address.ts';
import type { Order } from '../order.ts';
import { eraseOrders } from '../personal-data.ts';
import { cancelOrder } from '../status/change-order.ts';

const { database, pool } = useDatabase();
const reader = createStaffCookie('Ada', openBackOffice.name, 'orders.read', 'withdrawals.read', 'documents.read');

let app: App;
let jug = 0;
let [waiting, paid, partly, shipped, refunded, cancelled, held]: (Order | undefined)[] = [];
const numberOf = (order: Order | undefined) => order?.number ?? 0;

beforeAll(async () => {
  const settings = { ...shopConfig.settings, ...salesSettings };
  app = await testShop(database, { choices: { ...withTestSession, settings }, env: { LOG_LEVEL: 'silent' } });
  const { shop } = app;
  const bowl = await addProduct(shop);
  jug = (
    await saveTestProduct(shop, {
      ...{ name: 'Jug', slug: 'jug', status: 'published' },
      master: { regularPrice: 2000, sku: 'JUG-Ä 1' },
    })
  ).id;
  const place = (name: string, changes = {}, product = bowl) =>
    placeTestOrder(shop, [[product, 2]], {
      ...{ email: `${name}@example.com`, billing: { ...homeAddress, first_name: name, last_name: 'Müller' } },
      ...changes,
    });
  waiting = await place('Wanda', { phone: '085 123 4567' });
  paid = await place('Paula', { phone: '+353 85 123 4567' }, jug);
  partly = await place('Pat', { billing: { ...homeAddress, company: 'Kiln & Co' } });
  shipped = await place('Sean');
  refunded = await place('Ruth');
  cancelled = await place('Carl');
  held = await placeHeldOrder(shop, [[bowl, 1]], { email: 'held@example.com' });
  for (const order of [paid, partly, shipped, refunded]) await payTestOrder(shop, order);
  await ship(partly, [{ position: 1, quantity: 1 }], 'RR 123 456 IE');
  await ship(shipped, null, 'GB987');
  const parts = { lines: [{ position: 1, quantity: 2 }], shipping: true, fees: false };
  await refundTestOrder(shop, refunded, { parts });
  const { id } = cancelled;
  await inTransaction(shop.db, (tx) => cancelOrder(shop, tx, { orderId: id, by: 'shop', reason: 'by-shop' }));
});

function ship({ id: orderId }: Order, units: { position: number; quantity: number }[] | null, trackingNumber: string) {
  const parcels = [{ carrier: 'Post', trackingNumber, trackingUrl: '' }];
  const input = { orderId, units, parcels, notify: false, by: 'shop' } as const;
  return inTransaction(app.shop.db, (tx) => shipOrder(app.shop, tx, input));
}

async function ask(query = '', cookie = reader, path = '/admin/orders') {
  const { body, statusCode } = await app.http.inject({ url: path + query, headers: { accept: 'text/html', cookie } });
  return { statusCode, body: body.replaceAll('<!-- -->', '') };
}

/** Numbers of the rows that are shown, the newest first. */
async function list(query: string): Promise<number[]> {
  const { statusCode, body } = await ask(query);
  expect([statusCode, body.includes('was left out')], query).toEqual([200, false]);
  return [...body.matchAll(/<a [^>]*href="\/admin\/orders\/\d+(?:\?from=[^"]*)?"[^>]*>(\d+)<\/a>/g)].map(([, number]) =>
    Number(number),
  );
}

const search = (text: string) => list(`?q=${encodeURIComponent(text)}`);
const readTerms = async ({ id }: Order) => {
  const { rows } = await pool.query<{ term: string }>(
    'select term from order_search_terms where order_id = $1 order by kind, term',
    [id],
  );
  return rows.map(({ term }) => term);
};

describe('the search of orders', () => {
  it.each([
    ['the number', () => String(numberOf(paid)), () => [paid]],
    ['the number with a mark', () => `#${numberOf(paid)}`, () => [paid]],
    ['the email address in any case', () => 'PAULA@example.com', () => [paid]],
    ['a part of the address', () => 'aula@ex', () => [paid]],
    ['the whole name, without its accents', () => 'paula muller', () => [paid]],
    ['a part of the name', () => 'ula mül', () => [paid]],
    ['the company', () => 'kiln & co', () => [partly]],
    ['the SKU', () => 'jug-a 1', () => [paid]],
    ['the phone number, at home and from abroad', () => '+353 (85) 1234567', () => [paid, waiting]],
    ['a part of the phone number', () => '851234', () => [paid, waiting]],
    ['the tracking number, as it was typed', () => 'RR 123 456 IE', () => [partly]],
    ['the tracking number, as it is scanned', () => 'rr123456ie', () => [partly]],
    ['a part of the tracking number', () => 'B98', () => [shipped]],
  ])('finds by %s', async (_, text, expected) => {
    expect(await search(text())).toEqual(expected().map(numberOf));
  });

  it('shows what matches as a whole alone, and of too little or nothing no row', async () => {
    expect(await search(String(numberOf(waiting)))).toEqual([numberOf(waiting)]);
    expect(await search('ad')).toEqual([]);
    expect(await search('nobody has this')).toEqual([]);
    expect(await search('50%')).toEqual([]);
  });

  it('finds by the ids that a payment provider gave', async () => {
    const { rows } = await pool.query<{ id: number }>('select id from payments where order_id = $1', [shipped?.id]);
    await pool.query(`update payments set reference = 'PAY-7HX' where id = $1`, [rows[0]?.id]);
    await pool.query(
      `insert into payment_transactions (payment_id, kind, status, amount, provider_reference, request_key, by, requested_at, finished_at)
      values ($1, 'void', 'succeeded', 0, '3C679366HH908993F', 'a-request-key', 'job', now(), now())`,
      [rows[0]?.id],
    );
    expect(await search('pay-7hx')).toEqual([numberOf(shipped)]);
    expect(await search('3C679366HH908993F')).toEqual([numberOf(shipped)]);
  });

  it('follows corrections', async () => {
    const { shop } = app;
    const order = await placeTestOrder(shop, [[jug, 1]], { email: 'old@example.com' });
    const address = { ...homeAddress, first_name: 'Corrected', last_name: 'Name' };
    await inTransaction(shop.db, (tx) =>
      changeAddress(shop, tx, { orderId: order.id, kind: 'billing', address, by: 'shop' }),
    );
    await pool.query(`update orders set email = 'new@example.com' where id = $1`, [order.id]);
    expect(await readTerms(order)).toEqual(['new@example.com', 'ada byrne', 'corrected name', 'jug-a 1']);
    await payTestOrder(shop, order);
    await ship(order, null, 'WRONG1');
    await pool.query(`update parcels set tracking_number = 'RIGHT1' where tracking_number = 'WRONG1'`);
    expect([await search('wrong1'), await search('right1')]).toEqual([[], [order.number]]);
  });

  it('forgets who has deleted their account', async () => {
    const { shop } = app;
    const { customer } = await createCustomer(shop, 'gone@example.com');
    const order = await placeTestOrder(shop, [[jug, 1]], { email: 'gone@example.com', phone: '0871112223' });
    await pool.query('update orders set customer_id = $2, visitor_id = null where id = $1', [order.id, customer.id]);
    expect(await readTerms(order)).toEqual(['gone@example.com', 'ada byrne', '871112223', 'jug-a 1']);
    await payTestOrder(shop, order);
    await ship(order, null, 'GONE1');
    await pool.query(
      `update customers set erased_at = now(), name = '', email_verified_at = null, email = 'deleted-1@customer.invalid' where id = $1`,
      [customer.id],
    );
    await eraseOrders(shop, new Date(Date.now() + 60_000));
    expect(await readTerms(order)).toEqual(['jug-a 1', 'gone1']);
    expect([await search('gone@example.com'), await search('0871112223'), await search('deleted@')]).toEqual([
      ...[[], [], []],
    ]);
  });

  it('has the terms of all orders, as the migration fills them', async () => {
    const { rows } =
      await pool.query(`(select * from order_texts where order_id is not null and term <> '' except select * from order_search_terms)
      union all (select * from order_search_terms except select * from order_texts)`);
    expect(rows).toEqual([]);
  });
});

describe('the states of orders', () => {
  it.each([
    ['state=on-hold', () => [waiting]],
    ['state=to-confirm', () => [held]],
    ['state=cancelled', () => [cancelled]],
    ['money=unpaid', () => [held, waiting]],
    ['money=refunded', () => [refunded]],
    ['money=none', () => [cancelled]],
    ['shipment=partly', () => [partly]],
    ['shipment=none', () => [refunded]],
    ['state=processing&shipment=unshipped', () => [paid]],
    ['view=toConfirm', () => [held]],
    ['view=toPay', () => [waiting]],
    ['view=toShip', () => [paid, partly]],
    ['view=failed', () => []],
    ['view=held', () => []],
    ['view=returns', () => []],
    ['payment=bank_transfer&country=IE&shipping=flat_rate:1&state=cancelled', () => [cancelled]],
    ['total.from=45', () => [paid]],
    ['sort=total&total.from=25&state=processing', () => [paid, partly]],
  ])('are filtered by %s', async (query, expected) => {
    const before = { rows: [waiting, paid, partly, shipped, refunded, cancelled, held].map(numberOf) };
    const found = (await list(`?${query}`)).filter((number) => before.rows.includes(number));
    expect(found).toEqual(expected().map(numberOf));
  });

  it('are shown as badges with the sums of money', async () => {
    const { body } = await ask(`?q=${numberOf(partly)}&columns=number&columns=money&columns=shipment&columns=captured`);
    expect(body).toMatch(/Paid<\/span>.*Partly shipped<\/span>.*€25\.00/s);
    const { body: ended } = await ask(`?q=${numberOf(cancelled)}&columns=number&columns=shipment`);
    expect(ended).toContain('<span class="badge badge--neutral">Not shipped</span>');
  });

  it('are found by what they are about', async () => {
    const { customer } = await createCustomer(app.shop, 'c@example.com');
    await pool.query('update orders set customer_id = $2, visitor_id = null where id = $1', [paid?.id, customer.id]);
    expect(await list(`?customer=${customer.id}`)).toEqual([numberOf(paid)]);
    expect(await list(`?product=${jug}&state=processing`)).toEqual([numberOf(paid)]);
    for (const filter of ['coupon', 'product', 'customer']) expect(await list(`?${filter}=99999999999`)).toEqual([]);
    const { body } = await ask(`?product=${jug}`);
    expect(body).toContain('Product: Jug');
  });

  it('are those of withdrawals, too', async () => {
    await pool.query(
      `insert into withdrawals (request_key, order_id, order_number, email, name, scope, declared_at)
      values (gen_random_uuid(), $1, $2, 'a@example.com', 'Ada', 'whole', now())`,
      [shipped?.id, String(numberOf(shipped))],
    );
    expect(await list('?view=returns')).toEqual([numberOf(shipped)]);
    await pool.query(`insert into withdrawal_closings select id, '', 'shop', null, now() from withdrawals`);
    expect(await list('?view=returns')).toEqual([]);
  });
});

describe('the list of orders', () => {
  it('is for who may see orders', async () => {
    expect((await ask('', createStaffCookie('Bea', openBackOffice.name))).statusCode).toBe(403);
    const { body } = await ask();
    expect(body).not.toContain('Mark as paid');
    const { body: clerk } = await ask(
      '',
      createStaffCookie('Cleo', openBackOffice.name, 'orders.read', 'orders.write'),
    );
    expect([clerk.includes('>Complete</button>'), clerk.includes('Mark as paid')]).toEqual([true, false]);
  });

  it('counts in the navigation what is to ship', async () => {
    const { rows } = await app.shop.db.execute<{ count: number }>(
      sql`select count(*)::integer as count from orders where status = 'processing' and shipment_state in ('unshipped', 'partly')`,
    );
    const { body } = await ask('', reader, '/admin/counts');
    expect(JSON.parse(body)).toMatchObject({ counts: { '/admin/orders': rows[0]?.count } });
  });

  it('is a file with plain amounts for accountants', async () => {
    const query = `?q=${numberOf(paid)}&columns=number&columns=net&columns=tax&columns=total&columns=currency&columns=documents`;
    const { body } = await ask(query, reader, '/admin/orders/-/rows.csv');
    expect(body).toContain(`\r\n${numberOf(paid)},45.00,45.00,0.00,EUR,`);
  });
});
