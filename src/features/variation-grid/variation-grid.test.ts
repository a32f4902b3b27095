import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { saveVariations } from '#features/catalog/index.ts';
import { reserveStock } from '#features/inventory/index.ts';
import { countQueries, inTransaction } from '#platform/database/database.ts';
import { useDatabase } from '#tests/support/database.ts';
import { measureFastest } from '#tests/support/fastest.ts';
import { addManyVariations } from '#tests/support/many-variations.ts';
import { addBowl, addTestMedia, readOnHand, saveTestProduct } from '#tests/support/products.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { testShop } from '#tests/support/test-shop.ts';
import type { CellChanges, GridRow } from './contract.ts';

const { database, pool } = useDatabase();
const clerk = createStaffCookie('Ada', 'admin.open', 'products.read', 'products.write', 'stock.write');
const buyer = createStaffCookie('Bea', 'admin.open', 'products.read', 'products.write');
const reader = createStaffCookie('Cleo', 'admin.open', 'products.read');

let app: App;
beforeAll(async () => {
  app = await testShop(database, { choices: withTestSession, env: { LOG_LEVEL: 'silent' } });
});

const pathOf = (product: number) => `/admin/products/${product}/variations`;

async function readRows(product: number, cookie = clerk): Promise<readonly GridRow[]> {
  const reply = await app.http.inject({ url: pathOf(product), headers: { cookie, accept: 'application/json' } });
  return reply.json().rows;
}

async function save(
  product: number,
  changes: CellChanges,
  { cookie = clerk, reason = 'corrected', note = '', key = '' } = {},
) {
  const reply = await app.http.inject({
    ...{ method: 'PUT', url: pathOf(product), payload: { changes, reason, note } },
    headers: {
      ...{ cookie, 'sec-fetch-site': 'same-origin', accept: 'application/json' },
      ...(key && { 'idempotency-key': key }),
    },
  });
  return { status: reply.statusCode, ...reply.json() };
}

async function readPage(product: number, query = '') {
  const { body, statusCode } = await app.http.inject({
    ...{ url: `${pathOf(product)}${query}`, headers: { cookie: clerk, accept: 'text/html' } },
  });
  return { statusCode, body: body.replaceAll('<!-- -->', '') };
}

const auditOf = async (product: number) =>
  (
    await pool.query(
      `select by, before, after from platform.audit_entries where subject_kind = 'product' and subject_id = $1 order by id`,
      [String(product)],
    )
  ).rows;

describe('variations as a grid', () => {
  it('saves changed cells only, with an entry in the audit', async () => {
    const { product, small, large } = await addBowl(app.shop, 4);
    const rows = await readRows(product);
    expect(rows.map(({ label, options }) => [label, options])).toEqual([
      ['celadon, small', ['celadon', 'small']],
      ['large', ['', 'large']],
    ]);
    const saved = await save(product, {
      regularPrice: [[small, '10.00', '12,50']],
      sku: [[large, '', 'LARGE-1']],
      saleFrom: [[small, '', '2026-12-01']],
      salePrice: [[small, '', '9']],
      enabled: [[large, '1', '']],
    });
    expect(saved).toMatchObject({ status: 200, cells: 5 });
    expect(saved.rows[0].cells.slice(2, 5)).toEqual(['12.50', '9.00', '2026-12-01 00:00']);
    const { rows: stored } = await pool.query(
      `select v.id, v.sku, v.enabled, p.regular_price, p.sale_price from variations v left join main_prices p on p.variation_id = v.id
      where v.product_id = $1 and v.id <> $1 order by v.id`,
      [product],
    );
    expect(stored).toEqual([
      { id: small, sku: null, enabled: true, regular_price: 1250, sale_price: 900 },
      { id: large, sku: 'LARGE-1', enabled: false, regular_price: 3000, sale_price: null },
    ]);
    const [entry] = await auditOf(product);
    expect(entry).toEqual({
      by: 'Ada',
      before: {
        [`celadon, small #${small}`]: { regularPrice: '10.00', salePrice: '', saleFrom: '' },
        [`large #${large}`]: { sku: '', enabled: '1' },
      },
      after: {
        [`celadon, small #${small}`]: { regularPrice: '12.50', salePrice: '9.00', saleFrom: '2026-12-01 00:00' },
        [`large #${large}`]: { sku: 'LARGE-1', enabled: '' },
      },
    });
  });

  it('keeps what somebody else has changed in other cells, and shows both values of the same cell', async () => {
    const { product, small, large } = await addBowl(app.shop);
    await save(product, { regularPrice: [[small, '10.00', '11.00']] });
    const other = await save(product, { sku: [[small, '', 'S-9']], regularPrice: [[large, '30.00', '31.00']] });
    expect(other.status).toBe(200);
    const refused = await save(product, {
      regularPrice: [[small, '10.00', '12.00']],
      sku: [[large, '', 'L-9']],
    });
    expect(refused).toMatchObject({ status: 409, code: 'VARIATIONS_CHANGED' });
    expect(refused.data.params).toEqual({ [`${small}.regularPrice`]: '11.00' });
    const [first, second] = await readRows(product);
    expect([first?.cells[2], first?.cells[0], second?.cells[2], second?.cells[0]]).toEqual([
      '11.00',
      'S-9',
      '31.00',
      '',
    ]);
    // Both have typed the same: nothing is left to choose.
    expect((await save(product, { regularPrice: [[small, '10.00', '11']] })).status).toBe(200);
  });

  it('counts a typed quantity as a difference, so that what was sold meanwhile stays sold', async () => {
    const { product, small } = await addBowl(app.shop, 5);
    await pool.query(`begin; update stock_levels set on_hand = 3 where variation_id = ${small}; commit`);
    await pool.query(
      `insert into stock_movements (variation_id, delta, reason, reference) values ($1, -2, 'taken', 'order:1')`,
      [small],
    );
    const saved = await save(product, { onHand: [[small, '5', '15']] }, { reason: 'received', note: 'Delivery 7' });
    expect(saved.status).toBe(200);
    expect(await readOnHand(database.db, small)).toBe(13);
    const { rows } = await pool.query(
      'select delta, reason, note, by_staff_id is not null as "isNamed" from stock_movements where variation_id = $1 order by id desc limit 1',
      [small],
    );
    expect(rows).toEqual([{ delta: 10, reason: 'received', note: 'Delivery 7', isNamed: true }]);
    const tooMany = await save(product, { onHand: [[small, '20', '1']] });
    expect(tooMany.data.params).toEqual({ [`${small}.onHand`]: 'Only 13 are left: some were sold in the meantime.' });
    expect((await save(product, { onHand: [[small, '13', '']], status: [[small, '', 'out']] })).status).toBe(200);
    expect((await readRows(product))[0]?.cells.slice(6, 9)).toEqual(['', 'out', 'no']);
    const counted = await save(product, { onHand: [[small, '', '3']], status: [[small, 'out', 'in']] });
    expect(counted).toMatchObject({ status: 422 });
  });

  it('counts a typed quantity once when it is sent twice, also with sales in between and at the same time', async () => {
    const { product, small, large } = await addBowl(app.shop, 10);
    const cells: CellChanges = {
      onHand: [
        [small, '10', '12'],
        [large, '10', '7'],
      ],
    };
    const send = () => save(product, cells, { key: 'sent-twice-1' });
    expect((await Promise.all([send(), send()])).map(({ status }) => status)).toEqual([200, 200]);
    await inTransaction(app.shop.db, (tx) => reserveStock(tx, [{ variationId: small, quantity: 1 }], 'order:1'));
    const again = await send();
    expect(again).toMatchObject({ status: 200, cells: 0 });
    expect(again.rows.map(({ cells: row }: GridRow) => row[6])).toEqual(['11', '7']);
    expect([await readOnHand(database.db, small), await readOnHand(database.db, large)]).toEqual([11, 7]);
    // The same page with more typed in it: its quantities may be counted already.
    const more = await save(product, { ...cells, sku: [[small, '', 'MORE-1']] }, { key: 'sent-twice-1' });
    expect(more).toMatchObject({
      status: 409,
      data: { params: { [`${small}.onHand`]: '11', [`${large}.onHand`]: '7' } },
    });
  });

  it('counts a typed quantity that a sale has led to meanwhile', async () => {
    const { product, small } = await addBowl(app.shop, 10);
    await inTransaction(app.shop.db, (tx) => reserveStock(tx, [{ variationId: small, quantity: 2 }], 'order:1'));
    expect((await save(product, { onHand: [[small, '10', '8']] }, { reason: 'damaged' })).status).toBe(200);
    expect(await readOnHand(database.db, small)).toBe(6);
  });

  it('counts once what open backorders take as a whole, and records it', async () => {
    const { product, small } = await addBowl(app.shop, 0);
    await pool.query('update stock_levels set backordered = 5 where variation_id = $1', [small]);
    const send = () => save(product, { onHand: [[small, '0', '3']] }, { key: 'settled-1' });
    expect([(await send()).status, (await send()).status]).toEqual([200, 200]);
    const { rows } = await pool.query('select on_hand, backordered from stock_levels where variation_id = $1', [small]);
    expect(rows).toEqual([{ on_hand: 0, backordered: 2 }]);
    expect((await auditOf(product))[0].after).toEqual({ [`celadon, small #${small}`]: { onHand: '0 (+3)' } });
  });

  it('gives variations pictures of the library, and refuses one that is gone', async () => {
    const { product, small, large } = await addBowl(app.shop);
    const [first, second] = [await addTestMedia(database, 'grid-first'), await addTestMedia(database, 'grid-second')];
    await saveTestProduct(app.shop, { id: product, images: [{ mediaId: first, remoteId: null }] });
    const list = async (query: string) => {
      const url = `${pathOf(product)}/pictures${query}`;
      const reply = await app.http.inject({ url, headers: { cookie: clerk, accept: 'application/json' } });
      return reply.json().pictures.map(({ id }: { readonly id: number }) => id);
    };
    expect([await list(''), await list('?q=grid-second')]).toEqual([[first], [second]]);
    const saved = await save(product, {
      image: [
        [small, '', String(first)],
        [large, '', String(second)],
      ],
    });
    expect(saved.status).toBe(200);
    const images = async () =>
      (await pool.query('select image_id from variations where id = any($1) order by id', [[small, large]])).rows;
    expect(await images()).toEqual([{ image_id: first }, { image_id: second }]);
    expect((await readRows(product))[0]?.image).toMatch(/\/media\//);
    const gone = await save(product, { image: [[small, String(first), '99999999']] });
    expect(gone).toMatchObject({ status: 422, data: { params: { [`${small}.image`]: 'This picture was deleted.' } } });
    const { body } = await readPage(product);
    // Without script: a list of the photographs of the product, and what is chosen now.
    expect(body).toContain(`<option value="${second}" selected="">#${second}</option>`);
    expect((await save(product, { image: [[large, String(second), '']] })).status).toBe(200);
    expect(await images()).toEqual([{ image_id: first }, { image_id: null }]);
  });

  it('refuses a quantity that no stock can have after a difference', async () => {
    const { product, small } = await addBowl(app.shop, 10);
    const most = '2147483647';
    const refused = await save(product, { onHand: [[small, '0', most]] });
    expect(refused).toMatchObject({ status: 422, data: { params: { [`${small}.onHand`]: expect.any(String) } } });
    const unread = await save(product, { onHand: [[small, '9'.repeat(200), '1']] });
    expect(unread.status).toBe(422);
    expect(await readOnHand(database.db, small)).toBe(10);
  });

  it('answers hostile texts as wrong cells', async () => {
    const { product, small, large } = await addBowl(app.shop, 10);
    await save(product, {
      sku: [
        [small, '', 'ONE-1'],
        [large, '', 'TWO-2'],
      ],
    });
    const cells: CellChanges[] = [
      {
        sku: [
          [small, 'ONE-1', 'a\u0000b'],
          [large, 'TWO-2', '\ud800'],
        ],
      },
      {
        sku: [
          [small, 'ONE-1', 'SAME'],
          [large, 'TWO-2', 'same'],
        ],
      },
      {
        sku: [
          [small, 'ONE-1', 'TWO-2'],
          [large, 'TWO-2', 'ONE-1'],
        ],
      },
      {
        sku: [
          [small, 'ONE-1', 'x'],
          [small, 'ONE-1', 'y'],
        ],
      },
      {
        regularPrice: [[small, '10.00', '1e9']],
        weightGrams: [[small, '', '-1']],
        saleFrom: [[small, '', '99999-01-01']],
      },
      { regularPrice: [[small, '10.00', '9'.repeat(60)]], gtin: [[small, '', '=cmd()']] },
      { saleFrom: [[small, '', '9999-12-31 23:59']], saleTo: [[small, '', '0001-01-01']] },
    ];
    for (const each of cells) expect((await save(product, each)).status, JSON.stringify(each)).toBeLessThan(500);
  });

  it('saves nothing when one cell is wrong, and says which', async () => {
    const { product, small, large } = await addBowl(app.shop);
    const { small: taken } = await addBowl(app.shop);
    await pool.query('update variations set sku = $2 where id = $1', [taken, 'TAKEN']);
    const ambiguous = await save(product, {
      regularPrice: [
        [small, '10.00', '1.250'],
        [large, '30.00', '35.00'],
      ],
    });
    expect(ambiguous).toMatchObject({ status: 422, code: 'VARIATIONS_INVALID' });
    expect(Object.keys(ambiguous.data.params)).toEqual([`${small}.regularPrice`]);
    const wrong = await save(product, {
      salePrice: [[small, '', '50.00']],
      sku: [[large, '', 'taken']],
      regularPrice: [[large, '30.00', '35.00']],
    });
    expect(Object.keys(wrong.data.params).sort()).toEqual([`${small}.salePrice`, `${large}.sku`].sort());
    expect(wrong.data.params[`${small}.salePrice`]).toBe('is not below the regular price');
    const gone = await save(product, { sku: [[999_999_999, '', 'X']] });
    expect(gone.data.params).toEqual({ '999999999.sku': 'This variation was deleted in the meantime.' });
    expect((await readRows(product)).map(({ cells }) => cells[2])).toEqual(['10.00', '30.00']);
    expect(await auditOf(product)).toEqual([]);
  });

  it('is for who may change products, and its stock for who may change stock', async () => {
    const { product, small } = await addBowl(app.shop, 5);
    const refused = await app.http.inject({ url: pathOf(product), headers: { cookie: reader, accept: 'text/html' } });
    expect([refused.statusCode, (await save(product, {}, { cookie: reader })).status]).toEqual([403, 403]);
    expect((await readRows(product, buyer))[0]?.cells.length).toBe(12);
    const stock = await save(product, { onHand: [[small, '5', '9']] }, { cookie: buyer });
    expect(stock.data.params).toEqual({ [`${small}.onHand`]: 'You are not allowed to change stock.' });
    expect((await save(small, { sku: [[small, '', 'X']] })).status).toBe(404);
    expect((await readPage(small)).statusCode).toBe(404);
  });

  it('an import that is under way waits for the grid, and changes nothing but its own columns', async () => {
    const { product, small } = await addBowl(app.shop, 5);
    const importing = await inTransaction(app.shop.db, async (tx) => {
      await saveVariations(app.shop, tx, [{ id: small, productId: product, gtin: '5901234123457' }], 'import');
      const waiting = save(product, { regularPrice: [[small, '10.00', '13.00']] });
      await expect
        .poll(async () => (await pool.query('select from pg_locks where not granted')).rowCount)
        .toBeGreaterThan(0);
      return { waiting };
    });
    expect((await importing.waiting).status).toBe(200);
    const [row] = await readRows(product);
    expect(row?.cells.slice(1, 3)).toEqual(['5901234123457', '13.00']);
    // Other columns of the rows were read again under the lock.
    const [first, second] = await Promise.all([
      save(product, { regularPrice: [[small, '13.00', '14.00']] }),
      inTransaction(app.shop.db, (tx) =>
        saveVariations(app.shop, tx, [{ id: small, productId: product, weightGrams: 700 }], 'import'),
      ),
    ]);
    expect([first.status, second[0]?.ok]).toEqual([200, true]);
    const [after] = await readRows(product);
    expect([after?.cells[2], after?.cells[9]]).toEqual(['14.00', '700']);
  });

  it('what is sold while variations are saved with their stock stays sold', async () => {
    const { product, small } = await addBowl(app.shop, 5);
    const saving = await inTransaction(app.shop.db, async (tx) => {
      await reserveStock(tx, [{ variationId: small, quantity: 2 }], 'order:1');
      const saved = inTransaction(app.shop.db, (other) =>
        saveVariations(app.shop, other, [{ id: small, productId: product, stock: { backorders: 'yes' } }], 'import'),
      );
      await expect
        .poll(async () => (await pool.query('select from pg_locks where not granted')).rowCount)
        .toBeGreaterThan(0);
      return { saved };
    });
    expect((await saving.saved)[0]?.ok).toBe(true);
    expect(await readOnHand(database.db, small)).toBe(3);
  });

  it('is a form with pages of 20 rows without script', async () => {
    const { product, ids } = await addManyVariations(app.shop, 45, 'PAGE');
    const first = await readPage(product);
    expect(first.body.match(/name="seen\./g)?.length).toBe(20);
    expect(first.body).toContain('Page 1 of 3');
    expect((await readPage(product, '?page=3')).body.match(/name="seen\./g)?.length).toBe(5);
    const filtered = await readPage(product, '?option.0=Cobalt&q=page-1');
    expect(filtered.body.match(/value="PAGE-\d+"/g)).toEqual(['value="PAGE-11"', 'value="PAGE-15"', 'value="PAGE-19"']);
    const [id = 0, next = 0] = ids;
    const post = (cells: Readonly<Record<string, string>>) =>
      app.http.inject({
        ...{ method: 'POST', url: pathOf(product), payload: new URLSearchParams(cells).toString() },
        headers: {
          ...{ cookie: clerk, 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
          'sec-fetch-site': 'same-origin',
        },
      });
    const seen = JSON.stringify({ sku: 'PAGE-0', regularPrice: '10.00' });
    const saved = await post({
      ...{ query: 'page=1', [`seen.${id}`]: seen, [`cell.${id}.sku`]: 'PAGE-0', [`cell.${id}.regularPrice`]: '11.50' },
    });
    expect([saved.statusCode, saved.headers.location]).toEqual([303, `${pathOf(product)}?page=1`]);
    const refused = await post({
      ...{ query: 'page=1', [`seen.${id}`]: seen, [`cell.${id}.sku`]: 'PAGE-0', [`cell.${id}.regularPrice`]: '15' },
      ...{ [`seen.${next}`]: JSON.stringify({ sku: 'PAGE-1' }), [`cell.${next}.sku`]: 'NEXT' },
    });
    expect(refused.statusCode).toBe(409);
    const body = refused.body.replaceAll('<!-- -->', '');
    expect(body).toContain('Someone else has changed this to “11.50”. Save again to replace it, or enter that value.');
    expect(body).toMatch(/value="15"/);
    expect(body).toMatch(/value="NEXT"/);
    // The page that answers has seen both, so sending it again replaces it.
    const again = JSON.stringify({ regularPrice: '11.50' });
    await post({ query: '', [`seen.${id}`]: again, [`cell.${id}.regularPrice`]: '15' });
    expect((await readRows(product))[0]?.cells[2]).toBe('15.00');
  });

  it('[43] costs as many statements for 2,000 variations as for one, and a small multiple of plain SQL', {
    timeout: 300_000,
  }, async () => {
    const { product, ids } = await addManyVariations(app.shop, 2_000);
    const rows = await countQueries(() => readRows(product));
    const page = await countQueries(() => readPage(product));
    expect(rows.value).toHaveLength(2_000);
    const { product: small } = await addBowl(app.shop);
    const [smallRows, smallPage] = [
      await countQueries(() => readRows(small)),
      await countQueries(() => readPage(small)),
    ];
    expect([rows.queries, page.queries]).toEqual([smallRows.queries, smallPage.queries]);
    const countOf = (texts: readonly string[]) => texts.filter((text) => text.includes('from variations v')).length;
    expect([countOf(rows.texts), countOf(page.texts)]).toEqual([1, 1]);
    const price = (cents: number) => (cents / 100).toFixed(2);
    let now = 1000;
    const reprice = async (count: number) => {
      const seen = price(now);
      const other = price(count === 1 ? now : now + 1);
      const saved = await save(product, {
        regularPrice: ids.slice(0, count).map((id) => [id, count === 1 ? '10.00' : seen, other] as const),
      });
      if (saved.status !== 200) throw new Error(JSON.stringify(saved).slice(0, 500));
      if (count > 1) now += 1;
    };
    let gtin = 0;
    const setGtin = async () => {
      const seen = gtin === 0 ? '' : String(gtin);
      gtin += 1;
      const saved = await save(product, { gtin: [[ids[1] ?? 0, seen, String(gtin)]] });
      if (saved.status !== 200) throw new Error(JSON.stringify(saved));
    };
    const one = await countQueries(() => save(product, { regularPrice: [[ids[0] ?? 0, '10.00', '10.01']] }));
    expect(one.value.status).toBe(200);
    await save(product, { regularPrice: [[ids[0] ?? 0, '10.01', '10.00']] });
    const all = await countQueries(() => reprice(2_000));
    // What a request does after its reply is no part of it.
    const inTransactionOf = ({ texts }: typeof one) =>
      texts.slice(
        texts.findIndex((text) => text.startsWith('begin')),
        texts.indexOf('commit') + 1,
      );
    expect(inTransactionOf(one).length).toBeGreaterThan(10);
    expect(inTransactionOf(all).length).toBe(inTransactionOf(one).length);
    // Cached pages are dropped once.
    expect(inTransactionOf(all).filter((text) => text.includes('pg_notify'))).toHaveLength(1);
    const plainRead = await measureFastest(() =>
      pool.query(
        `select v.id, v.sku, v.gtin, p.regular_price, p.sale_price, s.on_hand from variations v
        join stock_levels s on s.variation_id = v.id left join variation_prices p on p.variation_id = v.id where v.product_id = $1`,
        [product],
      ),
    );
    const plainUpdate = await measureFastest(() =>
      pool.query(
        `with changed as (update variation_prices set regular_price = regular_price where variation_id = any($1) returning 1)
        update variations set gtin = gtin where id = any($1)`,
        [ids],
      ),
    );
    const times = {
      open: await measureFastest(() => readRows(product)),
      page: await measureFastest(() => readPage(product)),
      one: await measureFastest(setGtin),
      all: await measureFastest(() => reprice(2_000)),
    };
    // A query that is planned wrongly, or a statement for each row, takes hundreds of times as long; other work on the
    // machine alone doubles a ratio that is about ten.
    expect(times.open / plainRead).toBeLessThan(100);
    expect(times.page / plainRead).toBeLessThan(100);
    expect(times.one / plainRead).toBeLessThan(100);
    expect(times.all / plainUpdate).toBeLessThan(100);
  });
});
