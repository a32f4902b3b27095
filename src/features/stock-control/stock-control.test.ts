import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { reserveStock } from '#features/inventory/index.ts';
import { openBackOffice } from '#platform/admin/admin.ts';
import { countQueries, inTransaction } from '#platform/database/database.ts';
import { shopConfig } from '#shop.config';
import { useDatabase } from '#tests/support/database.ts';
import { openOffice } from '#tests/support/office.ts';
import { saveTestProduct } from '#tests/support/products.ts';
import { placeTestOrder, salesSettings } from '#tests/support/sales.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { countDaysLeft, runsOutIn, type Stock, selectStocks } from './stocks/stock-sql.ts';

const { database, pool } = useDatabase({ connections: 8 });
const rights = ['stock.read', 'stock.write', 'orders.read', 'stock-alerts.read'];
const clerk = createStaffCookie('Ada', openBackOffice.name, ...rights);
const reader = createStaffCookie('Bea', openBackOffice.name, 'stock.read');

let app: App;
let office: ReturnType<typeof openOffice>;

beforeAll(async () => {
  const settings = { ...shopConfig.settings, ...salesSettings };
  app = await testShop(database, { choices: { ...withTestSession, settings }, env: { LOG_LEVEL: 'silent' } });
  office = openOffice(app, clerk);
});

let productCount = 0;

async function addCounted(onHand: number, extra: { sku?: string; gtin?: string; lowStockThreshold?: number } = {}) {
  productCount += 1;
  const { sku = `SKU-${productCount}`, gtin, lowStockThreshold } = extra;
  const stock = { isOwn: true, managed: true, onHand, ...(lowStockThreshold !== undefined && { lowStockThreshold }) };
  const master = { regularPrice: 1000, sku, ...(gtin && { gtin }), stock };
  const name = `Pot ${productCount}`;
  return (await saveTestProduct(app.shop, { name, slug: `pot-${productCount}`, status: 'published', master })).id;
}

async function readStock(id: number) {
  const { rows } = await pool.query<{ on_hand: number; backordered: number; moved: number; owed: number }>(
    `select s.on_hand, s.backordered, sum(m.delta)::integer as moved, sum(m.backordered)::integer as owed
    from stock_levels s join stock_movements m using (variation_id) where variation_id = $1 group by s.variation_id, s.location_id`,
    [id],
  );
  const [row] = rows;
  expect([row?.moved, row?.owed], 'the sums of the ledger').toEqual([row?.on_hand, row?.backordered]);
  return row?.on_hand;
}

const readVersion = (body: string) => /name="_version" value="([^"]*)"/.exec(body)?.[1] ?? '';

const readLedger = async (id: number) =>
  (
    await pool.query(`select delta, reason, note, reference from stock_movements where variation_id = $1 order by id`, [
      id,
    ])
  ).rows;

const sell = (id: number, quantity: number) =>
  inTransaction(app.shop.db, (tx) => reserveStock(tx, [{ variationId: id, quantity }], 'order:9'));

const allowBackorders = (id: number) =>
  pool.query(`update stock_levels set backorders = 'yes' where variation_id = $1`, [id]);

const sendAdjustment = async (id: number, difference: number, reason = 'damaged', note = '') =>
  office.put(`stock/${id}/adjust-stock`, { difference, reason, note });

describe('units that no stock can have', () => {
  it('are refused in words, by a change and by a delivery', async () => {
    const id = await addCounted(2_147_000_000);
    expect(await sendAdjustment(id, 9_999_999, 'received')).toMatchObject({ statusCode: 409 });
    expect(await readStock(id)).toBe(2_147_000_000);
    const low = await addCounted(1);
    const { rows } = await pool.query<{ id: number }>(
      `insert into expected_deliveries (supplier, expected_on, created_at) values ('Quarry', '2030-01-01', now()) returning id`,
    );
    const delivery = rows[0]?.id ?? 0;
    const lines = await pool.query<{ id: number }>(
      `insert into expected_delivery_lines (delivery_id, stock_id, quantity, received) values ($1, $2, 9999999, 9999990) returning id`,
      [delivery, low],
    );
    const values = { [`line${lines.rows[0]?.id}`]: 99_999 };
    const received = await office.put(`incoming/${delivery}/receive-delivery`, values);
    expect(received).toMatchObject({ statusCode: 409 });
    expect(await readStock(low)).toBe(1);
  });

  it('an item that was deleted is refused at its line', async () => {
    const { fields } = await office.get('incoming/new');
    const saved = await office.post('incoming/new', {
      ...{ ...fields, supplier: 'Gone', expectedOn: '2030-01-01', 'lines.row': '0' },
      ...{ 'lines.0.stock': '99999999', 'lines.0.quantity': '3' },
    });
    expect(saved.statusCode).toBe(422);
    expect(saved.body).toContain('An item was deleted');
  });
});

describe('the list of stock', () => {
  it('shows what is on hand, reserved, available, sold and on its way, and how long it lasts', async () => {
    const id = await addCounted(40, { sku: 'LISTED', lowStockThreshold: 30 });
    await placeTestOrder(app.shop, [[id, 15]]);
    const { body } = await office.get('stock?q=LISTED');
    const row = new RegExp(`<tr data-row="${id}".*?</tr>`, 's').exec(body)?.[0] ?? '';
    const cells = [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = '']) =>
      cell.replaceAll(/<[^>]*>/g, '').trim(),
    );
    // On hand, reserved, available, low at, sold, days left at the pace of its only day, incoming.
    expect(cells.join(' ')).toContain('Low 40 15 25 30 15 1 0');
  });

  it('[46] takes the pace of a stock from as many days as it is counted, and from 30 of the shop’s days at most', async () => {
    const id = await addCounted(100, { sku: 'YOUNG' });
    await sell(id, 60);
    const find = async (days: number) => {
      const now = new Date(Date.now() + days * 24 * 60 * 60 * 1000);
      const isListed = sql`select from stock_levels s where s.variation_id = ${id} and ${runsOutIn(2, now)}`;
      const [stock] = (
        await app.shop.db.execute<Stock & Record<string, unknown>>(
          sql`select ${selectStocks(now)} from stock_levels s where s.variation_id = ${id}`,
        )
      ).rows;
      const { rows } = await app.shop.db.execute(isListed);
      return [stock?.sold, stock?.soldDays, stock && countDaysLeft(stock), rows.length];
    };
    // 40 are left.
    expect(await find(0)).toEqual([60, 1, 0, 1]);
    expect(await find(2)).toEqual([60, 3, 2, 0]);
    expect(await find(29)).toEqual([60, 30, 20, 0]);
    expect(await find(30)).toEqual([0, 30, null, 0]);
  });

  it('has views of what is low, out, to reorder, incoming and waited for, which agree with the rows', async () => {
    const [low, out, slow, fast] = [
      await addCounted(3, { sku: 'V-LOW', lowStockThreshold: 5 }),
      await addCounted(0, { sku: 'V-OUT' }),
      await addCounted(100, { sku: 'V-SLOW' }),
      await addCounted(100, { sku: 'V-FAST' }),
    ];
    await sell(slow, 5);
    await sell(fast, 80);
    await pool.query(
      `insert into stock_alerts (kind, product_id, email, locale, state, consent_text, created_at, confirmed_at, expires_at)
      values ('stock', $1, 'ada@example.com', 'en-GB', 'waiting', 'Yes.', now(), now(), now() + interval '1 year')`,
      [out],
    );
    const find = async (view: string) =>
      [...(await office.get(`stock?view=${view}`)).body.matchAll(/V-(?:LOW|OUT|SLOW|FAST)/g)].map(([sku]) => sku);
    expect(await find('low')).toEqual(['V-LOW']);
    expect(await find('out')).toEqual(['V-OUT']);
    // 20 left at 80 a day last for hours; 95 left at 5 a day last for 19 days.
    expect(await find('reorder')).toEqual(['V-FAST']);
    expect(await find('waiting')).toEqual(['V-OUT']);
    expect(low).toBeGreaterThan(0);
    const withoutAlerts = await office.get('stock?waiting=yes', reader);
    expect(withoutAlerts.body).toContain('was ignored');
  });

  it('runs as many statements for many rows as for one', async () => {
    const count = async (query: string) =>
      (await countQueries(() => app.http.inject({ url: `/admin/stock?${query}`, headers: { cookie: clerk } }))).queries;
    await addCounted(1, { sku: 'ONLY-ONE' });
    // The first page of a process signs in.
    await count('');
    expect(await count('')).toBe(await count('q=ONLY-ONE'));
  });

  it('is a file, too, and is shown to nobody who may not see stock', async () => {
    const { statusCode, body } = await office.get('stock/-/rows.csv?q=LISTED');
    expect([statusCode, body]).toEqual([200, expect.stringContaining('LISTED')]);
    const stranger = createStaffCookie('Cleo', openBackOffice.name);
    for (const path of ['stock', 'stock-movements', 'stocktakes', 'stocktake-counts', 'incoming'])
      expect((await office.get(path, stranger)).statusCode, path).toBe(403);
  });
});

describe('a change of stock', () => {
  it('is a difference with a reason, and what was sold since the page was opened stays sold', async () => {
    const id = await addCounted(10);
    await office.get(`stock/${id}/adjust-stock`);
    await sell(id, 4);
    expect(await sendAdjustment(id, -2, 'damaged', 'Fell')).toMatchObject({ statusCode: 200 });
    expect(await readStock(id)).toBe(4);
    expect((await readLedger(id)).at(-1)).toEqual({ delta: -2, reason: 'damaged', note: 'Fell', reference: '' });
    const { rows } = await pool.query(
      `select before, after from platform.audit_entries where action = 'stock-control.adjust-stock' and subject_id = $1`,
      [String(id)],
    );
    expect(rows).toEqual([
      {
        before: expect.objectContaining({ available: 6 }),
        after: { available: 4, difference: -2, reason: 'damaged', note: 'Fell' },
      },
    ]);
  });

  it('never takes what belongs to orders, and gives backordered units what comes', async () => {
    const id = await addCounted(3);
    await allowBackorders(id);
    await sell(id, 5);
    const refused = await sendAdjustment(id, -1, 'lost');
    expect(refused.data.params.difference).toContain('Only 0 units');
    await sendAdjustment(id, 3, 'received');
    expect(await readStock(id)).toBe(1);
  });

  it('needs a note for another reason, and counting', async () => {
    const id = await addCounted(3);
    expect((await sendAdjustment(id, 1, 'other')).data.params.note).toContain(
      'Please explain in the note what happened.',
    );
    expect((await sendAdjustment(id, 0, 'lost')).data.params.difference).toContain('is 0');
    await pool.query('update stock_levels set managed = false where variation_id = $1', [id]);
    expect((await sendAdjustment(id, 1, 'lost')).data.params.difference).toContain('not tracked');
    expect((await office.put(`stock/9999999/adjust-stock`, {})).statusCode).toBe(404);
  });

  it('of several people at once and of sales adds up', async () => {
    const id = await addCounted(20);
    const changes = Array.from({ length: 6 }, (_, index) => sendAdjustment(id, index % 2 === 0 ? -1 : 2, 'corrected'));
    await Promise.all([...changes, sell(id, 3), sell(id, 2)]);
    expect(await readStock(id)).toBe(20 - 3 + 6 - 5);
  });

  it('of marked rows is one run with a difference for each, which can be undone', async () => {
    const [one, two] = [await addCounted(5), await addCounted(5)];
    const path = 'stock/-/actions/stock-control.adjust-stocks';
    const form = { id: [String(one), String(two)], count: '2', 'all.reason': 'lost', 'all.note': '' };
    const differences = { [`rows.${one}.difference`]: '-1', [`rows.${two}.difference`]: '-9' };
    const { location } = await office.post(path, { ...form, ...differences });
    expect([await readStock(one), await readStock(two)]).toEqual([4, 5]);
    const { body } = await office.get(String(location).replace('/admin/', ''));
    expect(body).toContain('Only 5 units can be removed: the rest is reserved by orders.');
    await office.post(`${String(location).replace('/admin/', '')}/undo`, {});
    expect(await readStock(one)).toBe(5);
  });

  it('of the low-stock level merges by field: a second person sees both values', async () => {
    const id = await addCounted(5);
    const { body } = await office.get(`stock/${id}`);
    await pool.query('update stock_levels set low_stock_threshold = 7 where variation_id = $1', [id]);
    const conflict = await office.post(`stock/${id}`, { _version: readVersion(body), lowStockThreshold: '3' });
    expect([conflict.statusCode, conflict.body]).toEqual([409, expect.stringContaining('7')]);
  });

  it('is in the ledger, page by page, with a link to the order for who may see orders', async () => {
    const id = await addCounted(10);
    const order = await placeTestOrder(app.shop, [[id, 1]]);
    const link = `/admin/orders/${order.id}`;
    expect((await office.get(`stock/${id}`)).body).toContain(link);
    expect((await office.get(`stock-movements?stock=${id}`)).body).toContain(link);
    expect((await office.get(`stock-movements?stock=${id}`, reader)).body).not.toContain(link);
    expect((await office.get(`stock-movements?stock=${id}&reason=taken`)).body).toContain('1 movement');
  });
});

async function beginStocktake(name = 'Shelf'): Promise<number> {
  await office.post('stocktakes/new', { _version: readVersion((await office.get('stocktakes/new')).body), name });
  return Number((await pool.query('select max(id) as id from stocktakes')).rows[0].id);
}

const scan = (stocktake: number, code: string, quantity = '1') =>
  office.post(`stocktakes/${stocktake}/count`, { code, quantity });

const readCounts = async (stocktake: number) =>
  (
    await pool.query(
      'select stock_id, counted, book, applied_at is not null as applied from stocktake_counts where stocktake_id = $1 order by id',
      [stocktake],
    )
  ).rows;

const applyAll = (stocktake: number, count: number) =>
  office.post('stocktake-counts/-/actions/stock-control.apply-counts', {
    ...{ all: '1', from: `stocktake=${stocktake}&state=differs`, count: String(count) },
  });

describe('a stocktake', () => {
  it('adds up what is scanned, by SKU or GTIN, and books nothing before it is applied', async () => {
    const id = await addCounted(10, { sku: 'SCAN-1', gtin: '4006381333931' });
    const stocktake = await beginStocktake();
    for (const code of ['SCAN-1', 'scan-1', ' 4006381333931 ']) await scan(stocktake, code);
    await scan(stocktake, 'SCAN-1', '5');
    expect(await readCounts(stocktake)).toEqual([{ stock_id: id, counted: 8, book: 10, applied: false }]);
    expect(await readStock(id)).toBe(10);
    const { body } = await office.get(`stocktakes/${stocktake}`);
    expect(body).toContain('Apply differences');
    const { location } = await applyAll(stocktake, 1);
    expect([await readStock(id), (await readCounts(stocktake))[0]?.applied]).toEqual([8, true]);
    expect((await readLedger(id)).at(-1)).toMatchObject({ reason: 'counted', reference: `stocktake:${stocktake}` });
    await office.post(`${String(location).replace('/admin/', '')}/undo`, {});
    expect([await readStock(id), (await readCounts(stocktake))[0]?.applied]).toEqual([10, false]);
  });

  it('compares with the book of the moment of the count: what is sold between stays sold', async () => {
    const id = await addCounted(10, { sku: 'SOLD-SINCE' });
    const stocktake = await beginStocktake();
    await scan(stocktake, 'SOLD-SINCE', '9');
    await sell(id, 4);
    await applyAll(stocktake, 1);
    expect(await readStock(id)).toBe(10 - 4 - 1);
  });

  it('counts reserved units, which still lie on the shelf', async () => {
    const id = await addCounted(10, { sku: 'RESERVED' });
    await placeTestOrder(app.shop, [[id, 4]]);
    const stocktake = await beginStocktake();
    await scan(stocktake, 'RESERVED', '10');
    expect(await readCounts(stocktake)).toMatchObject([{ counted: 10, book: 10 }]);
  });

  it('tells unknown codes and codes of several stocks, and counts nothing of them', async () => {
    await addCounted(1, { gtin: '111' });
    await addCounted(1, { gtin: '111' });
    const stocktake = await beginStocktake();
    for (const code of ['nothing', '111']) await scan(stocktake, code);
    expect(await readCounts(stocktake)).toEqual([]);
    const { statusCode, body } = await scan(stocktake, '', '');
    expect([statusCode, body.match(/aria-invalid="true"/g)?.length]).toEqual([422, 2]);
    expect((await scan(9_999_999, 'SCAN-1')).location).toBe('/admin/stocktakes');
    expect((await office.post(`stocktakes/${stocktake}/count`, { code: 'SCAN-1' }, reader)).statusCode).toBe(403);
  });

  it('counts a scan once that is sent twice, also at the same time', async () => {
    const id = await addCounted(5, { sku: 'AGAIN' });
    const stocktake = await beginStocktake();
    const send = (key: string) =>
      office.post(`stocktakes/${stocktake}/count`, { code: 'AGAIN', quantity: '3', _request: key });
    const twice = await Promise.all([send('same-scan-1'), send('same-scan-1')]);
    expect(twice.map(({ statusCode }) => statusCode)).toEqual([303, 303]);
    await send('other-scan-1');
    await send('same-scan-1');
    const { rows } = await pool.query('select counted from stocktake_counts where stock_id = $1', [id]);
    expect(rows).toEqual([{ counted: 6 }]);
  });

  it('counts another scan that comes with the key of a page that was gone back to', async () => {
    const [first, second] = [await addCounted(5, { sku: 'BACK-1' }), await addCounted(5, { sku: 'BACK-2' })];
    const stocktake = await beginStocktake();
    const send = (code: string, quantity: string) =>
      office.post(`stocktakes/${stocktake}/count`, { code, quantity, _request: 'gone-back-1' });
    for (const scanned of [send('BACK-1', '3'), send('BACK-2', '4'), send('BACK-2', '4'), send('BACK-1', '2')])
      expect((await scanned).statusCode).toBe(303);
    const { rows } = await pool.query(
      'select stock_id, counted from stocktake_counts where stock_id = any($1) order by stock_id',
      [[first, second]],
    );
    expect(rows).toEqual([
      { stock_id: first, counted: 5 },
      { stock_id: second, counted: 4 },
    ]);
  });

  it('of a product that is deleted at the same moment is refused', async () => {
    const id = await addCounted(5, { sku: 'DELETED-NOW' });
    const stocktake = await beginStocktake();
    const client = await pool.connect();
    await client.query('begin');
    await client.query('delete from products where id = $1', [id]);
    const scanned = scan(stocktake, 'DELETED-NOW');
    await expect
      .poll(async () => (await pool.query('select from pg_locks where not granted')).rowCount)
      .toBeGreaterThan(0);
    await client.query('commit');
    client.release();
    const { statusCode, body } = await scanned;
    expect(statusCode).toBe(422);
    expect(body).toContain('Nothing has the code “DELETED-NOW”.');
  });

  it('of several scanners at once loses no scan', async () => {
    await addCounted(10, { sku: 'BUSY' });
    const stocktake = await beginStocktake();
    await Promise.all(Array.from({ length: 10 }, () => scan(stocktake, 'BUSY')));
    expect(await readCounts(stocktake)).toMatchObject([{ counted: 10 }]);
  });

  it('applies a row once, and tells which rows it could not apply', async () => {
    const id = await addCounted(10, { sku: 'HELD' });
    const stocktake = await beginStocktake();
    await scan(stocktake, 'HELD', '2');
    await sell(id, 5);
    const { location } = await applyAll(stocktake, 1);
    expect((await office.get(String(location).replace('/admin/', ''))).body).toContain(
      'Only 5 units can be removed: the rest is reserved by orders.',
    );
    expect(await readStock(id)).toBe(5);
    await office.put(`stock/${id}/adjust-stock`, { difference: 4, reason: 'corrected', note: '' });
    await Promise.all([applyAll(stocktake, 1), applyAll(stocktake, 1)]);
    expect(await readStock(id)).toBe(1);
  });

  it('of a row that was counted and applied again is not undone by its first run', async () => {
    const id = await addCounted(10, { sku: 'TWICE' });
    const stocktake = await beginStocktake();
    await scan(stocktake, 'TWICE', '8');
    const { location } = await applyAll(stocktake, 1);
    await scan(stocktake, 'TWICE', '7');
    await applyAll(stocktake, 1);
    expect(await readStock(id)).toBe(7);
    await office.post(`${String(location).replace('/admin/', '')}/undo`, {});
    expect([await readStock(id), await readCounts(stocktake)]).toMatchObject([7, [{ counted: 7, applied: true }]]);
  });

  it('has the book of after a change that the scan waited for', async () => {
    const id = await addCounted(10, { sku: 'WAITED' });
    const stocktake = await beginStocktake();
    await scan(stocktake, 'WAITED', '8');
    const applying = await pool.connect();
    await applying.query(`begin; select from stocktake_counts where stocktake_id = ${stocktake} for update`);
    const scanned = scan(stocktake, 'WAITED', '7');
    await expect
      .poll(async () => {
        const waiting = `select count(*)::integer as n from pg_locks where not granted and locktype in ('tuple', 'transactionid')`;
        return (await pool.query(waiting)).rows[0].n;
      })
      .toBeGreaterThan(0);
    await applying.query(`update stock_levels set on_hand = 8 where variation_id = ${id};
      insert into stock_movements (variation_id, delta, reason, reference) values (${id}, -2, 'counted', 'stocktake');
      update stocktake_counts set applied_at = now() where stocktake_id = ${stocktake}; commit`);
    applying.release();
    await scanned;
    expect(await readCounts(stocktake)).toMatchObject([{ counted: 7, book: 8, applied: false }]);
  });

  it('reads a file whole, or tells the lines that are wrong and counts nothing', async () => {
    const id = await addCounted(10, { sku: 'FILE-1' });
    const stocktake = await beginStocktake();
    const upload = async (text: string) => {
      const payload = new FormData();
      payload.append('counts', new File([text], 'counts.csv'));
      const reply = await app.http.inject({
        ...{ method: 'POST', url: `/admin/stocktakes/${stocktake}/count-file`, payload },
        headers: { cookie: clerk, accept: 'text/html', 'sec-fetch-site': 'same-origin' },
      });
      return { status: reply.statusCode, body: reply.body };
    };
    const wrong = await upload('SKU;Counted\nFILE-1;7\nFILE-2;3\nFILE-1;many\n');
    expect(wrong.status).toBe(422);
    expect(wrong.body).toContain('Line 3: nothing has the code “FILE-2”.');
    expect(wrong.body).toContain('Line 4: “many” is not a whole number.');
    expect(await readCounts(stocktake)).toEqual([]);
    expect((await upload('Name;Price\nx;1\n')).body).toContain('The file needs a column');
    expect((await upload('SKU;Counted\nFILE-1;7\nfile-1;2\n')).status).toBe(303);
    expect(await readCounts(stocktake)).toEqual([{ stock_id: id, counted: 9, book: 10, applied: false }]);
    expect((await upload(`SKU;Counted\n${'FILE-1;9999999\n'.repeat(300)}`)).status).toBe(303);
    expect(await readCounts(stocktake)).toMatchObject([{ counted: 9_999_999 }]);
  });
});

describe('an expected delivery', () => {
  const save = async (lines: readonly (readonly [number, number])[], path = 'incoming/new') => {
    const form = {
      ...{
        supplier: 'Clay & Co',
        expectedOn: '2027-01-15',
        note: '',
        'lines.row': lines.map((_, index) => String(index)),
      },
      ...Object.fromEntries(
        lines.flatMap(([id, quantity], index) => [
          [`lines.${index}.stock`, String(id)],
          [`lines.${index}.quantity`, String(quantity)],
        ]),
      ),
    };
    return office.post(path, { _version: readVersion((await office.get(path)).body), ...form });
  };
  const findNewest = async () => Number((await pool.query('select max(id) as id from expected_deliveries')).rows[0].id);
  const receive = async (delivery: number, units: readonly number[]) => {
    const values = await office.values(`incoming/${delivery}/receive-delivery`);
    const keys = Object.keys(values);
    return office.put(
      `incoming/${delivery}/receive-delivery`,
      Object.fromEntries(keys.map((key, index) => [key, units[index] ?? null])),
    );
  };

  it('is shown as incoming, and its units are added when they come, in parts', async () => {
    const [one, two] = [await addCounted(1, { sku: 'IN-1' }), await addCounted(1, { sku: 'IN-2' })];
    await save([
      [one, 10],
      [two, 5],
    ]);
    const delivery = await findNewest();
    expect((await office.get('stock?view=incoming')).body).toMatch(/IN-1.*IN-2|IN-2.*IN-1/s);
    expect(await receive(delivery, [4])).toMatchObject({ statusCode: 200, outcome: 'done' });
    expect([await readStock(one), await readStock(two)]).toEqual([5, 1]);
    expect((await readLedger(one)).at(-1)).toMatchObject({ reason: 'received', reference: `delivery:${delivery}` });
    expect((await receive(delivery, [])).data.params.reason).toBe('NOTHING_RECEIVED');
    expect(await receive(delivery, [6, 5])).toMatchObject({ statusCode: 200, outcome: 'closed' });
    expect((await receive(delivery, [1])).data.params.reason).toBe('DELIVERY_CLOSED');
    expect((await office.get('stock?view=incoming')).body).not.toContain('IN-1');
  });

  it('keeps lines of which something has come, and names no item twice', async () => {
    const [one, two] = [await addCounted(1), await addCounted(1)];
    expect(
      (
        await save([
          [one, 10],
          [one, 5],
        ])
      ).body,
    ).toContain('Two lines have the same item.');
    await save([[one, 10]]);
    const delivery = await findNewest();
    await receive(delivery, [2]);
    const refused = await save([[two, 3]], `incoming/${delivery}`);
    expect(refused.body).toContain('were already received, so its line can’t be removed.');
  });
});
