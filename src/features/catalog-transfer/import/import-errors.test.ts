import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { getProductView } from '#features/catalog/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import { catalogShop } from '#tests/support/catalog.ts';
import { useDatabase } from '#tests/support/database.ts';
import { importProductFile } from './import-products.ts';

const { database, db, pool } = useDatabase();
const shop = catalogShop(database);
const folder = mkdtempSync(join(tmpdir(), 'vitrine-import-errors-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function writeInput(text: string | Uint8Array): string {
  const file = join(folder, 'file.csv');
  writeFileSync(file, text);
  return file;
}

const importText = (text: string | Uint8Array) => importProductFile(shop, writeInput(text));
const countRows = async (table: string) =>
  (await pool.query<{ n: number }>(`select count(*)::integer as n from ${table}`)).rows[0]?.n;

describe('files in other encodings', () => {
  it('[A6] are imported with their letters, or not at all', async () => {
    const head = Buffer.from('SKU,Name,Regular price\nENC-1,');
    const russian = Buffer.from('c2e0e7e020abcff0e8e1eee9bb', 'hex');
    const report = await importText(Buffer.concat([head, russian, Buffer.from(',12\n')]));
    expect(report).toMatchObject({ created: 1, messages: [{ level: 'warning', code: 'ENCODING_GUESSED' }] });
    const names = await pool.query('select name from products order by id desc limit 1');
    expect(names.rows).toEqual([{ name: 'Ваза «Прибой»' }]);

    const korean = Buffer.concat([head, Buffer.from('c6c4b6f520b2c9bab4', 'hex'), Buffer.from(',12\n')]);
    const before = await countRows('products');
    expect(await importText(korean)).toMatchObject({ created: 0, messages: [{ level: 'error', code: 'UNREADABLE' }] });
    expect(await countRows('products')).toBe(before);
    expect(await importProductFile(shop, writeInput(korean), { encoding: 'euc-kr' })).toMatchObject({ updated: 1 });
    expect((await pool.query('select name from products order by id desc limit 1')).rows).toEqual([
      { name: '파란 꽃병' },
    ]);
  });
});

describe('invalid rows', () => {
  it('may have a variation before its product, whose name is in another encoding', async () => {
    const text = 'Type;SKU;Name;Parent;Attribute 1 name;Attribute 1 value(s);Regular price\n';
    const rows = 'variation;L-1;;LAMP;Größe;Süd;50\nvariable;LAMP;Lampe „Süd“;;Größe;Süd, Nord;\n'.replace(/[„“]/g, '');
    expect(await importText(Buffer.from(text + rows, 'latin1'))).toMatchObject({ created: 2, messages: [] });
    expect((await getProductView(db, { locale: 'en-GB', slug: 'lampe-sud' }, new Date()))?.variations).toMatchObject([
      { sku: 'L-1' },
    ]);
  });

  it("are skipped when a variation's parent is a variation, itself or not variable", async () => {
    const before = await countRows('variations');
    const report = await importText(
      'Type,SKU,Name,Parent\nvariation,A,,B\nvariation,B,,A\nvariation,C,,C\nvariation,D,,L-1\nvariation,E,,PLAIN\nvariation,F,,\nsimple,PLAIN,Plain,\n',
    );
    expect(report).toMatchObject({ created: 1, skipped: 6 });
    expect(report.messages.map(({ line, column, code, message }) => [line, column, code, message])).toEqual([
      [2, 'Parent', 'UNKNOWN_PARENT', 'B was not found in the shop or in the file'],
      [3, 'Parent', 'UNKNOWN_PARENT', 'A was not found in the shop or in the file'],
      [4, 'Parent', 'UNKNOWN_PARENT', 'C was not found in the shop or in the file'],
      [5, 'Parent', 'UNKNOWN_PARENT', 'L-1 is itself a variation'],
      [6, 'Parent', 'UNKNOWN_PARENT', 'PLAIN is not a variable product'],
      [7, 'Parent', 'UNKNOWN_PARENT', 'a variation needs a parent'],
    ]);
    expect(await countRows('variations')).toBe((before ?? 0) + 1);
  });

  it('lose group members that would form a cycle', async () => {
    const report = await importText(
      'Type,SKU,Name,Grouped products\ngrouped,G1,One,"G2, PLAIN"\ngrouped,G2,Two,G3\ngrouped,G3,Three,"G1, G3"\n',
    );
    expect(report).toMatchObject({ created: 3, skipped: 0 });
    expect(report.messages.map(({ line, code }) => [line, code])).toEqual([
      [4, 'NO_MEMBER'],
      [4, 'NO_MEMBER'],
    ]);
    expect((await importText('SKU,Grouped products\nG3,G1\n')).messages, 'also in a later import').toMatchObject([
      { code: 'NO_MEMBER' },
    ]);
  });

  it('are skipped without affecting other rows', async () => {
    const report = await importText(
      'SKU,Name\nR1,One\nR2,"5" pipe"\nR3,Three,,surplus\nR4,Four,,\nR5,=HYPERLINK("x")\nR6,\'=2+3\n',
    );
    expect(report).toMatchObject({ created: 3, skipped: 3 });
    expect(report.messages.map(({ line, code }) => [line, code])).toEqual([
      [3, 'BROKEN_ROW'],
      [4, 'BROKEN_ROW'],
      [6, 'BROKEN_ROW'],
    ]);
    const { rows } = await pool.query(`select name from products p join variations v using (id) where sku = 'R6'`);
    expect(rows, 'without the apostrophe that escapes a formula').toEqual([{ name: '=2+3' }]);
  });

  it('are reported with the column of the error', async () => {
    const head = 'Type,SKU,Name,Parent,Low stock amount,Attribute 1 name,Attribute 1 value(s),Attribute 2 name';
    const rows = [
      'variable,HAT,Hat,,,Size,"S, M",Band,"Red, Blue",Green,',
      'variation,HAT-1,,HAT,,Size,S,Band,Gold,,',
      'variation,HAT-2,,HAT,,Size,S,Brim,Wide,,',
      'simple,CAP,Cap,,-1,,,,,,',
      `simple,WIG,Wig,,,,,,,,${'x'.repeat(100_001)}`,
    ];
    const file = `${head},attribute 2 value(s),Attribute 2 default,Meta: a.b\n${rows.join('\n')}\n`;
    expect((await importText(file)).messages.map(({ line, column, code }) => [line, column, code])).toEqual([
      [2, 'Attribute 2 default', 'BAD_VALUE'],
      [3, 'attribute 2 value(s)', 'REFUSED'],
      [4, 'Attribute 2 name', 'REFUSED'],
      [5, 'Low stock amount', 'BAD_VALUE'],
      [6, 'Meta: a.b', 'BAD_VALUE'],
    ]);
  });

  it('are skipped when a name is far too long', async () => {
    const createName = (length: number) =>
      Array.from({ length }, (_, at) => String.fromCharCode(0x4e00 + ((at * 7919) % 20_000))).join('');
    const head = 'SKU,Name,Categories,Tags,Brands,Shipping class,Images,Attribute 1 name,Attribute 1 value(s)';
    const deep = Array.from({ length: 40 }, (_, at) => createName(100).slice(at)).join(' > ');
    const name = createName(3000);
    const rows = [
      'LF',
      `L1,${name}`,
      `L2,${deep}`,
      `L3,,${name}`,
      `L4,,,${name}`,
      `L5,,,,${name}`,
      `L6,,,,,,${name},x`,
      `L7,,,,,,Glaze,${name}`,
    ];
    const named = rows.map((row) => row.replace(',', ',Name,'));
    const picture = `LI,Name,,,,,https://pictures.example/${createName(1900)}`;
    const report = await importText(`${head}\nLF,Name\n${[...named.slice(1), picture].join('\n')}\n`);
    expect(report.messages.map(({ line, column, code }) => [line, column, code])).toEqual([
      [3, 'Categories', 'BAD_VALUE'],
      [4, 'Categories', 'BAD_VALUE'],
      [5, 'Tags', 'BAD_VALUE'],
      [6, 'Brands', 'BAD_VALUE'],
      [7, 'Shipping class', 'BAD_VALUE'],
      [8, 'Attribute 1 name', 'BAD_VALUE'],
      [9, 'Attribute 1 value(s)', 'BAD_VALUE'],
      [10, 'Images', 'UNKNOWN_IMAGE'],
    ]);
    expect(Math.max(...report.messages.map(({ message }) => message.length))).toBeLessThan(300);
    expect(report).toMatchObject({ created: 2, skipped: 7 });
  });

  it('are skipped when sanitizing their HTML would take too long', async () => {
    const report = await importText(`SKU,Name,Description\nT1,Deep,${'<b>'.repeat(1_000_000)}\nT2,Fine,<b>Fine</b>\n`);
    expect(report.messages).toMatchObject([{ line: 2, column: 'Description', code: 'BAD_VALUE' }]);
    expect(report).toMatchObject({ created: 1, skipped: 1 });
  });

  it('lose sale prices that are not below the regular price, with a warning', async () => {
    const head = 'SKU,Name,Regular price,Sale price,Date sale price starts\n';
    const report = await importText(`${head}S1,One,10,10,2026-01-01\nS2,Two,10,9,\nS3,Three,,5,\n`);
    expect(report).toMatchObject({ created: 3, skipped: 0 });
    expect(report.messages.map(({ line, level, code }) => [line, level, code])).toEqual([
      [2, 'warning', 'SALE_DROPPED'],
      [4, 'warning', 'SALE_DROPPED'],
    ]);
    expect((await importText('SKU,Sale price\nS2,12\n')).messages, 'compared with the stored price').toMatchObject([
      { code: 'SALE_DROPPED' },
    ]);
  });

  it('become private when they have a password', async () => {
    const report = await importText('SKU,Name,Published,post_password\nP1,One,1,secret\nP2,Two,1,\n');
    expect(report.messages).toMatchObject([{ line: 2, column: 'post_password', code: 'PASSWORD_DROPPED' }]);
    const { rows } = await pool.query(
      `select p.status from products p join variations v using (id) where sku like 'P_' order by sku`,
    );
    expect(rows).toEqual([{ status: 'private' }, { status: 'published' }]);
  });

  it('are reported when they are not UTF-8', async () => {
    const broken = Buffer.from('SKU,Name\nE1,Größe\nE2,Süß und kühl\nE3,Glas\n');
    broken[broken.indexOf('ß und')] = 0x41;
    const report = await importText(broken);
    expect(report).toMatchObject({ created: 3, messages: [{ level: 'warning', line: 3, code: 'NOT_UTF8' }] });
    const { rows } = await pool.query(
      `select name from products join variations using (id) where sku in ('E1', 'E2') order by sku`,
    );
    expect(rows.map(({ name }) => name)).toEqual(['Größe', 'SüA\ufffd und kühl']);
  });

  it('are all skipped when a column appears twice', async () => {
    const importWithHeads = async (head: string) => (await importText(`SKU,Name,${head}\nD1,Double,1,2\n`)).messages;
    expect(await importWithHeads('Regular price,regular price ')).toMatchObject([
      { level: 'error', line: 1, column: 'regular price', code: 'COLUMN_TWICE' },
    ]);
    for (const head of [
      'Weight (kg),Weight (g)',
      'Attribute 1 name,Attribute 01 name',
      'Meta: a,meta: a',
      'Tags,Tags (comma separated)',
    ]) {
      expect(
        (await importWithHeads(head)).map(({ code }) => code),
        head,
      ).toEqual(['COLUMN_TWICE']);
    }
    const { messages } = await importText('SKU,Name,Colour,Colour\nD1,Double,sea green,dark red\n');
    expect(messages.map(({ code }) => code)).toEqual(['UNKNOWN_COLUMN', 'UNKNOWN_COLUMN']);
    expect(
      await importText('SKU,Name,Regular price\nD1,Double,2\n'),
      'only the last file created a product',
    ).toMatchObject({
      updated: 1,
    });
  });

  it('reads every unit', async () => {
    const units = { 'Weight (kg)': 1000, 'Weight (g)': 1, 'Weight (lbs)': 453.592, 'Weight (oz)': 28.35 };
    for (const [head, grams] of Object.entries(units)) {
      await importText(`SKU,Name,${head}\nU1,Unit,1\n`);
      const { rows } = await pool.query(`select weight_grams::float as grams from variations where sku = 'U1'`);
      expect(rows[0]?.grams, head).toBeCloseTo(grams, 2);
    }
    const lengths = { m: 1000, cm: 10, mm: 1, in: 25.4, yd: 914.4 };
    for (const [unit, mm] of Object.entries(lengths)) {
      await importText(`SKU,Name,Length (${unit})\nU1,Unit,1\n`);
      const { rows } = await pool.query(`select length_mm::float as mm from variations where sku = 'U1'`);
      expect(rows[0]?.mm, unit).toBe(mm);
    }
    expect((await importText('SKU,Name,Weight (stone)\nU1,Unit,1\n')).messages).toMatchObject([
      { column: 'Weight (stone)', code: 'UNKNOWN_COLUMN', message: expect.stringContaining('unknown unit') },
    ]);
  });
});

describe('a dry run or interrupted import', () => {
  const createRows = (from: number, to: number) =>
    `SKU,Name,Stock,Images\n${Array.from({ length: to - from }, (_, at) => `M${from + at},Many ${from + at},5,\n`).join('')}`;

  it("doesn't lock the stock of products that are being sold", async () => {
    await importText(createRows(0, 1));
    const saleTried = Promise.withResolvers<void>();
    let sold: unknown;
    const onProgress = async () => {
      sold ??= await inTransaction(db, (tx) =>
        tx.execute(
          `set local lock_timeout = '2s'; update stock_levels set on_hand = 4 where variation_id = (select id from variations where sku = 'M0')`,
        ),
      ).then(
        () => 'sold',
        (error: Error) => error,
      );
      saleTried.resolve();
    };
    const file = writeInput(createRows(0, 1200).replace('Many 0,5', 'Many 0,9'));
    const report = await importProductFile(shop, file, { dryRun: true, onProgress: () => void onProgress() });
    await saleTried.promise;
    expect(sold).toBe('sold');
    expect(report).toMatchObject({ created: 1199, updated: 1 });
  });

  it('reports retried rows once', async () => {
    await pool.query(`create sequence tries; create function fail_once() returns trigger language plpgsql as $$ begin
      if nextval('tries') = 1 then raise 'deadlock detected' using errcode = '40P01'; end if; return new; end $$;
      create trigger fail_once before insert on products for each row execute function fail_once()`);
    const file = writeInput('SKU,Name,Stock,Colour\nY1,One,many,\nY2,Two,5,\nY3,Three,5,\n');
    const progress: number[] = [];
    const report = await importProductFile(shop, file, {
      dryRun: true,
      onProgress: (done) => void progress.push(done),
    });
    await pool.query('drop trigger fail_once on products');
    expect((await pool.query(`select last_value::integer as tries from tries`)).rows[0].tries).toBeGreaterThan(1);
    expect(report).toMatchObject({ created: 2, skipped: 1 });
    expect(report.messages.map(({ code }) => code)).toEqual(['UNKNOWN_COLUMN', 'BAD_VALUE']);
    expect(Math.max(...progress)).toBe(3);
  });

  it('shares images with a concurrent import', async () => {
    const others = ['https://pictures.example/rim.jpg', 'folder:rim.jpg'].map(async (url) => {
      const other = await pool.connect();
      await other.query('begin');
      await other.query('insert into remote_images (url) values ($1)', [url]);
      return other;
    });
    const [first, second] = await Promise.all(others);
    const countWaiting = async (statement: string) =>
      (await pool.query(`select from pg_stat_activity where wait_event_type = 'Lock' and query like $1`, [statement]))
        .rowCount;
    const report = importText('SKU,Name,Images\nR9,Rim,"https://pictures.example/rim.jpg, rim.jpg"\n');
    const statements = [
      [first, '%remote_images (url) select%'],
      [second, '%remote_images (url, state, problem) select%'],
    ] as const;
    for (const [other, statement] of statements) {
      await expect.poll(() => countWaiting(statement)).toBe(1);
      await other?.query('commit');
      other?.release();
    }
    expect(await report).toMatchObject({ created: 1 });
    const statement = `select from product_images i join variations v on v.id = i.product_id where v.sku = 'R9'`;
    expect((await pool.query(statement)).rowCount).toBe(2);
  });

  it('continues after its connection was killed', async () => {
    const file = writeInput(createRows(2000, 3000));
    let killing: Promise<unknown> | undefined;
    const onProgress = (done: number) => {
      if (done < 400) return;
      killing ??= pool.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
    };
    await expect(importProductFile(shop, file, { onProgress })).rejects.toThrow();
    await killing;
    const report = await importProductFile(shop, file);
    expect(report).toMatchObject({ skipped: 0, messages: [] });
    expect(report.created).toBeGreaterThan(0);
    expect(report.unchanged).toBeGreaterThanOrEqual(400);
    expect(report.created + report.unchanged).toBe(1000);
  });
});
