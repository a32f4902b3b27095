import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CommandInput } from '#platform/cli/command.ts';
import type { Shop } from '#platform/features/shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { salesShop } from '#tests/support/sales.ts';
import { taxCommands } from './commands.ts';
import type { StoredRate } from './rates.ts';

const { database } = useDatabase();
const folder = mkdtempSync(join(tmpdir(), 'vitrine-rates-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let shop: Shop;

const run = (name: string, args: readonly string[] = [], options: CommandInput['options'] = {}) =>
  runCommand(shop, taxCommands, name, args, options);

function importRows(rows: string, options: CommandInput['options'] = {}) {
  const file = join(folder, 'rates.csv');
  const head = 'Country Code,State Code,ZIP/Postcode,City,Rate %,Tax Name,Priority,Compound,Shipping,Tax Class';
  writeFileSync(file, `${head}\n${rows}`);
  return run('import tax-rates', [file], options);
}

const list = async (options: CommandInput['options'] = {}) =>
  (await run('taxes list', [], options)).data as StoredRate[];

beforeAll(async () => {
  ({ shop } = await salesShop(database));
});

describe('the commands of tax rates', () => {
  it('say that there are none', async () => {
    expect(await run('taxes list')).toMatchObject({ code: 0, text: 'No tax rates.', data: [] });
  });

  it('list rates, those of a country, and those of a class', async () => {
    await importRows(
      'IE,,D01;D02;D03;D04;D05;D06;D07,,23,VAT,1,0,1,\nIE,,,,13.5,VAT,1,0,1,reduced-rate\nCA,QC,,,9.975,QST,2,1,0,\n',
    );
    const { text, data } = await run('taxes list');
    expect(text).toContain('CA QC all all 9.975 % QST 2 not to shipping, compound');
    expect(text).toContain('IE all D01; D02; D03; D04; D05 and 2 more all 23 % VAT 1 also to shipping');
    expect(data).toMatchObject([{ country: 'CA' }, { taxClass: 'reduced-rate' }, { taxClass: 'standard' }]);
    expect(await list({ country: 'ie' })).toMatchObject([{ percent: 13.5 }, { percent: 23 }]);
    expect(await list({ class: 'standard' })).toMatchObject([{ percent: 9.975 }, { percent: 23 }]);
    expect(await run('taxes list', [], { country: 'Ireland' })).toMatchObject({ code: 2 });
  });

  it('replace rates by those of a file, and say which were removed', async () => {
    const next = 'IE,,D01;D02,,21,VAT,1,0,1,\nIE,,,,13.5,VAT,1,0,1,reduced-rate\nCA,QC,,,9.975,QST,2,1,0,\n';
    const dry = await importRows(next, { replace: true, dryRun: true });
    expect(dry.text).toContain('Dry run: 1 removed.');
    expect(await importRows(`UK,,,,20,VAT,1,0,1,\n${next}`, { replace: true, dryRun: true })).toMatchObject({
      ...{ code: 1, warnings: expect.stringContaining('No rates were removed, since rows were skipped.') },
    });
    expect(await list({ country: 'IE', class: 'standard' })).toMatchObject([{ percent: 23 }]);
    const { code, text, data } = await importRows(next, { replace: true });
    expect([code, data]).toMatchObject([0, { created: 1, unchanged: 2, removed: [{ percent: 23 }] }]);
    expect(text).toMatch(/D05 and 2 more all 23 % VAT.*\n1 removed\.$/);
    expect(await list({ country: 'IE', class: 'standard' })).toMatchObject([{ percent: 21 }]);
  });

  it('keep all rates when the file has none to replace them with, and say what to do', async () => {
    const before = await list();
    for (const dryRun of [true, false]) {
      const { code, warnings, data } = await importRows('', { replace: true, dryRun });
      expect([code, data]).toMatchObject([1, { removed: [], messages: [{ line: 1, code: 'TAX_RATES_MISSING' }] }]);
      expect(warnings).toContain("use 'shop taxes remove'");
    }
    expect(before).not.toEqual([]);
    expect(await list()).toEqual(before);
    expect(await importRows(''), 'nothing is replaced').toMatchObject({ code: 0 });
  });

  it('remove one rate', async () => {
    const [first] = await list({ country: 'CA' });
    expect(await run('taxes remove', [String(first?.id)])).toMatchObject({
      code: 0,
      data: { ok: true, removed: first },
    });
    expect(await list({ country: 'CA' })).toEqual([]);
    for (const id of [String(first?.id), '0', '-1', 'IE', '9'.repeat(30)])
      expect(await run('taxes remove', [id])).toMatchObject({ code: 1, data: { code: 'TAX_RATE_NOT_FOUND' } });
  });
});
