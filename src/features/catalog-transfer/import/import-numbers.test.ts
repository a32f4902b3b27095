import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { DecimalSeparator } from '#platform/input/read-number.ts';
import { toDecimal } from '#platform/money/money.ts';
import { catalogShop } from '#tests/support/catalog.ts';
import { useDatabase } from '#tests/support/database.ts';
import { formatDecimal, formatMeasure } from '../export/format-values.ts';
import { importProductFile } from './import-products.ts';
import { readMeasure, readPrice } from './parse/cell-values.ts';

const { database, pool } = useDatabase();
const shop = catalogShop(database);
const folder = mkdtempSync(join(tmpdir(), 'vitrine-import-numbers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const head = 'SKU;Name;Regular price;Stock;Weight (kg);Length (cm)';

async function importRows(rows: readonly string[], decimal?: DecimalSeparator) {
  const file = join(folder, 'numbers.csv');
  writeFileSync(file, [head, ...rows].join('\n'));
  const report = await importProductFile(shop, file, { decimal });
  const { rows: stored } = await pool.query<Record<string, unknown>>(
    `select v.sku, o.regular_price as price, s.on_hand as stock, v.weight_grams::float8 as weight, v.length_mm::float8 as length
    from variations v join stock_levels s on s.variation_id = v.id join main_prices o on o.variation_id = v.id`,
  );
  return { report, find: (sku: string) => stored.find((row) => row.sku === sku) };
}

describe('the numbers of an export (A1)', () => {
  it('can be read again without other numbers', () => {
    for (const amount of [7, 1250, 1255, 12_500, 999_999, 1_250_000]) {
      const cell = formatDecimal(toDecimal({ amount, currency: 'KWD' }));
      expect(readPrice(cell, 'KWD', {}), cell).toEqual({ ok: true, value: amount });
    }
    for (const grams of [1, 1250, 1234, 12_345, 1_234_567]) {
      expect(readMeasure(formatMeasure(grams, 1000), 1000, {})).toEqual({ ok: true, value: grams });
    }
  });
});

describe('the numbers of a file (A1)', () => {
  it('are refused when they could mean thousands or decimals', async () => {
    const { report, find } = await importRows([
      'A1;Vase;1.000;1;1;1',
      'A2;Vase;12;10,000;1;1',
      'A3;Vase;12;1;1.250;1',
      'A4;Vase;1,250;1;1;1',
    ]);
    expect(report).toMatchObject({ created: 0, skipped: 4 });
    expect(report.messages.map(({ column }) => column)).toEqual([
      ...['Regular price', 'Stock', 'Weight (kg)', 'Regular price'],
    ]);
    for (const { message } of report.messages) expect(message).toMatch(/could mean thousands or decimals.*--decimal/);
    expect(find('A1')).toBeUndefined();
  });

  it('are read as another price, weight or stock of the file tells', async () => {
    const german = await importRows(['B1;Vase;1.250;10.000;1,5;1', 'B2;Vase;12,50;1;0,75;1.250']);
    expect(german.report).toMatchObject({ created: 2, messages: [] });
    expect(german.find('B1')).toMatchObject({ price: 125_000, stock: 10_000, weight: 1500 });
    expect(german.find('B2')).toMatchObject({ price: 1250, weight: 750, length: 12_500 });
    const english = await importRows(['C1;Vase;1,250;10,000;1.250;1', 'C2;Vase;12.50;1;0.75;1.5']);
    expect(english.find('C1')).toMatchObject({ price: 125_000, stock: 10_000, weight: 1250 });
    expect(english.find('C2')).toMatchObject({ price: 1250, length: 15 });
  });

  it('tell nothing of prices when they are weights', async () => {
    const { report } = await importRows(['D1;Vase;1.000;1;0.5;1']);
    expect(report.messages).toMatchObject([{ column: 'Regular price', code: 'BAD_VALUE' }]);
  });

  it('are read as the option tells', async () => {
    const { find } = await importRows(['E1;Vase;1.000;10,000;1.250;1'], '.');
    expect(find('E1')).toMatchObject({ price: 100, stock: 10_000, weight: 1250 });
    const { find: findComma } = await importRows(['E2;Vase;1.000;10.000;1.250;1'], ',');
    expect(findComma('E2')).toMatchObject({ price: 100_000, stock: 10_000, weight: 1_250_000 });
  });

  it('are read with the digits and signs of other languages, but without exponents', async () => {
    const { report, find } = await importRows([
      'F1;Vase;€ 1\u202f250,00;١٢;１,５;1',
      'F2;Vase;1e3;1;1;1',
      'F3;Vase;1;0x10;1;1',
    ]);
    expect(report).toMatchObject({ created: 1, skipped: 2 });
    expect(find('F1')).toMatchObject({ price: 125_000, stock: 12, weight: 1500 });
  });
});
