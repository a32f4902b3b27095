import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { checkoutPath } from '#features/checkout/contract.ts';
import { readDataExtensions } from '#features/checkout/index.ts';
import { orderCommands } from '#features/orders/commands.ts';
import { getOrder, type Order } from '#features/orders/index.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { payTestOrder, placeTestOrder, refundTestOrder, salesShop, testClock } from '#tests/support/sales.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { type Fields, newShopper, readOrderToken } from '#tests/support/shopper.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { attributionFields, noValue, type SentAttribution } from './contract.ts';
import { findAttribution } from './keep-attribution.ts';
import { purgeDetailsJob } from './purge-details.ts';
import { readPeriod, reportSources } from './report.ts';

const { database, pool } = useDatabase();
const clock = testClock(new Date('2026-11-23T12:00:00Z'));
let app: App;
let bowl: number;

beforeAll(async () => {
  app = await salesShop(database, { clock });
  bowl = await addProduct(app.shop, { price: 1000, stock: 500 });
});

const letter: Partial<SentAttribution> = {
  source_type: 'utm',
  referrer: 'https://mail.example/inbox',
  utm_campaign: 'autumn',
  utm_source: 'letter',
  utm_medium: 'email',
  session_entry: 'http://localhost:3000/shop',
  session_start_time: '2026-11-23 11:30:00',
  session_pages: '4',
  session_count: '2',
  user_agent: 'Browser/1.0',
};

const toInputs = (values: Partial<SentAttribution>) =>
  Object.fromEntries(Object.entries(values).map(([field, value]) => [`st_order_attribution_${field}`, value]));

interface PlacedWith {
  readonly inputs?: Fields;
  readonly cookies?: Readonly<Record<string, string>>;
  readonly shopOf?: App;
}

async function placeOrder({ inputs = {}, cookies = {}, shopOf = app }: PlacedWith): Promise<Order> {
  const shopper = newShopper(shopOf);
  await shopper.addToCart(bowl);
  const form = { ...(await shopper.fillInCheckout()), payment_method: 'bank_transfer', ...inputs };
  for (const [name, value] of Object.entries(cookies)) shopper.cookies.set(name, value);
  const token = readOrderToken(await shopper.placeOrder(form));
  const order = token === null ? null : await getOrder(shopOf.shop.db, { token });
  if (!order) throw new Error('not placed');
  return order;
}

async function moveOrder({ id }: Order, at: Date): Promise<void> {
  await pool.query('update orders set created_at = $2 where id = $1', [id, at]);
  await pool.query('update order_attributions set placed_at = $2 where order_id = $1', [id, at]);
}

const findStored = ({ id }: Order) => findAttribution(app.shop.db, id);

const keptCookies = {
  source_current: encodeURIComponent('typ=utm|||src=letter|||mdm=email|||cmp=autumn'),
  source_current_add: encodeURIComponent('fd=2026-11-23 11:30:00|||ep=http://localhost:3000/shop|||rf=(none)'),
  source_udata: encodeURIComponent('vst=3|||uip=(none)|||uag=Browser/1.0'),
  source_session: encodeURIComponent('pgs=7|||cpg=http://localhost:3000/checkout'),
};

describe('the source of an order', () => {
  it('[2.5/3] [3.6/1] comes from the inputs of the checkout with the prefix of the shop', async () => {
    const stored = await findStored(await placeOrder({ inputs: toInputs(letter) }));
    expect(stored).toEqual({
      ...Object.fromEntries(attributionFields.map((field) => [field, noValue])),
      ...letter,
      session_start_time: new Date('2026-11-23T11:30:00Z'),
      session_pages: 4,
      session_count: 2,
    });
    const other = await salesShop(database, { clock });
    Object.assign(other.shop.wire, { storeShort: 'os' });
    expect(await findStored(await placeOrder({ inputs: toInputs(letter), shopOf: other }))).toBeNull();
  });

  it('[3.6/2] comes from the extension data of a call, where null is missing', async () => {
    const { request } = await captureRequest();
    const data = { ...letter, utm_medium: null, session_pages: 4, unknown: 'x' };
    const read = readDataExtensions(app.shop, request, { 'store/order-attribution': data });
    expect(read.attribution).toMatchObject({ source_type: 'utm', utm_campaign: 'autumn', utm_medium: noValue });
    for (const sent of [{}, { 'store/order-attribution': 'x' }, { 'store/order-attribution': { source_type: {} } }])
      expect(readDataExtensions(app.shop, request, sent)).toEqual({});
    const order = await placeTestOrder(app.shop, [[bowl, 1]], { extensions: read });
    expect(await findStored(order)).toMatchObject({ utm_campaign: 'autumn', session_pages: 4 });
  });

  it('comes from the cookies when the inputs were not sent, or not all', async () => {
    const expected = { source_type: 'utm', utm_source: 'letter', session_pages: 7, session_count: 3 };
    expect(await findStored(await placeOrder({ cookies: keptCookies }))).toMatchObject(expected);
    const some = { source_type: 'utm', utm_source: 'letter', session_pages: '8' };
    const merged = await findStored(await placeOrder({ cookies: keptCookies, inputs: toInputs(some) }));
    expect(merged).toMatchObject({ utm_campaign: 'autumn', session_pages: 8, session_count: 3 });
    // The page was open while another tab brought a new source: the two are not mixed.
    const other = { source_type: 'utm', utm_source: 'magazine' };
    const unmixed = await findStored(await placeOrder({ cookies: keptCookies, inputs: toInputs(other) }));
    expect(unmixed).toMatchObject({ utm_source: 'magazine', utm_campaign: noValue });
  });

  it('[3.6/23] is (direct) and (none) for a direct visit, whatever is sent', async () => {
    const direct = { source_type: 'typein', utm_source: 'x', utm_medium: '' };
    const stored = await findStored(await placeOrder({ inputs: toInputs(direct) }));
    expect(stored).toMatchObject({ source_type: 'typein', utm_source: '(direct)', utm_medium: '(none)' });
  });

  it('[3.6/24] has (none) where a value is missing', async () => {
    const stored = await findStored(await placeOrder({ inputs: toInputs({ source_type: 'organic', utm_term: ' ' }) }));
    expect(stored).toMatchObject({
      utm_term: '(none)',
      utm_campaign: '(none)',
      referrer: '(none)',
      user_agent: '(none)',
    });
  });

  it('is missing for orders without one: no script, a wrong type, the shop’s own', async () => {
    expect(await findStored(await placeOrder({}))).toBeNull();
    expect(
      await findStored(await placeOrder({ inputs: toInputs({ ...letter, source_type: 'spy' as 'utm' }) })),
    ).toBeNull();
    expect(await findStored(await placeTestOrder(app.shop, [[bowl, 1]]))).toBeNull();
  });

  it('is cut and cleaned, and never makes an order fail', async () => {
    const hostile = {
      source_type: 'utm',
      utm_campaign: `\u0000\u001b[31m<b>\u202e${'x'.repeat(9_000)}`,
      utm_source: '€'.repeat(300),
      referrer: `https://spy.example/${'y'.repeat(9_000)}?token=secret`,
      session_entry: 'http://localhost:3000/order/abc?key=secret#x',
      session_start_time: '2026-02-31 25:00:00',
      session_pages: '99999999999999999999',
      session_count: '-1',
      user_agent: '\ud800'.repeat(2_000),
    };
    const stored = await findStored(await placeOrder({ inputs: toInputs(hostile as Partial<SentAttribution>) }));
    expect(stored).toMatchObject({ session_pages: null, session_count: null, session_start_time: null });
    expect(stored?.session_entry).toBe('http://localhost:3000/order/abc');
    expect(stored?.utm_campaign).toMatch(/^\[31m<b> ?x{50,}$/);
    expect([stored?.utm_campaign, stored?.utm_source].map((text) => text?.length)).toEqual([200, 200]);
    expect(stored?.referrer.length).toBe(1000);
    const many = { st_order_attribution_source_type: ['utm', 'organic'], st_order_attribution_utm_source: ['a', 'b'] };
    expect(await findStored(await placeOrder({ inputs: many }))).toMatchObject({ source_type: 'utm', utm_source: 'a' });
    const cookies = { source_current: '%E0%A4%A', source_session: '|||=|||', source_udata: 'x'.repeat(3_000) };
    expect(await findStored(await placeOrder({ cookies }))).toBeNull();
  });

  it('that differs in a repeated form does not make a second order, nor a conflict', async () => {
    const shopper = newShopper(app);
    await shopper.addToCart(bowl);
    const form = { ...(await shopper.fillInCheckout()), payment_method: 'bank_transfer', ...toInputs(letter) };
    const first = await shopper.placeOrder(form);
    const again = await shopper.placeOrder({ ...form, ...toInputs({ ...letter, session_pages: '9' }) });
    expect([again.status, again.location]).toEqual([303, first.location]);
    const { rows } = await pool.query(
      'select a.session_pages from order_attributions a join orders o on o.id = a.order_id where o.token = $1',
      [readOrderToken(first)],
    );
    expect(rows).toEqual([{ session_pages: 4 }]);
  });

  it('is kept without personal details after their days', async () => {
    const order = await placeOrder({ inputs: toInputs({ ...letter, utm_term: 'bowl' }) });
    const purge = async () => {
      await app.shop.jobs.add(app.shop.db, purgeDetailsJob, {});
      expect((await runJobsNow(app.shop, [purgeDetailsJob])).failed).toEqual([]);
    };
    await purge();
    expect(await findStored(order)).toMatchObject({ user_agent: 'Browser/1.0' });
    await moveOrder(order, new Date(clock.now().getTime() - 401 * 24 * 60 * 60_000));
    await purge();
    expect(await findStored(order)).toEqual({
      ...Object.fromEntries(attributionFields.map((field) => [field, noValue])),
      ...{ source_type: 'utm', utm_campaign: 'autumn', utm_source: 'letter', utm_medium: 'email' },
      ...{ session_start_time: null, session_pages: null, session_count: null },
    });
  });
});

/** A request of a shopper as handlers get it. */
async function captureRequest(cookie = '') {
  const captured: { request?: Parameters<typeof readDataExtensions>[1] } = {};
  const trial = {
    name: 'trial',
    needs: [],
    routes: (http: App['http']) =>
      void http.get('/trial', async (request) => {
        captured.request = request;
        return 'ok';
      }),
  };
  const trialShop = await testShop(database, { choices: { features: [trial] } });
  await trialShop.http.inject({ url: '/trial', headers: { cookie } });
  if (!captured.request) throw new Error('no request');
  return { request: captured.request };
}

describe('a shopper who does not allow it', () => {
  it('[4.6/1] is tracked by default, and not after refusing', async () => {
    expect(await findStored(await placeOrder({ inputs: toInputs(letter) }))).not.toBeNull();
    const cookies = { ...keptCookies, vt_consent: 'attribution_0' };
    expect(await findStored(await placeOrder({ inputs: toInputs(letter), cookies }))).toBeNull();
  });

  it('is not tracked without a yes where the shop asks first', async () => {
    const settings = { attribution: { isAllowedByDefault: false } };
    const asking = await salesShop(database, { clock, settings });
    expect(await findStored(await placeOrder({ inputs: toInputs(letter), shopOf: asking }))).toBeNull();
    const cookies = { vt_consent: 'attribution_1' };
    expect(await findStored(await placeOrder({ inputs: toInputs(letter), shopOf: asking, cookies }))).not.toBeNull();
  });

  it('by Global Privacy Control is not tracked, even with an older yes', async () => {
    const shopper = newShopper(app);
    await shopper.addToCart(bowl);
    const form = { ...(await shopper.fillInCheckout()), payment_method: 'bank_transfer', ...toInputs(letter) };
    const cookie = [...shopper.cookies, ['vt_consent', 'attribution_1']].map((pair) => pair.join('=')).join('; ');
    const { headers } = await app.http.inject({
      method: 'POST',
      url: checkoutPath,
      headers: { cookie, 'sec-gpc': '1', 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(form).toString(),
    });
    const token = /^\/order\/(.+)$/.exec(String(headers.location))?.[1] ?? '';
    const order = await getOrder(app.shop.db, { token });
    expect(order && (await findStored(order))).toBeNull();
  });

  it('is not asked in a shop that does not use it', async () => {
    const without = await salesShop(database, { clock, settings: { attribution: { isUsed: false } } });
    expect(await findStored(await placeOrder({ inputs: toInputs(letter), shopOf: without }))).toBeNull();
    const shop = (await without.http.inject('/shop')).body;
    expect([shop.includes('data-tracker'), shop.includes('Cookie settings')]).toEqual([false, false]);
  });
});

describe('scripts of a shop that moved here', () => {
  it('get the configuration and the place for their inputs', async () => {
    const wire = { storeShort: 'os', storePlugin: 'oldstore' };
    const settings = { attribution: { hasTracker: false, lifetimeMonths: 0.00001, cookiePrefix: 'sbjs' } };
    const moved = await testShop(database, { choices: { wire, settings } });
    const readGlobals = async (headers: Record<string, string> = {}) => {
      const { body } = await moved.http.inject({ url: '/compat.js', headers });
      return JSON.parse(/^Object\.assign\(window, (.*)\);$/m.exec(body)?.[1] ?? '').os_order_attribution;
    };
    const { params, fields } = await readGlobals();
    expect(params).toEqual({
      ...{ lifetime: 0.00001, session: 30, base64: false, ajaxurl: '/ajax', allowTracking: true },
      prefix: 'os_order_attribution_',
    });
    expect(Object.keys(fields)).toEqual([...attributionFields]);
    expect(fields).toMatchObject({
      source_type: 'current.typ',
      referrer: 'current_add.rf',
      session_count: 'udata.vst',
    });
    expect((await readGlobals({ cookie: 'vt_consent=attribution_0' })).params.allowTracking).toBe(false);
    expect((await readGlobals({ 'sec-gpc': '1' })).params.allowTracking).toBe(false);
    const shopper = newShopper(moved);
    await shopper.addToCart(bowl);
    const page = (await shopper.visit(checkoutPath)).body;
    expect(page).toMatch(
      /<form[^>]*id="checkout".*<os-order-attribution-inputs data-filled-by-script=""[^>]*><\/os-order-attribution-inputs>.*<\/form>/s,
    );
    expect(page).not.toContain('data-tracker');
  });
});

describe('the sources of orders', () => {
  const showOrder = ({ number }: Order) => runCommand(app.shop, orderCommands, 'orders show', [String(number)]);
  const march = { from: '2026-03-01', to: '2026-03-31' };

  beforeAll(async () => {
    const search = { source_type: 'organic', utm_source: 'google', utm_medium: 'organic' } as const;
    const [paid, refunded, unpaid, found, none, late] = [
      await placeOrder({ inputs: toInputs(letter) }),
      await placeOrder({ inputs: toInputs(letter) }),
      await placeOrder({ inputs: toInputs({ ...letter, utm_campaign: 'winter' }) }),
      await placeOrder({ inputs: toInputs(search) }),
      await placeOrder({}),
      await placeOrder({ inputs: toInputs(letter) }),
    ];
    for (const order of [paid, refunded, found]) await payTestOrder(app.shop, order);
    await refundTestOrder(app.shop, refunded, { amount: 500 });
    for (const order of [paid, refunded, unpaid, found]) await moveOrder(order, new Date('2026-03-01T00:00:00Z'));
    await moveOrder(none, new Date('2026-03-31T23:59:59Z'));
    await moveOrder(late, new Date('2026-04-01T00:00:00Z'));
  });

  it('are counted with their revenue by source and campaign', async () => {
    const { sums, hasMore } = await reportSources(app.shop.db, march, 10);
    expect(
      sums.map((sum) => [sum.source, sum.campaign, sum.orders, sum.paidOrders, sum.revenue, sum.currency]),
    ).toEqual([
      ['letter', 'autumn', 2, 2, 2500, 'EUR'],
      ['google', '(none)', 1, 1, 1500, 'EUR'],
      ['letter', 'winter', 1, 0, 0, 'EUR'],
      [null, null, 1, 0, 0, 'EUR'],
    ]);
    expect(hasMore).toBe(false);
    expect(await reportSources(app.shop.db, march, 3)).toEqual({ sums: sums.slice(0, 3), hasMore: true });
  });

  it.each([{ from: '2026-02-30' }, { from: 'x' }, { from: '2026-05-01', to: '2026-04-01' }])(
    'are not counted for %o, which is no period',
    (asked) => {
      expect(readPeriod(new Date('2026-05-01T12:00:00Z'), asked)).toBeNull();
    },
  );

  it('are shown by the command that shows an order', async () => {
    const order = await placeOrder({ inputs: toInputs(letter) });
    const { text, data } = await showOrder(order);
    for (const line of ['Source:', 'Source type: Marked link', 'Campaign: autumn', 'Pages seen: 4'])
      expect(text).toContain(line);
    expect(text).not.toContain('(none)');
    expect(data).toMatchObject({ attribution: { utm_source: 'letter' } });
    const without = await showOrder(await placeTestOrder(app.shop, [[bowl, 1]]));
    expect(without.text).not.toContain('Source');
  });
});

describe('the back office', () => {
  const all = ['admin.open', 'attribution.read', 'orders.read'];
  let office: App;
  const visit = async (url: string, ...permissions: string[]) => {
    const headers = { accept: 'text/html', cookie: createStaffCookie('Ada', ...permissions) };
    const { statusCode, body } = await office.http.inject({ url: `/admin/order-sources${url}`, headers });
    return { statusCode, body: body.replaceAll('<!-- -->', '').replaceAll('&amp;', '&') };
  };

  beforeAll(async () => {
    office = await testShop(database, { clock, choices: withTestSession });
  });

  it('shows the sources of a period and of an order, with permission only', async () => {
    const order = await placeOrder({ inputs: toInputs({ ...letter, utm_campaign: '<b>bold</b>' }) });
    for (const url of ['', '/orders']) {
      expect((await visit(url, 'admin.open')).statusCode).toBe(403);
      expect((await visit(url, ...all)).statusCode).toBe(200);
    }
    expect((await visit('', ...all)).body).toContain('&lt;b&gt;bold&lt;/b&gt;');
    const page = `/../orders/${order.id}`;
    expect((await visit(page, ...all)).body).toContain('Browser/1.0');
    expect((await visit(page, 'admin.open', 'orders.read')).body).not.toContain('Browser/1.0');
    const wrong = await visit('?from=%00&to=2026', ...all);
    expect([wrong.statusCode, wrong.body.includes('Please enter two dates')]).toEqual([200, true]);
    expect((await visit('?from=2020-01-01&to=2020-01-02', ...all)).body).toContain('No orders in this period');
  });

  it('lists the orders that each number of the report counts', async () => {
    const place = (campaign: string) => placeOrder({ inputs: toInputs({ ...letter, utm_campaign: campaign }) });
    const [paid] = [await place('spring'), await place('spring'), await place('later')];
    await payTestOrder(app.shop, paid);
    await pool.query(
      `update orders set status = 'cancelled', cancel_reason = 'by-shop', cancelled_at = now() where id in (
        select order_id from order_attributions where utm_campaign = 'later')`,
    );
    const { body } = await visit('', ...all);
    const links = [...body.matchAll(/<a href="\/admin\/order-sources(\/orders\?[^"]*)">(\d+)<\/a>/g)];
    expect(links.length).toBeGreaterThan(3);
    const counts = new Map<string, string>();
    for (const [, url = '', count = ''] of links) {
      const list = (await visit(url, ...all)).body;
      expect(list, url).toContain(`${count} ${count === '1' ? 'order' : 'orders'}<`);
      expect(list, url).not.toContain('was left out');
      counts.set(
        String(new URLSearchParams(url).getAll('campaign')) + String(new URLSearchParams(url).get('counts')),
        count,
      );
    }
    expect(counts.get('springplaced')).toBe('2');
    expect(counts.get('springpaid')).toBe('1');
    expect(counts.has('laterplaced')).toBe(false);
    const found = (await visit(`/orders?q=${paid?.number}`, ...all)).body;
    expect(found).toContain(`href="/admin/orders/${paid?.id}"`);
    expect(found).toContain('1 order<');
    expect((await visit('/orders?campaign=later', ...all)).body).toContain('1 order<');
    expect((await visit('/orders?campaign=%25', ...all)).body).toContain('Nothing matches');
  });
});
