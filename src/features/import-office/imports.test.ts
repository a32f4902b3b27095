import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { removeAttribute } from '#features/catalog/index.ts';
import { redirectImport } from '#features/catalog-transfer/index.ts';
import { openBackOffice } from '#platform/admin/admin.ts';
import { continueRunJob } from '#platform/admin/runs/run-jobs.ts';
import { workOnRun } from '#platform/admin/runs/work-on-run.ts';
import { createReportBuilder } from '#platform/csv/report.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { useDatabase } from '#tests/support/database.ts';
import { openOffice } from '#tests/support/office.ts';
import { saveTestProduct } from '#tests/support/products.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { exportFileJob } from './exports/export-files.ts';
import { checkImportJob } from './imports/check-import.ts';
import { uploadFile } from './imports/upload.ts';
import { purgeImportsJob } from './purge-imports.ts';
import { importTexts } from './texts.ts';

const { database, pool } = useDatabase();
const all = [
  'products.write',
  'products.read',
  'promotions.write',
  'promotions.read',
  'taxes.write',
  'redirects.write',
];
const clerk = createStaffCookie('Ada', openBackOffice.name, 'products.import', 'redirects.read', ...all);
const reader = createStaffCookie('Bea', openBackOffice.name, 'products.read');
const importer = createStaffCookie('Cem', openBackOffice.name, 'products.import');

let app: App;
let office: ReturnType<typeof openOffice>;
beforeAll(async () => {
  app = await testShop(database, { choices: withTestSession, env: { LOG_LEVEL: 'silent' } });
  office = openOffice(app, clerk);
});

/** Sends a file as the form does. */
async function upload(content: string | Buffer, kind = '', cookie = clerk, name = 'file.csv', encoding = '') {
  const boundary = 'import-boundary';
  const part = (head: string) => `--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n`;
  const payload = Buffer.concat([
    Buffer.from(
      `${part('name="kind"')}\r\n${kind}\r\n${part('name="encoding"')}\r\n${encoding}\r\n${part(`name="file"; filename="${name}"`)}content-type: text/csv\r\n\r\n`,
    ),
    Buffer.from(content),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const reply = await app.http.inject({
    ...{ method: 'POST', url: '/admin/import', payload },
    headers: {
      ...{ cookie, accept: 'text/html', 'sec-fetch-site': 'same-origin' },
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
  });
  const location = String(reply.headers.location ?? '').replace('/admin/', '');
  // The problem is at its field.
  const [, field, error] = /id="(file|kind|encoding)-error">.*?<span>([^<]*)<\/span>/s.exec(reply.body) ?? [];
  const codes = [
    ...(['FILE_MISSING', 'FILE_TOO_LARGE', 'FILE_UNREADABLE', 'FILE_ENCODING_UNCLEAR'] as const),
    ...(['FILE_UNKNOWN', 'IMPORT_NOT_ALLOWED'] as const),
  ];
  const code = codes.find((each) => app.shop.t(importTexts[each]) === error);
  return { status: reply.statusCode, location, code, field, body: reply.body };
}

const work = () => runJobsNow(app.shop, [checkImportJob, continueRunJob]);

/** Uploads a file and tries it. @returns its path below `/admin` */
async function tryFile(content: string | Buffer, form: Readonly<Record<string, string>> = {}): Promise<string> {
  const { location, status } = await upload(content, form.kind);
  expect([status, location]).toEqual([303, expect.stringMatching(/^import\/\d+$/)]);
  const id = location.split('/')[1];
  const { rows } = await pool.query('select kind from imports where id = $1', [id]);
  await office.post(`${location}/check`, { kind: rows[0].kind, ...form });
  await work();
  return location;
}

async function begin(path: string) {
  const reply = await office.post(`${path}/begin`, {});
  await work();
  return reply;
}

async function readCounts(path: string, column: 'outcome' | 'result') {
  const { rows } = await pool.query(
    `select ${column} as name, count(*)::int from import_rows where import_id = $1 and ${column} is not null group by 1`,
    [path.split('/')[1]],
  );
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

async function readRows(path: string) {
  const { rows } = await pool.query('select * from import_rows where import_id = $1 order by line', [
    path.split('/')[1],
  ]);
  return rows;
}

const runsOf = async (path: string): Promise<number[]> =>
  (await pool.query('select run_ids::int[] as ids from imports where id = $1', [path.split('/')[1]])).rows[0].ids;

describe('products of the plugin', () => {
  // 51 batches: up to 50 are imported by the request that begins them.
  const total = 5_050;
  const few = 400;
  const createFile = (price: (index: number) => string, count = total) =>
    [
      'Type,SKU,Name,Regular price,Stock,Categories',
      ...Array.from(
        { length: count },
        (_, index) => `simple,R-${index},"Row ${index}",${price(index)},${index % 50},Table > Bowls`,
      ),
    ].join('\n');

  it('are tried without any change, imported as a run that is stopped and continued, and taken back', {
    timeout: 300_000,
  }, async () => {
    const path = await tryFile(createFile((index) => `${10 + (index % 7)}.50`));
    expect(await readCounts(path, 'outcome')).toEqual({ created: total });
    const countProducts = async () =>
      (await pool.query(`select count(*)::int from variations where sku like 'R-%'`)).rows[0].count;
    expect(await countProducts(), 'the dry run is rolled back').toBe(0);
    expect((await office.get(path)).body).toContain('Import 5,050 rows');
    await office.post(`${path}/begin`, {});
    const [first = 0] = await runsOf(path);
    let batches = 0;
    await workOnRun(app.shop, first, () => ++batches > 5);
    expect((await office.get(path)).body).toContain('data-run="running"');
    await office.post(`runs/${first}/stop`, {});
    await work();
    expect([await countProducts(), await readCounts(path, 'result')]).toEqual([500, { created: 500 }]);
    expect((await office.get(path)).body).toContain('Continue');
    await office.post(`${path}/begin`, {});
    await workOnRun(app.shop, (await runsOf(path)).at(-1) ?? 0, () => false);
    expect(await readCounts(path, 'result')).toEqual({ created: total });
    expect(await countProducts()).toBe(total);
    const { rows } = await pool.query(
      `select count(*)::int as audited, count(distinct subject_id)::int as products from platform.audit_entries where action = 'import-office.import-rows' and subject_kind = 'product'`,
    );
    expect(rows).toEqual([{ audited: total, products: total }]);

    // The same file again changes nothing; another price changes some.
    const same = await tryFile(createFile((index) => `${10 + (index % 7)}.50`, few));
    expect(await readCounts(same, 'outcome')).toEqual({ unchanged: few });
    const changed = await tryFile(createFile((index) => (index < 300 ? '99.00' : `${10 + (index % 7)}.50`), few));
    expect(await readCounts(changed, 'outcome')).toEqual({ updated: 300, unchanged: 100 });
    expect((await readRows(changed))[0].fields).toEqual([{ field: 'Regular price', before: '10.50', after: '99.00' }]);
    await begin(changed);
    const changedRows = await pool.query(`select count(*)::int from main_prices where regular_price = 9900`);
    expect(changedRows.rows[0].count).toBe(300);
    expect(await readCounts(changed, 'result')).toEqual({ updated: 300 });

    // Somebody changes one of the rows: it is left and listed.
    await pool.query(
      `update variation_prices set regular_price = 5000 where variation_id = (select id from variations where sku = 'R-7')`,
    );
    const [run = 0] = await runsOf(changed);
    await undo(run);
    const prices = await pool.query(
      `select v.sku from variations v join main_prices p on p.variation_id = v.id where p.regular_price in (9900, 5000)`,
    );
    expect(prices.rows).toEqual([{ sku: 'R-7' }]);
    const listed = (await office.get(`${changed}?outcome=left`)).body;
    expect(listed).toContain('it was changed after the import');
    expect(listed).toContain('299 rows were undone.');

    // What was created is deleted again.
    for (const created of (await runsOf(path)).toReversed()) await undo(created);
    expect(await countProducts()).toBe(1);
  });

  async function undo(run: number): Promise<void> {
    const reply = await office.post(`runs/${run}/undo`, {});
    expect(reply.location).toMatch(/\/admin\/runs\/\d+$/);
    // A request gives up after some seconds, and a job goes on a little later.
    await workOnRun(app.shop, Number(reply.location?.split('/').at(-1)), () => false);
  }

  it('are not overwritten when somebody changed them after the dry run', async () => {
    const { id } = await saveTestProduct(app.shop, {
      name: 'Kept',
      slug: 'kept',
      status: 'published',
      master: { sku: 'KEPT', regularPrice: 100 },
    });
    const path = await tryFile('SKU,Name\nKEPT,From the file\nNEW-1,New one\n');
    await pool.query(`update products set name = 'By hand' where id = $1`, [id]);
    await begin(path);
    expect((await pool.query('select name from products where id = $1', [id])).rows[0].name).toBe('By hand');
    expect(await readCounts(path, 'result')).toEqual({ refused: 1, created: 1 });
    expect((await office.get(`${path}?outcome=refused`)).body).toContain('somebody has changed this row of the shop');
    const refused = await office.get(`${path}/refused.csv`);
    expect(refused.body).toContain('SKU,Name,Import problem\r\nKEPT,From the file,"somebody has changed');
  });

  it('with links that somebody changed after the dry run keep them', async () => {
    await begin(await tryFile('SKU,Name,Regular price\nLA,Link A,1\nLB,Link B,1\nLC,Link C,1\n'));
    const id = `(select product_id from variations where sku = 'LA')`;
    const readLinks = async () =>
      (
        await pool.query(
          `select v.sku from product_links l join variations v on v.id = l.linked_id where l.product_id = ${id} order by 1`,
        )
      ).rows.map(({ sku }) => sku);
    const path = await tryFile('SKU,Name,Upsells\nLA,Link A,LB\n');
    expect(await readCounts(path, 'outcome')).toEqual({ updated: 1 });
    await pool.query(
      `insert into product_links (product_id, kind, linked_id) select ${id}, 'upsell', product_id from variations where sku = 'LC'`,
    );
    await begin(path);
    expect([await readLinks(), await readCounts(path, 'result')]).toEqual([['LC'], { refused: 1 }]);
    const again = await tryFile('SKU,Name,Upsells\nLA,Link A,LB\n');
    await begin(again);
    expect([await readLinks(), await readCounts(again, 'result')]).toEqual([['LB'], { updated: 1 }]);
    await undo((await runsOf(again))[0] ?? 0);
    expect(await readLinks()).toEqual(['LC']);
  });

  it('that were created stay when somebody waits for them or a supplier sends them', async () => {
    const path = await tryFile('SKU,Name,Regular price\nW-1,Waited for,1\nW-2,Expected,1\nW-3,Free,1\n');
    await begin(path);
    await pool.query(
      `insert into stock_alerts (product_id, email, locale, state, consent_text, created_at, expires_at)
      select product_id, 'kim@example.com', 'en-GB', 'unconfirmed', 'Yes', now(), now() + interval '1 day' from variations where sku = 'W-1'`,
    );
    await pool.query(
      `with d as (insert into expected_deliveries (supplier, expected_on, created_at) values ('Kiln', now(), now()) returning id)
      insert into expected_delivery_lines (delivery_id, stock_id, quantity) select d.id, v.id, 5 from d, variations v where sku = 'W-2'`,
    );
    await undo((await runsOf(path))[0] ?? 0);
    expect((await pool.query(`select sku from variations where sku like 'W-_' order by 1`)).rows).toEqual([
      { sku: 'W-1' },
      { sku: 'W-2' },
    ]);
  });

  it('that had an attribute which is merged since are left, and all others are taken back', async () => {
    const head = 'SKU,Name,Regular price,Attribute 1 name,Attribute 1 value(s),Attribute 1 global';
    await begin(await tryFile(`${head}\nM-1,Merged,1,Texture,Rough,1\nM-2,Other,1,Feel,Rough,1\n`));
    const path = await tryFile(`${head}\nM-1,Merged,2,Feel,Smooth,1\nM-2,Other,2,Feel,Rough,1\n`);
    await begin(path);
    expect(await readCounts(path, 'result')).toEqual({ updated: 2 });
    const { rows } = await pool.query(
      `select f.id::int as id, i.id::int as into from attributes f, attributes i where f.name = 'Texture' and i.name = 'Feel'`,
    );
    await inTransaction(app.shop.db, (tx) => removeAttribute(app.shop, tx, rows[0].id, rows[0].into));
    await undo((await runsOf(path))[0] ?? 0);
    const prices = await pool.query(
      `select v.sku, p.regular_price::int as price from variations v join main_prices p on p.variation_id = v.id where v.sku like 'M-_' order by 1`,
    );
    expect(prices.rows).toEqual([
      { sku: 'M-1', price: 200 },
      { sku: 'M-2', price: 100 },
    ]);
    expect((await office.get(`${path}?outcome=left`)).body).toContain('something that it had is deleted');
  });

  it('keep variations, links and their values when they are taken back', async () => {
    const file = [
      'Type,SKU,Name,Parent,Attribute 1 name,Attribute 1 value(s),Attribute 1 global,Regular price,Upsells',
      'variation,C-SAND,,C,Glaze,Sand,1,12,',
      'variable,C,Cup,,Glaze,"Sea, Sand",1,,B',
      'variation,C-SEA,,C,Glaze,Sea,1,11,',
      'simple,B,Bowl,,,,,20,',
    ].join('\n');
    const path = await tryFile(file);
    expect(await readCounts(path, 'outcome')).toEqual({ created: 4 });
    await begin(path);
    expect(await readCounts(path, 'result')).toEqual({ created: 4 });
    const { rows } = await pool.query(
      `select count(*)::int from product_links where linked_id = (select product_id from variations where sku = 'B')`,
    );
    expect(rows[0].count).toBe(1);
    expect(await readCounts(await tryFile(file), 'outcome')).toEqual({ unchanged: 4 });
    const [run = 0] = await runsOf(path);
    await undo(run);
    expect((await pool.query(`select sku from variations where sku in ('C', 'B', 'C-SEA', 'C-SAND')`)).rows).toEqual(
      [],
    );
  });
});

describe('a run', () => {
  it('whose connection is cut in the middle of a batch imports each row once when it goes on', async () => {
    const rows = Array.from(
      { length: 250 },
      (_, index) => `K-${index},Killed ${index},10,${index === 150 ? 'Blocked' : ''}`,
    );
    const path = await tryFile(['SKU,Name,Regular price,Tags', ...rows].join('\n'));
    // Somebody holds a name of the second batch: the run waits there, in the middle of its transaction.
    const blocker = await pool.connect();
    await blocker.query('begin');
    await blocker.query(`insert into tags (name, slug) values ('Blocked', 'blocked')`);
    const begun = office.post(`${path}/begin`, {});
    const findWaiting = async () =>
      (
        await pool.query(
          `select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database() and pid <> pg_backend_pid()`,
        )
      ).rows.map(({ pid }) => pid as number);
    await expect.poll(findWaiting, { interval: 20 }).not.toEqual([]);
    for (const pid of await findWaiting()) await pool.query('select pg_terminate_backend($1)', [pid]);
    await begun;
    await blocker.query('rollback');
    blocker.release();
    const applied = await pool.query(`select count(*)::int from variations where sku like 'K-%'`);
    expect(applied.rows[0].count, 'whole batches').toBe(100);
    const [run = 0] = await runsOf(path);
    // The job that takes over is there already, a little later.
    await workOnRun(app.shop, run, () => false);
    expect(await readCounts(path, 'result')).toEqual({ created: 250 });
    const { rows: audited } = await pool.query(
      `select count(*)::int, count(distinct subject_id)::int as different from platform.audit_entries where action = 'import-office.import-rows' and label like 'K-%'`,
    );
    expect(audited).toEqual([{ count: 250, different: 250 }]);
  });
});

describe('lists of stock and prices', () => {
  beforeAll(async () => {
    await saveTestProduct(app.shop, {
      ...{ name: 'Listed', slug: 'listed', status: 'published' },
      master: { sku: 'L-1', regularPrice: 1000, stock: { managed: true, onHand: 3 } },
    });
  });
  const read = async () =>
    (
      await pool.query(
        `select s.on_hand as stock, p.regular_price::int as price from variations v join stock_levels s on s.variation_id = v.id join main_prices p on p.variation_id = v.id where v.sku = 'L-1'`,
      )
    ).rows[0];

  it('are recognised, change only what they are for, and never create a product', async () => {
    const stock = await tryFile('SKU;Quantity;Name\nL-1;12;Other name\nUNKNOWN;4;\n', { kind: 'stock' });
    expect(await readCounts(stock, 'outcome')).toEqual({ updated: 1, refused: 1 });
    expect((await readRows(stock))[1].messages[0].message).toBe('there is no product or variation with this SKU');
    await begin(stock);
    expect(await read()).toEqual({ stock: 12, price: 1000 });
    const [run = 0] = await runsOf(stock);
    await office.post(`runs/${run}/undo`, {});
    await work();
    expect(await read()).toEqual({ stock: 3, price: 1000 });
    expect((await pool.query(`select from variations where sku = 'UNKNOWN'`)).rows).toEqual([]);
  });

  it('know variations', async () => {
    const product = 'Type,SKU,Name,Parent,Attribute 1 name,Attribute 1 value(s),Regular price,Stock';
    await begin(
      await tryFile(`${product}\nvariable,LV,Listed cup,,Glaze,"Sea, Sand",,\nvariation,LV-SEA,,LV,Glaze,Sea,11,5\n`),
    );
    const prices = await tryFile('SKU,Price\nLV-SEA,12.50\n');
    expect(await readCounts(prices, 'outcome')).toEqual({ updated: 1 });
    await begin(prices);
    await begin(await tryFile('SKU,Quantity\nLV-SEA,9\n'));
    const { rows } = await pool.query(
      `select v.product_id <> v.id as variation, p.regular_price::int as price, s.on_hand as stock from variations v join main_prices p on p.variation_id = v.id join stock_levels s on s.variation_id = v.id where v.sku = 'LV-SEA'`,
    );
    expect(rows).toEqual([{ variation: true, price: 1250, stock: 9 }]);
  });

  it('are not taken back over a sale that ends meanwhile', async () => {
    const path = await tryFile('SKU,Stock\nL-1,40\n', { kind: 'stock' });
    await begin(path);
    const sale = await pool.connect();
    await sale.query('begin');
    await sale.query(
      `update stock_levels set on_hand = on_hand - 1 where variation_id = (select id from variations where sku = 'L-1')`,
    );
    const [run = 0] = await runsOf(path);
    const undone = office.post(`runs/${run}/undo`, {});
    await expect
      .poll(
        async () =>
          (
            await pool.query(
              `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
            )
          ).rowCount,
        { interval: 20 },
      )
      .toBeGreaterThan(0);
    await sale.query('commit');
    sale.release();
    await undone;
    await work();
    expect((await read()).stock).toBe(39);
    await pool.query(
      `update stock_levels set on_hand = 3 where variation_id = (select id from variations where sku = 'L-1')`,
    );
  });

  it('refuse ambiguous numbers until their notation is declared', async () => {
    const file = 'SKU;Price\nL-1;1.250\n';
    const { location } = await upload(file);
    expect((await office.get(location)).body).toContain('Prices by SKU');
    const ambiguous = await tryFile(file, { kind: 'prices' });
    expect(await readCounts(ambiguous, 'outcome')).toEqual({ refused: 1 });
    await office.post(`${ambiguous}/check`, { kind: 'prices', decimal: ',' });
    await work();
    expect(await readCounts(ambiguous, 'outcome')).toEqual({ updated: 1 });
    await begin(ambiguous);
    expect(await read()).toEqual({ stock: 3, price: 125_000 });
  });

  it('know a column that was mapped once', async () => {
    const file = 'Teilenummer;Betrag\nL-1;20,00\n';
    const form = { kind: 'prices', 'column-0': 'SKU', 'column-1': 'Regular price' };
    const first = await tryFile(file, form);
    expect(await readCounts(first, 'outcome')).toEqual({ updated: 1 });
    const { location } = await upload(file, 'prices');
    const { body } = await office.get(location);
    expect(body.match(/<option value="(SKU|Regular price)" selected="">/g)).toHaveLength(2);
  });
});

describe('coupons, tax rates and redirects', () => {
  it('are imported by their own rules and taken back until somebody uses or changes them', async () => {
    const coupons = await tryFile('Code,Type,Amount\nSPRING,percent,10\nAUTUMN,cart,5.00\nBROKEN,percent,500\n');
    expect(await readCounts(coupons, 'outcome')).toEqual({ created: 2, refused: 1 });
    await begin(coupons);
    await pool.query(`update coupons set is_enabled = false where code = 'AUTUMN'`);
    const [run = 0] = await runsOf(coupons);
    await office.post(`runs/${run}/undo`, {});
    await work();
    expect((await pool.query('select code from coupons')).rows).toEqual([{ code: 'AUTUMN' }]);

    const rates = await tryFile('Country Code,Rate %,Tax Name\nGB,20,VAT\nGB,5,Twice\nIE,23,VAT\n');
    expect(await readCounts(rates, 'outcome')).toEqual({ created: 2, refused: 1 });
    await begin(rates);
    const second = await tryFile('Country Code,Rate %,Tax Name\nGB,21,VAT\n');
    await begin(second);
    const [changed = 0] = await runsOf(second);
    await office.post(`runs/${changed}/undo`, {});
    await work();
    const { rows } = await pool.query('select country, percent::float8 from tax_rates order by 1');
    expect(rows).toEqual([
      { country: 'GB', percent: 20 },
      { country: 'IE', percent: 23 },
    ]);
  });

  it('redirects of both plugins lead to own paths and allowed hosts only, and never in a circle', async () => {
    const redirection = await tryFile(
      [
        'source,target,regex,code,type,hits,title,status',
        '/old-shop,/category/cups,0,301,url,5,,enabled',
        '/evil,https://evil.example/,0,301,url,1,,enabled',
        '/evil2,//evil.example/,0,301,url,1,,enabled',
        '/pattern/(.*),/x,1,301,url,1,,enabled',
        '/a,/b,0,301,url,1,,enabled',
        '/b,/a,0,301,url,1,,enabled',
        '/admin/orders,/x,0,301,url,1,,enabled',
      ].join('\n'),
    );
    expect(await readCounts(redirection, 'outcome')).toEqual({ created: 2, refused: 5 });
    await begin(redirection);
    const yoast = await tryFile('Origin,Target,Type,Format\nold-page/,/new-page,301,plain\nx,y,410,plain\n');
    expect(await readCounts(yoast, 'outcome')).toEqual({ created: 1, refused: 1 });
    await begin(yoast);
    const ask = async (url: string) => (await app.http.inject(url)).headers.location;
    expect(await ask('/old-shop/?utm_source=x')).toBe('/category/cups?utm_source=x');
    expect(await ask('/old-page')).toBe('/new-page');
    expect((await office.get('redirects')).body).toContain('/old-shop');
    const save = (source: string, target: string) => office.post('redirects/new', { source, target });
    expect((await save('/kept', '/tasse-für-å…')).statusCode).toBe(303);
    expect(await ask('/kept?x=1')).toBe('/tasse-f%C3%BCr-%C3%A5%E2%80%A6?x=1');
    expect((await save('/dotted', '/x/.././dotted')).body).toContain('leads back to the old address');
    expect((await save('/dotted', '/.//evil.example')).body).toContain(
      'Redirects to this host are not allowed. Allowed hosts are in the setting “catalog-transfer”.',
    );
    expect((await save('/part#reviews', '/x')).body).toContain('without a query');
    const fields = { source: '/new-page', target: '/old-page' };
    expect((await office.post('redirects/new', fields)).body).toContain('leads back to the old address');
  });
});

describe('sources of redirects with an encoded percent', () => {
  it('stay the same when they are saved, exported, imported, deleted and taken back again', async () => {
    const findSource = async (id: unknown) =>
      (await pool.query('select source from url_redirects where id = $1', [id])).rows[0]?.source;
    const { location } = await office.post('redirects/new', { source: '/a%2525', target: '/encoded', _version: '' });
    const path = String(location).replace('/admin/', '');
    const id = path.split('/').at(-1);
    expect(await findSource(id)).toBe('/a%25');
    const ask = (url: string) => app.http.inject({ url, headers: { accept: 'text/html' } });
    expect((await ask('/a%2525')).headers.location).toBe('/encoded');
    const form = await office.get(path);
    expect(form.body).toContain('value="/a%2525"');
    expect((await office.post(path, { ...form.fields, target: '/encoded-2' })).statusCode).toBe(303);
    expect(await findSource(id)).toBe('/a%25');
    await begin(await tryFile('source,target\n/a%2525,/encoded-3\n/q%3Fx,/encoded-4\n', { kind: 'redirects' }));
    const { body } = await office.get('import/exports/redirects');
    expect(body).toContain('/a%2525,/encoded-3');
    expect(body).toContain('/q%3Fx,/encoded-4');
    expect(Object.keys(await readCounts(await tryFile(body, { kind: 'redirects' }), 'outcome'))).toEqual(['unchanged']);
    const imported = await tryFile('source,target\n/a%2525,/encoded-5\n', { kind: 'redirects' });
    await begin(imported);
    const [run = 0] = await runsOf(imported);
    await office.post(`runs/${run}/undo`, {});
    await work();
    expect((await ask('/a%2525')).headers.location).toBe('/encoded-3');
    expect(await findSource(id)).toBe('/a%25');
  });

  it('are tried without the lock that each change of a redirect waits for', async () => {
    const report = createReportBuilder<string>();
    const columns = redirectImport.readColumns(['source', 'target'], report);
    if (!columns) throw new Error('the columns are not read');
    const row = { line: 2, cells: ['/tried', '/somewhere'] };
    for (const isRolledBack of [true, false])
      await inTransaction(app.shop.db, async (tx) => {
        await redirectImport.save(app.shop, tx, { columns, row, notation: { decimal: '.' }, isRolledBack }, report);
        const { rows } = await pool.query(`select pg_try_advisory_xact_lock(hashtext('url_redirects')) as "isFree"`);
        expect(rows).toEqual([{ isFree: isRolledBack }]);
      });
  });
});

describe('products of Shopify', () => {
  it('are translated: rows of a handle are one product with its variations', async () => {
    const file = [
      'Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Variant Compare At Price,Image Src,Image Position,Status',
      'cup,"Sea, cup","<p>One',
      '</p>",Kiln,Home > Cups,Cup,"gift, sea",true,Glaze,Sea,S-SEA,200,shopify,5,deny,12.00,15.00,,,active',
      'cup,,,,,,,,,Sand,S-SAND,200,shopify,3,continue,13.00,,,,',
      'bowl,Bowl,,,,,,true,Title,Default Title,S-BOWL,400,,,deny,20.00,,,,draft',
      'bad,Bad,,,,,,true,Title,Default Title,S-BAD,1,,,deny,much,,,,active',
    ].join('\n');
    const path = await tryFile(file);
    expect(await readCounts(path, 'outcome')).toEqual({ created: 4, refused: 1 });
    await begin(path);
    const { rows } = await pool.query(
      `select v.sku, p.type, p.status, m.regular_price::int as regular, m.sale_price::int as sale, s.on_hand as stock, s.backorders, v.weight_grams::float8 as grams
      from variations v join products p on p.id = v.product_id join main_prices m on m.variation_id = v.id join stock_levels s on s.variation_id = v.id
      where v.sku like 'S-%' order by 1`,
    );
    expect(rows).toEqual([
      {
        sku: 'S-BOWL',
        type: 'simple',
        status: 'draft',
        regular: 2000,
        sale: null,
        stock: 0,
        backorders: 'no',
        grams: 400,
      },
      {
        sku: 'S-SAND',
        type: 'variable',
        status: 'published',
        regular: 1300,
        sale: null,
        stock: 3,
        backorders: 'yes',
        grams: 200,
      },
      {
        sku: 'S-SEA',
        type: 'variable',
        status: 'published',
        regular: 1500,
        sale: 1200,
        stock: 5,
        backorders: 'no',
        grams: 200,
      },
    ]);
    const refused = (await office.get(`${path}/refused.csv`)).body;
    expect(refused.split('\r\n')).toHaveLength(3);
    expect(refused).toContain('bad,Bad,');
    // The file of refused rows is read again without its reasons.
    const again = await tryFile(refused.replace('much', '7.00'));
    expect(await readCounts(again, 'outcome')).toEqual({ created: 1 });
    expect(await readCounts(await tryFile(file), 'outcome')).toEqual({ unchanged: 4, refused: 1 });
  });
});

describe('rows of Shopify that are no rows of a product', () => {
  it('are refused rows, and in the file of them', async () => {
    const file = [
      'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Status',
      'tray,Tray,Title,Default Title,S-TRAY,12.00,active',
      ',No handle,Title,Default Title,S-NONE,12.00,active',
      'x,Quote " inside,Title,Default Title,S-QUOTE,12.00,active',
      'plate,Plate,Title,Default Title,S-PLATE,12.00,active',
    ].join('\n');
    const path = await tryFile(file, { kind: 'shopify' });
    expect(await readCounts(path, 'outcome')).toEqual({ created: 2, refused: 2 });
    expect((await office.get(path)).body).toContain('has no handle');
    await begin(path);
    expect(await readCounts(path, 'result')).toEqual({ created: 2 });
    const lines = (await office.get(`${path}/refused.csv`)).body.trimEnd().split('\r\n');
    expect(lines).toEqual([
      expect.stringContaining('Status,Import problem'),
      ',No handle,Title,Default Title,S-NONE,12.00,active,has no handle',
      expect.stringMatching(/^,,,,,,,"?4: a quote begins in the middle of a cell/),
    ]);
    const corrected = [lines[0], `jug${lines[1]}`].join('\n');
    expect(await readCounts(await tryFile(corrected, { kind: 'shopify' }), 'outcome')).toEqual({ created: 1 });
  });
});

describe('a file of Shopify that lacks columns', () => {
  it('leaves what it says nothing of', async () => {
    const full = [
      'Handle,Title,Body (HTML),Vendor,Tags,Option1 Name,Option1 Value,Variant SKU,Variant Grams,Variant Inventory Qty,Variant Price,Status',
      'mug,Mug,<p>Big</p>,Kiln,gift,Title,Default Title,S-MUG,300,5,12.00,draft',
    ].join('\n');
    await begin(await tryFile(full));
    const partial = await tryFile(
      'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price\nmug,Mug,Title,Default Title,S-MUG,13.00\n',
      { kind: 'shopify' },
    );
    expect((await readRows(partial))[0].fields).toEqual([{ field: 'Regular price', before: '12.00', after: '13.00' }]);
  });
});

describe('files that are not what they should be', () => {
  it('are refused before anything is kept', async () => {
    expect(await upload('')).toMatchObject({ status: 422, code: 'FILE_MISSING', field: 'file' });
    expect((await upload(Buffer.alloc(51_000_000, 'a,b\n'))).code).toBe('FILE_TOO_LARGE');
    expect(await upload('nothing,known\n1,2\n')).toMatchObject({ status: 422, code: 'FILE_UNKNOWN', field: 'kind' });
    expect((await upload('\0\0\0')).code).toBe('FILE_UNREADABLE');
  });

  it('with a line of 49 MB end there, and say so', async () => {
    const path = await tryFile(
      Buffer.concat([Buffer.from('SKU,Name,Regular price\nLONG-1,First,1\nLONG-2,'), Buffer.alloc(49_000_000, 'x')]),
    );
    expect(await readCounts(path, 'outcome')).toEqual({ created: 1, refused: 1 });
    expect((await office.get(path)).body).toContain('a row is longer than 4 MB');
  });

  it('with more rows than the setting allows are refused before they are tried', async () => {
    const rows = Array.from({ length: 50_001 }, (_, index) => `/long-${index},/x`);
    const path = await tryFile(['source,target', ...rows].join('\n'), { kind: 'redirects' });
    const { rows: found } = await pool.query('select state, progress, messages from imports where id = $1', [
      path.split('/')[1],
    ]);
    expect(found).toMatchObject([{ state: 'refused', progress: 0, messages: [{ code: 'IMPORT_TOO_LONG' }] }]);
  });

  it('with a column whose name objects have is read', async () => {
    const path = await tryFile('source,target,constructor\n/constructed,/x,1\n', { kind: 'redirects' });
    expect(await readCounts(path, 'outcome')).toEqual({ created: 1 });
    expect((await office.get(path)).statusCode).toBe(200);
  });

  it('that could not be tried can be tried again', async () => {
    const { location } = await upload('SKU,Name\nAGAIN-1,Again\n');
    await office.post(`${location}/check`, { kind: 'products' });
    const id = Number(location.split('/')[1]);
    const find = async () =>
      (await pool.query('select state, check_id as "checkId", messages from imports where id = $1', [id])).rows[0];
    const { checkId } = await find();
    const read = async () => {
      throw new Error('the store does not answer');
    };
    const shop = { ...app.shop, files: { ...app.shop.files, read } };
    const attempt = (number: number, isLast: boolean) =>
      checkImportJob.run(shop, { importId: id, checkId }, { number, isLast });
    await expect(attempt(4, false)).rejects.toThrow('the store does not answer');
    expect((await find()).state).toBe('checking');
    await expect(attempt(5, true)).rejects.toThrow('the store does not answer');
    expect(await find()).toMatchObject({ state: 'refused', messages: [{ code: 'CHECK_FAILED' }] });
    expect((await office.get(location)).body).toContain('could not be tried');
    await office.post(`${location}/check`, { kind: 'products' });
    await work();
    expect(await readCounts(location, 'outcome')).toEqual({ created: 1 });
  });

  it.each([
    ['UTF-16', Buffer.from('\ufeffSKU,Name,Regular price\nENC-1,Schüssel,1\n', 'utf16le')],
    ['Windows-1252', Buffer.from('SKU,Name,Regular price\nENC-2,Schüssel,1\n', 'latin1')],
  ])('in %s are read as they were meant', async (_encoding, content) => {
    const path = await tryFile(content);
    const [row] = await readRows(path);
    expect([row.outcome, row.cells[1]]).toEqual(['created', 'Schüssel']);
  });

  it('[A6] in an encoding that is not certain are refused until somebody says which', async () => {
    const name = Buffer.from('c6c4b6f520b2c9bab4', 'hex');
    const content = Buffer.concat([Buffer.from('SKU,Name,Regular price\nKO-1,'), name, Buffer.from(',1\n')]);
    const refusal = await upload(content);
    expect(refusal).toMatchObject({ code: 'FILE_ENCODING_UNCLEAR', field: 'encoding' });
    expect(refusal.body).toContain('euc-kr (파란, 꽃병)');
    expect(refusal.body).toContain('gb18030 (');
    const { location } = await upload(content, '', clerk, 'file.csv', 'euc-kr');
    await office.post(`${location}/check`, { kind: 'products' });
    await work();
    expect((await readRows(location))[0].cells[1]).toBe('파란 꽃병');
  });

  it('[A6] as UTF-8, when somebody says so, is not guessed again', async () => {
    // Most lines have letters of another encoding, which would otherwise decide.
    const latin = Buffer.from('UTF-1,Größe,1\nUTF-2,Süß,1\nUTF-3,Öl,1\n', 'latin1');
    const content = Buffer.concat([Buffer.from('SKU,Name,Regular price\nUTF-0,Чашка,1\n'), latin]);
    const { location } = await upload(content, '', clerk, 'file.csv', 'utf-8');
    await office.post(`${location}/check`, { kind: 'products' });
    await work();
    expect((await readRows(location)).map(({ cells }) => cells[1])).toEqual(['Чашка', 'Größe', 'Süß', 'Öl']);
  });

  it('[A6] that grow beyond the limit as UTF-8 are refused', async () => {
    const line = Buffer.concat([Buffer.from('RU-1,'), Buffer.alloc(1000, 0xe0), Buffer.from(',1\n')]);
    const content = Buffer.concat([Buffer.from('SKU,Name,Regular price\n'), ...Array<Buffer>(700).fill(line)]);
    expect(content.length).toBeLessThan(1_000_000);
    const path = join(tmpdir(), `vitrine-grows-${process.pid}.csv`);
    writeFileSync(path, content);
    const file = {
      field: 'file',
      name: 'file.csv',
      path,
      bytes: content.length,
      isTooLarge: false,
      isSurplus: false,
      sha256: '',
    };
    const settings: Shop['settings'] = (definition) => ({ ...app.shop.settings(definition), maxMegabytes: 1 });
    const actor = { name: 'Ada', staffId: null } as unknown as Actor;
    const choices = { kind: 'products', encoding: 'windows-1251' } as const;
    expect(await uploadFile({ ...app.shop, settings }, actor, file, choices)).toEqual({
      ok: false,
      code: 'FILE_TOO_LARGE',
    });
    rmSync(path);
  });

  it('with formulas stay texts in every file that leaves the shop', async () => {
    const path = await tryFile(
      'SKU,Name,Regular price\nF-1,"=HYPERLINK(""https://evil.example"")",1\nF-2,"=1+1",much\n',
    );
    await begin(path);
    expect((await office.get(`${path}/refused.csv`)).body).toContain("F-2,'=1+1,much,");
    const exported = (await office.get('import/exports/products')).body;
    expect(exported).toContain(`"'=HYPERLINK(`);
    expect(exported).not.toMatch(/[,\n]"?=/);
  });
});

describe('exports', () => {
  it('can be imported again without a change, and are recorded', async () => {
    for (const kind of ['products', 'stock', 'prices', 'redirects']) {
      const { statusCode, body } = await office.get(`import/exports/${kind}`);
      expect([kind, statusCode]).toEqual([kind, 200]);
      const counts = await readCounts(await tryFile(body, { kind, decimal: '.' }), 'outcome');
      expect([kind, Object.keys(counts)]).toEqual([kind, ['unchanged']]);
    }
    const { rows } = await pool.query(
      `select subject_id, after from platform.audit_entries where action = 'import-office.export' order by id`,
    );
    expect(rows.at(-1)).toMatchObject({ subject_id: 'redirects', after: { rows: expect.any(Number) } });
  });

  it('of coupons hold all that an import can say, so that nothing changes when they are imported again', async () => {
    await pool.query('delete from coupons');
    const { body: example } = await office.get('import/examples/coupons');
    const rows = ['SPRING,=1+1,percent,12.5', 'SUMMER,"a, b",cart,5.00', 'POT,,item,3.00'];
    await begin(await tryFile(example, { kind: 'coupons' }));
    await begin(await tryFile(['Code,Description,Type,Amount', ...rows].join('\n'), { kind: 'coupons' }));
    const readAll = async () =>
      (await pool.query('select to_jsonb(c) - $1 as coupon from coupons c order by id', ['updated_at'])).rows;
    const before = await readAll();
    expect(before).toHaveLength(4);
    const { body } = await office.get('import/exports/coupons');
    expect(body).toContain('SUMMER,"a, b",cart,5.00');
    const again = await tryFile(body, { kind: 'coupons' });
    // A coupon that exists is not changed by a file.
    expect((await readRows(again)).flatMap(({ outcome, messages }) => [outcome, messages[0]?.code])).toEqual(
      Array.from({ length: 4 }, () => ['refused', 'COUPON_EXISTS']).flat(),
    );
    await begin(again);
    expect(await readAll()).toEqual(before);
    // Into a shop without them, the file makes the same coupons.
    await pool.query('delete from coupons');
    await begin(await tryFile(body, { kind: 'coupons' }));
    const values = (found: Awaited<ReturnType<typeof readAll>>) =>
      found.map(({ coupon: { id: _, created_at: __, ...coupon } }) => coupon);
    expect(values(await readAll())).toEqual(values(before));
  });

  it('keep no transaction open for a reader who takes nothing', async () => {
    const openReply = async () => {
      const reply = await app.http.inject({
        ...{ url: '/admin/import/exports/products', payloadAsStream: true },
        headers: { cookie: clerk, accept: 'text/html' },
      });
      return reply.stream();
    };
    const streams = await Promise.all([openReply(), openReply()]);
    const { rows } = await pool.query(
      `select query from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
    );
    expect(rows).toEqual([]);
    for (const stream of streams) stream.destroy();
  });

  it('and imports stay as long as a run takes rows back', async () => {
    const path = await tryFile('source,target\n/purged,/x\n', { kind: 'redirects' });
    await begin(path);
    const id = path.split('/')[1];
    const [run = 0] = await runsOf(path);
    await pool.query(`update imports set expires_at = now() - interval '1 day' where id = $1`, [id]);
    const undo = await pool.query(
      `insert into platform.runs (action, input, undoes, total, created_at, by_kind, by, seen_at)
      select action, input, id, 1, now(), by_kind, by, now() from platform.runs where id = $1 returning id`,
      [run],
    );
    const purge = () => purgeImportsJob.run(app.shop, {}, { number: 1, isLast: false });
    const isKept = async () => (await pool.query('select from imports where id = $1', [id])).rowCount === 1;
    await purge();
    expect(await isKept()).toBe(true);
    await pool.query(
      `update platform.runs set state = 'stopped', stopped_because = 'asked', ended_at = now() where id = $1`,
      [undo.rows[0].id],
    );
    await purge();
    expect(await isKept()).toBe(false);
  });

  it('of many rows are written by a job and can be downloaded for a day', async () => {
    expect((await office.post('import/exports/stock', {})).statusCode).toBe(303);
    await runJobsNow(app.shop, [exportFileJob]);
    const page = (await office.get('import')).body;
    const [, path = ''] = /href="\/admin\/(import\/files\/[^"]+)"/.exec(page) ?? [];
    expect((await office.get(path)).body).toContain('SKU,Stock,In stock?');
    const countRecords = async () =>
      (await pool.query(`select from platform.audit_entries where action = 'import-office.export'`)).rowCount ?? 0;
    const records = await countRecords();
    await office.get(path);
    expect(await countRecords(), 'who got the file').toBe(records + 1);
    expect((await office.get(path, importer)).statusCode).toBe(404);
    await pool.query(`update export_files set expires_at = now() - interval '1 minute'`);
    expect((await office.get(path)).statusCode).toBe(404);
    await runJobsNow(app.shop, [purgeImportsJob]);
    await purgeImportsJob.run(app.shop, {}, { number: 1, isLast: false });
    expect((await pool.query('select from export_files')).rows).toEqual([]);
  });

  it('and imports have templates and examples that can be tried', async () => {
    for (const kind of ['products', 'shopify', 'stock', 'prices', 'coupons', 'tax-rates', 'redirects']) {
      const { body } = await office.get(`import/examples/${kind}`);
      const path = await tryFile(body, { kind });
      const { rows } = await pool.query('select state, messages from imports where id = $1', [path.split('/')[1]]);
      expect([kind, rows[0]]).toEqual([kind, { state: 'checked', messages: [] }]);
      expect((await office.get(`import/templates/${kind}`)).statusCode).toBe(200);
    }
  });
});

describe('who may not', () => {
  it('neither see imports nor change what a file holds', async () => {
    expect((await office.get('import', reader)).statusCode).toBe(403);
    expect((await upload('SKU,Name\nX,Y\n', '', reader)).status).toBe(403);
    expect((await upload('SKU,Name\nX,Y\n', '', importer)).code).toBe('IMPORT_NOT_ALLOWED');
    const path = await tryFile('SKU,Name\nNOT-1,Not allowed\n');
    expect((await office.get(path, importer)).statusCode).toBe(404);
    expect((await office.get(`${path}/refused.csv`, importer)).statusCode).toBe(404);
    await office.post(`${path}/begin`, {}, importer);
    await work();
    expect(await runsOf(path)).toEqual([]);
    expect((await office.get('import/exports/products', importer)).statusCode).toBe(404);
  });

  it('make a file one of another kind that they may see, or delete it', async () => {
    const path = await tryFile('Code,Type,Amount\nSECRET20,percent,20\n');
    const other = createStaffCookie('Dan', openBackOffice.name, 'products.import', 'products.write', 'products.read');
    await office.post(`${path}/check`, { kind: 'products' }, other);
    await work();
    expect((await office.get(path, other)).statusCode).toBe(404);
    await office.post(`${path}/delete`, {}, other);
    expect((await office.get(path)).statusCode).toBe(200);
  });

  it('an import that was not begun can be deleted with its file', async () => {
    const path = await tryFile('SKU,Name\nDEL-1,Deleted\n');
    expect((await office.post(`${path}/delete`, {})).location).toBe('/admin/import');
    expect((await office.get(path)).statusCode).toBe(404);
  });
});
