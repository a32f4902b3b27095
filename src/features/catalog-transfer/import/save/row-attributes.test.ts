import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { getProductView } from '#features/catalog/index.ts';
import { catalogShop } from '#tests/support/catalog.ts';
import { useDatabase } from '#tests/support/database.ts';
import { importProductFile } from '../import-products.ts';

const { database, db } = useDatabase();
const shop = catalogShop(database);
const folder = mkdtempSync(join(tmpdir(), 'vitrine-attributes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function importRows(rows: readonly string[], dryRun = false) {
  const file = join(folder, 'file.csv');
  const head =
    'SKU,Name,Type,Parent,Regular price,Attribute 1 name,Attribute 1 value(s),Attribute 1 global,Attribute 1 default';
  writeFileSync(file, `${head}\n${rows.join('\n')}\n`);
  return importProductFile(shop, file, { dryRun });
}

const readProduct = async () => {
  const page = await getProductView(db, { locale: 'en-GB', slug: 'lamp' }, new Date());
  return {
    attributes: page?.attributes.map(({ name, defaultTerm, terms }) => [
      name,
      terms.map((term) => term.name),
      defaultTerm,
    ]),
    variations: page?.variations.map(({ sku, terms }) => [sku, terms]),
  };
};

const lamp = (name: string, values: string, defaultValue = '') =>
  `LAMP,Lamp,variable,,,${name},"${values}",1,${defaultValue}`;
const variation = (nth: number, name: string, value: string, price = '50') =>
  `LAMP-${nth},,variation,LAMP,${price},${name},${value},1,`;

describe('attributes of variable products', () => {
  const renamed = [lamp('Size', 'Small, Large', 'Small'), variation(1, 'Size', 'Small'), variation(2, 'Size', 'Large')];

  it('get new values where the file renames one', async () => {
    await importRows([lamp('Size', 'S, Large', 'S'), variation(1, 'Size', 'S'), variation(2, 'Size', 'Large')]);
    expect(await importRows(renamed, true)).toMatchObject({ updated: 2, unchanged: 1, skipped: 0, messages: [] });
    expect(await importRows(renamed)).toMatchObject({ updated: 2, unchanged: 1, skipped: 0, messages: [] });
    expect(await readProduct()).toEqual({
      attributes: [['Size', ['Small', 'Large'], 'small']],
      variations: [
        ['LAMP-1', { size: 'small' }],
        ['LAMP-2', { size: 'large' }],
      ],
    });
    expect(await importRows(renamed)).toMatchObject({ updated: 0, unchanged: 3 });
  });

  it('keep a value that a variation still uses, with a warning', async () => {
    const rows = [lamp('Size', 'Tiny, Small').replace('Lamp', 'Night lamp')];
    expect(await importRows(rows)).toMatchObject({
      ...{ updated: 1, skipped: 0 },
      messages: [
        {
          ...{ level: 'warning', line: 2, column: 'Attribute 1 value(s)', code: 'VALUE_KEPT' },
          message: "kept 'Large' of Size because a variation still uses it",
        },
      ],
    });
    expect(await readProduct()).toMatchObject({
      attributes: [['Size', ['Tiny', 'Small', 'Large'], null]],
      variations: [
        ['LAMP-1', { size: 'small' }],
        ['LAMP-2', { size: 'large' }],
      ],
    });
    expect(await importRows(rows), 'on each import').toMatchObject({
      updated: 0,
      unchanged: 1,
      messages: [{ code: 'VALUE_KEPT' }],
    });
    const broken = [...rows, variation(2, 'Size', 'Tiny', 'much')];
    expect(await importRows(broken), 'also if the row of the variation is skipped').toMatchObject({
      messages: [{ code: 'VALUE_KEPT' }, { code: 'BAD_VALUE' }],
    });
    expect(await importRows([...rows, variation(2, 'Size', 'Tiny')])).toMatchObject({ updated: 2, messages: [] });
    expect(await readProduct()).toMatchObject({ attributes: [['Size', ['Tiny', 'Small'], null]] });
  });

  it('become another attribute where the file renames it', async () => {
    const row = lamp('Height', 'Low, High');
    expect(await importRows([row])).toMatchObject({
      messages: [
        { column: '', code: 'VALUE_KEPT', message: 'kept the attribute Size because a variation still uses it' },
      ],
    });
    expect(await readProduct()).toMatchObject({
      attributes: [
        ['Height', ['Low', 'High'], null],
        ['Size', ['Tiny', 'Small'], null],
      ],
    });
    const rows = [row, variation(1, 'Height', ''), variation(2, 'Height', 'High')];
    expect(await importRows(rows)).toMatchObject({ updated: 3, messages: [] });
    expect(await readProduct()).toEqual({
      attributes: [['Height', ['Low', 'High'], null]],
      variations: [
        ['LAMP-1', { height: null }],
        ['LAMP-2', { height: 'high' }],
      ],
    });
    expect(await importRows([lamp('Size', 'One')]), 'an attribute that accepts any term keeps its terms').toMatchObject(
      {
        updated: 1,
      },
    );
    expect(await readProduct()).toMatchObject({
      attributes: [
        ['Size', ['One'], null],
        ['Height', ['Low', 'High'], null],
      ],
    });
  });
});

describe('values that differ only in case (A3)', () => {
  const own = (values: string) => `TAG,Tag,variable,,,Letter,"${values}",0,`;
  const tag = (sku: string, value: string) => `${sku},,variation,TAG,5,Letter,${value},0,`;

  it('are one value, and of two variations with it the second one is refused', async () => {
    const rows = [own('a, A, b, B'), tag('TAG-a', 'a'), tag('TAG-A', 'A'), tag('TAG-b', 'b'), tag('TAG-B2', 'B')];
    const report = await importRows(rows);
    expect(report).toMatchObject({ created: 3, skipped: 2 });
    expect(report.messages.map(({ line, code, message }) => [line, code, message])).toEqual([
      [2, 'VALUE_TWICE', "'A', 'B' of Letter differ from another value only in case, so they are the same value"],
      // SKUs have no case either.
      [4, 'TWICE_IN_FILE', 'duplicate of line 3: both are the same product'],
      [6, 'REFUSED', 'has the same values as line 5 (Letter: B)'],
    ]);
    expect(await importRows(rows)).toMatchObject({ created: 0, unchanged: 3, skipped: 2 });
  });

  it('make no second variation beside one of the shop, but two may change places', async () => {
    expect(await importRows([tag('TAG-new', 'A')])).toMatchObject({
      ...{ created: 0, skipped: 1 },
      messages: [{ code: 'REFUSED', message: 'has the same values as the variation TAG-a of the shop (Letter: A)' }],
    });
    expect(await importRows([tag('TAG-a', 'b'), tag('TAG-b', 'a')])).toMatchObject({ updated: 2, messages: [] });
  });

  it('are the same in both compositions of their letters', async () => {
    const product = 'JUG,Jug,variable,,,Größe,"Groß, Klein",0,';
    const small = 'JUG-1,,variation,JUG,5,Größe,Klein,0,';
    const large = 'JUG-2,,variation,JUG,5,Größe,Groß,0,'.normalize('NFD');
    expect(await importRows([product, small, large])).toMatchObject({ created: 3, messages: [] });
  });
});
