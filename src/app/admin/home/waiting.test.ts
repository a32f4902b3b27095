import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { openBackOffice } from '#platform/admin/admin.ts';
import { adminPath } from '#platform/admin/contract.ts';
import { adminHome, composeCounts, type HomeTile } from '#platform/admin/home.ts';
import { toStatement } from '#platform/database/composed-statement.ts';
import { countQueries, listStatements } from '#platform/database/database.ts';
import { providePort } from '#platform/features/ports.ts';
import { createSystemActor } from '#platform/sessions/actor.ts';
import { defineTexts } from '#platform/texts/texts.ts';
import { shopConfig } from '#shop.config';
import { findScans, type PlanNode } from '#tests/lists/plans.ts';
import { startTestSession } from '#tests/support/account-session.ts';
import { useDatabase } from '#tests/support/database.ts';
import { visitHome } from '#tests/support/home-page.ts';
import { createCustomer, salesSettings, testClock } from '#tests/support/sales.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { newShopper } from '#tests/support/shopper.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { addWaitingRows } from '#tests/support/waiting-rows.ts';

const { database, pool } = useDatabase();
const clock = testClock(new Date('2026-10-27T09:30:00Z'));
const all = ['orders.read', 'payments.read', 'messages.read', 'withdrawals.read', 'staff.read', 'runs.manage'];
const owner = createStaffCookie('Ada', openBackOffice.name, ...all);
const settings = { ...shopConfig.settings, ...salesSettings };

let app: App;

beforeAll(async () => {
  app = await openShop();
  await addWaitingRows(pool, 20_000, clock.now());
  await pool.query('analyze');
});

function openShop(tiles: readonly HomeTile[] = []): Promise<App> {
  const choices = {
    ...{ settings, features: withTestSession.features },
    provides: [...withTestSession.provides, ...providePort(adminHome, tiles)],
  };
  return testShop(database, { choices, clock, env: { LOG_LEVEL: 'silent' } });
}

const visit = (cookie: string, shop = app) => visitHome(shop, cookie);

const texts = defineTexts('kilns', { hot: '{count, plural, one {kiln is} other {kilns are}} hot' });
const tile = (changes: Partial<HomeTile>): HomeTile => ({
  ...{ id: 'kilns.hot', requires: 'orders.read', text: texts.hot, list: { command: 'kilns list' } },
  ...{ rows: () => sql`select n from generate_series(1, 1001) n` },
  ...changes,
});

describe('what waits', () => {
  const lines = [
    ['12 orders to ship', '/admin/orders?view=toShip', 'orders.read'],
    ['3 orders are awaiting a bank transfer', '/admin/orders?state=on-hold&payment=bank_transfer', 'orders.read'],
    ['4 messages to answer', '/admin/messages?view=new', 'messages.read'],
    ['2 messages are on hold as possible spam', '/admin/messages?view=held', 'messages.read'],
    ['1 withdrawal to deal with', '/admin/withdrawals?state=open&unmatched=no', 'withdrawals.read'],
    ['1 withdrawal matches no order', '/admin/withdrawals?view=unmatched', 'withdrawals.read'],
    ['3 orders have refunds that were not sent yet', '/admin/orders?provider=refund', 'payments.read'],
    [
      '1 payment without an order has a refund not sent yet or a dispute',
      'shop payments list --unsettled',
      'payments.read',
    ],
    ['19 cancelled orders to refund', '/admin/orders?money=to-return', 'orders.read'],
    ['3 orders have payments that are disputed', '/admin/orders?provider=dispute', 'payments.read'],
  ] as const;

  it('is counted for who may see it, with what lists it', async () => {
    const { main, text } = await visit(owner);
    for (const [what, list] of lines)
      if (list.startsWith('/'))
        expect([text, main.includes(`href="${list.replace('&', '&amp;')}"`)]).toEqual([
          expect.stringContaining(what),
          true,
        ]);
      else expect(text).toContain(`${what} ${list}`);
    expect(main).toMatch(
      /<a class="waits__what" href="\/admin\/runs\?view=failed">.*?>2<.*?runs with failures in the last 7 days/,
    );
    expect(main).toMatch(/<a class="waits__what" href="\/admin\/staff#invitations">.*?>2<.*?not accepted yet/);
    for (const permission of new Set(lines.map(([, , each]) => each))) {
      const seen = (await visit(createStaffCookie('Cleo', openBackOffice.name, permission))).text;
      for (const [what, , requires] of lines)
        expect(seen.includes(what), `${permission}: ${what}`).toBe(requires === permission);
    }
  });

  it('opens the orders that it counts', async () => {
    const headers = { cookie: owner, accept: 'text/html' };
    for (const [what, url] of lines) {
      if (!url.startsWith('/admin/orders')) continue;
      const { body } = await app.http.inject({ url, headers });
      const rows = new Set([...body.matchAll(/href="\/admin\/orders\/(\d+)(?:\?from=[^"]*)?"/g)].map(([, id]) => id));
      expect(rows.size, what).toBe(Number(what.split(' ')[0]));
    }
  });

  it('opens the runs that it counts', async () => {
    const headers = { cookie: owner, accept: 'text/html' };
    const { body } = await app.http.inject({ url: adminPath('runs?view=failed'), headers });
    expect(body).toContain('Failures in the last 7 days: Yes');
    expect(body.match(/href="\/admin\/runs\/\d+"/g)).toHaveLength(2);
  });

  it('reads no large table from end to end', async () => {
    const { rows: tables } = await pool.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and reltuples > 1000`,
    );
    const large = new Set(tables.map(({ name }) => name));
    expect([...large]).toEqual(
      expect.arrayContaining(['orders', 'withdrawals', 'contact_messages', 'payment_transactions', 'runs']),
    );
    const counts = toStatement(composeCounts(app.shop, createSystemActor('shop'), app.shop.implementations(adminHome)));
    const sales = listStatements().find(({ name }) => name.startsWith('reports.read-overview'))?.text ?? '';
    const spans = [new Date(2026, 9, 27), new Date(2026, 9, 28), new Date(2026, 9, 20), new Date(2026, 9, 20, 9, 30)];
    const statements = [
      counts,
      { text: sales, values: ['2026-10-14', '2026-10-27', ...spans, '2026-10-26', new Date(2026, 9, 26)] },
    ];
    for (const { text, values } of statements) {
      const { rows } = await pool.query<{ 'QUERY PLAN': readonly [{ readonly Plan: PlanNode }] }>(
        `explain (format json) ${text}`,
        [...values],
      );
      const plan = rows[0]?.['QUERY PLAN'][0].Plan;
      expect(plan && findScans(plan, (table) => large.has(table), 0), text).toEqual([]);
    }
  });

  it('is one statement, the sales are another one, and all with the checks at most seven', async () => {
    const real = await testShop(database, { choices: { settings }, clock, env: { LOG_LEVEL: 'silent' } });
    const { customer } = await createCustomer(real.shop, 'owner@example.com');
    await pool.query(`insert into staff_members (customer_id, role) values ($1, 'owner')`, [customer.id]);
    const device = newShopper(real);
    await startTestSession(real, device, customer, { hasSecondFactor: true });
    const headers = { accept: 'text/html', cookie: `session=${device.cookies.get('session')}` };
    const { value, texts: statements } = await countQueries(() => real.http.inject({ url: adminPath(), headers }));
    expect(value.statusCode).toBe(200);
    const count = (part: string) => statements.filter((text) => text.includes(part)).length;
    expect([count('select array['), count('from daily_sales')]).toEqual([1, 1]);
    const besidesSession = statements.filter((text) => !text.includes('account_sessions')).length - 1;
    expect(besidesSession, statements.join('\n')).toBeLessThanOrEqual(8);
  });

  it('is shown up to 1,000, and what fails does not hide the rest', async () => {
    const many = tile({});
    const broken = tile({ id: 'kilns.broken', rows: () => sql`select id from kilns_that_are_not_there` });
    const thrown = tile({
      id: 'kilns.thrown',
      rows: () => {
        throw new Error('on purpose');
      },
    });
    const closed = tile({ id: 'kilns.closed', list: { path: adminPath('kilns') } });
    const { main, text } = await visit(owner, await openShop([many, broken, thrown, closed]));
    expect(text).toContain('1,000+ kilns are hot shop kilns list');
    expect(text.match(/– kilns are hot Could not be counted/g)).toHaveLength(2);
    expect(text).toContain('12 orders to ship');
    expect(main, 'no link to a page that nobody has').not.toContain('/admin/kilns');
  });

  it.each([
    [{ requires: 'kilns.raed' }, "the tile 'kilns.hot' names 'kilns.raed', but no listed feature declares it"],
    [{ id: 'orders.to-ship' }, "two tiles of the start page are named 'orders.to-ship'"],
    [{ list: { path: '/cart' } }, "the tile 'kilns.hot' leads to '/cart', which is not below /admin"],
  ] as const)('is refused at the start when wrong: %j', async (changes, message) => {
    await expect(openShop([tile(changes)])).rejects.toThrow(message);
  });
});
