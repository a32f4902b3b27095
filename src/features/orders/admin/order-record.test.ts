import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { findPeopleByEmail } from '#features/customers/index.ts';
import { openBackOffice } from '#platform/admin/admin.ts';
import { auditData } from '#platform/admin/audit/erase-audit.ts';
import { pickExtensions } from '#platform/admin/extension.ts';
import { resolveRecord } from '#platform/admin/records/extend-record.ts';
import { composeParts } from '#platform/admin/records/panel-data.ts';
import { toStatement } from '#platform/database/composed-statement.ts';
import { countQueries } from '#platform/database/database.ts';
import { shopConfig } from '#shop.config';
import { findListRows } from '#tests/lists/list-rows.ts';
import { findScans } from '#tests/lists/plans.ts';
import { startTestSession } from '#tests/support/account-session.ts';
import { useDatabase } from '#tests/support/database.ts';
import { createCustomer, placeHeldOrder, placeTestOrder, salesSettings } from '#tests/support/sales.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { newShopper } from '#tests/support/shopper.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { placeWholeOrder, runMails } from '#tests/support/whole-order.ts';
import { getOrderHistory } from '../history.ts';
import { getOrder, type Order } from '../order.ts';
import { orderRecord } from './order-record.tsx';
import { orderRecordTexts } from './record/record-texts.ts';

const { database, pool } = useDatabase();

let app: App;
let whole: Order;
let waiting: Order;
let held: Order;
let owner: string;
const clerk = createStaffCookie('Cleo', openBackOffice.name, 'orders.read', 'orders.write');

beforeAll(async () => {
  const settings = { ...shopConfig.settings, ...salesSettings };
  app = await testShop(database, { choices: { ...withTestSession, settings }, env: { LOG_LEVEL: 'silent' } });
  const { shop } = app;
  const { order, product } = await placeWholeOrder(app, pool);
  whole = order;
  waiting = await placeTestOrder(shop, [[product, 1]], { email: 'ADA+second@example.com' });
  held = await placeHeldOrder(shop, [[product, 1]], { email: 'held@example.com' });
  owner = await signIn('owner');
});

async function signIn(role: string): Promise<string> {
  const { customer } = await createCustomer(app.shop, `${role}@staff.example`);
  await pool.query('insert into staff_members (customer_id, role) values ($1, $2)', [customer.id, role]);
  const device = newShopper(app);
  await startTestSession(app, device, customer, { hasSecondFactor: true });
  return `session=${device.cookies.get('session')}`;
}

async function get(path: string, cookie = owner) {
  const counted = await countQueries(() =>
    app.http.inject({ url: `/admin/orders/${path}`, headers: { cookie, accept: 'text/html' } }),
  );
  const { statusCode, body, headers } = counted.value;
  return { ...counted, statusCode, headers, body: body.replaceAll('<!-- -->', '') };
}

async function post(path: string, fields: Readonly<Record<string, string>>, cookie = clerk) {
  const reply = await app.http.inject({
    ...{ method: 'POST', url: `/admin/orders/${path}`, payload: new URLSearchParams(fields).toString() },
    headers: {
      ...{ cookie, accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
      'sec-fetch-site': 'same-origin',
    },
  });
  return {
    statusCode: reply.statusCode,
    location: reply.headers.location,
    body: reply.body.replaceAll('<!-- -->', ''),
  };
}

const readKey = (html: string) => /name="_request" value="([^"]*)"/.exec(html)?.[1] ?? '';
const readPanel = (html: string, id: string) =>
  new RegExp(`<section[^>]* id="${id}".*?(?=<section class="panel|$)`, 's').exec(html)?.[0] ?? '';

it('names the day once for an order that is promised for one day', () => {
  const [earliest, latest] = [new Date('2026-12-03T12:00Z'), new Date('2026-12-07T12:00Z')];
  const { t } = app.shop;
  const range = t(orderRecordTexts.promised, { isOneDay: 'no', earliest, latest });
  expect(range.split(' – ')).toEqual([
    t(orderRecordTexts.promised, { isOneDay: 'yes', earliest, latest: earliest }),
    t(orderRecordTexts.promised, { isOneDay: 'yes', earliest, latest }),
  ]);
});

describe('the page of an order', () => {
  it('runs at most eight queries, with every panel, and the rows beside it', async () => {
    await get(`${whole.id}`);
    for (const [path, most] of [
      [`${whole.id}`, 7],
      [`${whole.id}?${new URLSearchParams({ from: 'sort=-newest&q=example.com' })}`, 8],
    ] as const) {
      const { body, queries, texts, statusCode } = await get(path);
      expect(statusCode).toBe(200);
      expect(body).not.toContain('can’t be shown');
      expect(queries, texts.join('\n')).toBeLessThanOrEqual(most);
    }
  });

  it('shows what was ordered and what became of it', async () => {
    const { body } = await get(`${whole.id}`);
    expect(body).toContain(`<h1>Order ${whole.number}</h1>`);
    for (const state of ['Processing', 'Partly refunded', 'Partly shipped']) expect(body).toContain(state);
    const cells = [...readPanel(body, 'items').matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, text]) => text);
    expect(cells.slice(2, 5)).toEqual(['4', '2', '1']);
    expect(readPanel(body, 'items')).toContain('1 back in stock');
    expect(readPanel(body, 'payments')).toMatch(/Received.*Refunded.*Due/s);
    expect(readPanel(body, 'payments')).toMatch(/Chipped.*<dt>Due<\/dt><dd><strong>€0\.00/s);
    expect(readPanel(body, 'history')).toMatch(/Refund of €10\.00.*Chipped/s);
    expect(readPanel(body, 'shipments')).toMatch(/Still to ship:.*1 × .*2 × .*RR1IE.*RR2IE/s);
    expect(readPanel(body, 'withdrawals')).toContain('1 × the bowl');
    expect(readPanel(body, 'documents')).toMatch(/INV-|Packing slip/);
    expect(readPanel(body, 'source')).toContain('newsletter');
    expect(readPanel(body, 'note')).toContain('Please ring &lt;twice&gt;');
    expect(readPanel(body, 'addresses')).toMatch(/Galway.*Cork/s);
    expect(readPanel(body, 'customer')).toContain('1 other order<');
    expect(readPanel(body, 'mails')).toContain('is on its way');
    expect(readPanel(body, 'history')).toMatch(/Note to the customer.*Wrap it well/s);
  });

  it('shows each role the panels that it may see', async () => {
    const panels = ['payments', 'documents', 'withdrawals', 'source', 'mails'];
    const { rows } = await pool.query<{ name: string; all: boolean; permissions: string[] }>(
      `select name, allows_all as all, array(select permission from staff_role_permissions where role = name) as permissions
      from staff_roles where name <> 'owner'`,
    );
    const permissions = ['payments.read', 'documents.read', 'withdrawals.read', 'attribution.read', 'mails.read'];
    for (const { name, all, permissions: granted } of rows) {
      const may = (permission: string) =>
        all || granted.includes(permission) || granted.includes(permission.replace('.read', '.write'));
      const { body, statusCode } = await get(`${whole.id}`, await signIn(name));
      expect(statusCode, name).toBe(may('orders.read') ? 200 : 403);
      if (statusCode !== 200) continue;
      expect(
        panels.map((id) => body.includes(`id="${id}"`)),
        name,
      ).toEqual(permissions.map(may));
      expect(body.includes('/add-note"'), name).toBe(may('orders.write'));
    }
    const bare = createStaffCookie('Bea', openBackOffice.name, 'orders.read');
    const { body } = await get(`${whole.id}`, bare);
    for (const id of panels) expect(body).not.toContain(`id="${id}"`);
    expect(body).not.toMatch(/add-note|change-address|resend-mail|cancel-order/);
    expect((await get(`${whole.id}/add-note`, bare)).statusCode).toBe(403);
  });

  it('leads to its customer, for who may look at customers', async () => {
    const seeing = createStaffCookie('Dan', openBackOffice.name, 'orders.read', 'customers.read');
    const [person] = await findPeopleByEmail(app.shop.db, whole.email);
    expect(person).toBeGreaterThan(0);
    expect((await get(`${whole.id}`, seeing)).body).toContain(`href="/admin/customers/${person}"`);
    const bare = createStaffCookie('Bea', openBackOffice.name, 'orders.read');
    expect((await get(`${whole.id}`, bare)).body).not.toContain('/admin/customers/');
  });

  it('names the one next step: to confirm, to pay', async () => {
    const strong = (html: string) =>
      /<(?:button|a)[^>]*class="button(?: button--strong)?"[^>]*>([^<]*)</.exec(
        /class="head__actions".*/s.exec(html)?.[0] ?? '',
      )?.[1];
    expect(strong((await get(`${held.id}`)).body)).toBe('Confirm');
    expect(strong((await get(`${waiting.id}`)).body)).toBe('Mark as paid');
    expect((await get(`${held.id}`)).body).toContain('On hold, because');
  });

  it('leads to the orders beside it in the list, and back to the same place', async () => {
    const from = new URLSearchParams({ from: 'sort=-newest&q=example.com' });
    const { body } = await get(`${waiting.id}?${from}`);
    const steps = /<nav class="head__steps">(.*?)<\/nav>/s.exec(body)?.[1] ?? '';
    expect(steps).toContain(`/admin/orders/${whole.id}?${from}`);
    expect(steps).toContain(`/admin/orders/${held.id}?${from}`);
    expect(body).toContain('href="/admin/orders?sort=-newest&amp;q=example.com"');
    expect(body).toContain(`/admin/orders/${waiting.id}/add-note?${from}`);
    const alone = (await get(`${waiting.id}?from=q%3D${waiting.number}`)).body;
    expect(/<nav class="head__steps">(.*?)<\/nav>/s.exec(alone)?.[1]).not.toContain('href');
    expect((await get(`${waiting.id}`)).body).not.toContain('head__steps');
    const list = await get('?q=example.com'.replace('?', '../orders?'));
    expect(list.body).toContain(`/admin/orders/${whole.id}?from=q%3Dexample.com`);
  });

  it('leads to the same orders as a list whose filter its reader may not use', async () => {
    const from = new URLSearchParams({ from: 'sort=-newest&provider=dispute' });
    const path = `/admin/orders/${whole.id}?${from}`;
    expect((await get(`${waiting.id}?${from}`, clerk)).body).toContain(path);
    expect((await get(`${waiting.id}?${from}`)).body).not.toContain(path);
  });

  it('is not there for an order that does not exist', async () => {
    for (const path of ['999999', '0', 'x', '999999/add-note']) expect((await get(path)).statusCode, path).toBe(404);
  });
});

describe('what is done to an order without script', () => {
  it('is a note for staff or for the customer, once', async () => {
    const _request = readKey((await get(`${waiting.id}/add-note`, clerk)).body);
    expect((await post(`${waiting.id}/add-note`, { _request, text: '', reader: 'staff' })).statusCode).toBe(422);
    const fields = { _request, text: 'Called back', reader: 'customer' };
    expect((await post(`${waiting.id}/add-note`, fields)).location).toBe(`/admin/orders/${waiting.id}`);
    expect((await post(`${waiting.id}/add-note`, fields)).statusCode).toBe(303);
    const notes = (await getOrderHistory(app.shop.db, waiting.id)).filter(({ text }) => text === 'Called back');
    expect(notes).toMatchObject([{ by: 'Cleo', kind: 'note' }]);
    await runMails(app);
    const { body } = await get(`${waiting.id}`);
    expect(readPanel(body, 'history').match(/Called back/g)).toHaveLength(1);
    expect(readPanel(body, 'history')).toMatch(/Note to the customer.*Cleo/s);
    expect(readPanel(body, 'mails')).toContain('A message about your order');
  });

  it('is a note for staff that no file of the customer’s data has', async () => {
    const { shop } = app;
    const { customer } = await createCustomer(shop, 'noted@example.com');
    await pool.query('update orders set customer_id = $2, visitor_id = null where id = $1', [held.id, customer.id]);
    for (const [text, reader] of [
      ['Rude on the phone', 'staff'],
      ['It comes on Monday', 'customer'],
    ] as const) {
      const fields = { _request: crypto.randomUUID(), text, reader };
      expect((await post(`${held.id}/add-note`, fields)).statusCode).toBe(303);
    }
    const exported = JSON.stringify(await auditData.read(shop, shop.db, customer));
    expect(exported).toContain('It comes on Monday');
    expect(exported).not.toContain('Rude on the phone');
  });

  it('is a corrected address, until something is shipped', async () => {
    const page = await get(`${waiting.id}/change-address`, clerk);
    const fields = {
      ...{
        billing_country: 'US',
        billing_first_name: 'Ada',
        billing_last_name: 'Byrne',
        billing_address_1: '1 Quay Lane',
      },
      ...{ billing_city: 'Portland', billing_state: 'oregon', billing_postcode: '972', _request: readKey(page.body) },
      ...{
        shipping_country: 'IE',
        shipping_first_name: 'Ada',
        shipping_last_name: 'Byrne',
        shipping_address_1: '1 Quay Lane',
      },
      shipping_city: 'Cork',
    };
    const refused = await post(`${waiting.id}/change-address`, fields);
    expect([refused.statusCode, refused.body.includes('href="#billing_postcode"')]).toEqual([422, true]);
    const saved = await post(`${waiting.id}/change-address`, { ...fields, billing_postcode: '97201' });
    expect(saved.statusCode, saved.body).toBe(303);
    const changed = await getOrder(app.shop.db, { id: waiting.id });
    expect(changed?.billing).toMatchObject({ city: 'Portland', state: 'OR', country: 'US' });
    expect(changed?.delivery).toEqual(waiting.delivery);
    const { rows } = await pool.query(
      `select before, after from platform.audit_entries where action = 'orders.change-address' and subject_id = $1`,
      [String(waiting.id)],
    );
    expect(rows).toHaveLength(1);
    expect(Object.keys(rows[0].after)).toEqual(['billing']);
    expect((await get(`${whole.id}`, clerk)).body).not.toContain('change-address');
    const late = await post(`${whole.id}/change-address`, {
      ...fields,
      billing_postcode: '97201',
      _request: crypto.randomUUID(),
    });
    expect([late.statusCode, late.body.includes('something was shipped')]).toEqual([409, true]);
  });

  it('is an action, and its entry in the audit is told once', async () => {
    expect((await post(`${held.id}/confirm-orders`, {})).location).toBe(`/admin/orders/${held.id}`);
    const { body } = await get(`${held.id}`);
    expect(readPanel(body, 'history').match(/confirmed/gi)).toHaveLength(1);
    expect(readPanel(body, 'history')).toContain('Cleo');
  });

  it('is a cancellation with its reason, once', async () => {
    const _request = readKey((await get(`${held.id}/cancel-order`, clerk)).body);
    const fields = { _request, why: 'The kiln broke.' };
    for (let time = 0; time < 2; time++)
      expect((await post(`${held.id}/cancel-order`, fields)).location).toBe(`/admin/orders/${held.id}`);
    expect(await getOrder(app.shop.db, { id: held.id })).toMatchObject({ status: 'cancelled' });
    const { body } = await get(`${held.id}`);
    expect(body).not.toContain('cancel-order');
    expect(readPanel(body, 'history').match(/The kiln broke\./g)).toHaveLength(1);
    expect((await post(`${whole.id}/cancel-order`, { ...fields, _request: crypto.randomUUID() })).statusCode).toBe(409);
  });

  it('is a mail that is opened and sent again', async () => {
    const id = `order:${whole.number}:note:`;
    const { body } = await get(`${whole.id}`);
    const {
      rows: [found],
    } = await pool.query<{ id: string; number: number }>(
      'select id, number from platform.mail where starts_with(id, $1)',
      [id],
    );
    const mail = found?.id ?? '';
    expect(readPanel(body, 'mails')).toContain(`/admin/mails/${found?.number}"`);
    expect((await get(`../mails/${found?.number}`)).body).toContain('Wrap it well');
    const _request = readKey((await get(`${whole.id}/resend-mail`)).body);
    const unasked = await post(`${whole.id}/resend-mail`, { _request, mail }, owner);
    expect([
      unasked.statusCode,
      unasked.body.includes('This email has already been sent. Please confirm that you want to send it again.'),
    ]).toEqual([409, true]);
    for (const _ of [1, 2])
      expect((await post(`${whole.id}/resend-mail`, { _request, mail, again: 'on' }, owner)).statusCode).toBe(303);
    const { rows } = await pool.query('select id from platform.mail where starts_with(id, $1)', [`${mail}:again-`]);
    expect(rows).toHaveLength(1);
    expect((await post(`${whole.id}/resend-mail`, { mail: 'order:1:no' }, owner)).statusCode).toBe(422);
  });
});

describe('the statement of all panels', () => {
  it('reads no table from end to end among many orders', async () => {
    const client = await pool.connect();
    await client.query('begin; set local session_replication_role = replica');
    await client.query(findListRows('orders.orders'), [20_000]);
    await client.query('commit');
    client.release();
    await pool.query('analyze');
    const record = resolveRecord(orderRecord, pickExtensions(app.shop.adminExtensions, 'record'));
    const parts = [...record.panels, ...(record.events ?? [])].flatMap(({ id, part }) =>
      part ? [{ name: id, part }] : [],
    );
    expect(parts.length).toBeGreaterThan(6);
    const { rows: tables } = await pool.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and reltuples > 1000`,
    );
    const large = new Set(tables.map(({ name }) => name));
    expect(large.has('orders')).toBe(true);
    for (const part of parts) {
      const { text, values } = toStatement(composeParts(app.shop, whole.id, [part]));
      const { rows } = await pool.query(`explain (format json) ${text}`, [...values]);
      expect(
        findScans(rows[0]['QUERY PLAN'][0].Plan, (table) => large.has(table), 10_000),
        part.name,
      ).toEqual([]);
    }
  });
});
