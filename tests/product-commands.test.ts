import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDemoCommand } from '#demo/loaders/demo-command.ts';
import { catalog, getProductView } from '#features/catalog/index.ts';
import { catalogTransfer } from '#features/catalog-transfer/index.ts';
import type { CliOutput } from '#platform/cli/command.ts';
import { runProgram } from '#platform/cli/program.ts';
import { createSystemActor } from '#platform/sessions/actor.ts';
import { catalogShop } from '#tests/support/catalog.ts';
import { useDatabase } from '#tests/support/database.ts';
import { saveTestProduct } from '#tests/support/products.ts';

const { database, db } = useDatabase();
const shop = catalogShop(database);
const now = shop.clock.now();

/** Runs a command as the program does, and captures its output. */
async function run(...args: string[]) {
  const lines: string[] = [];
  let result: unknown;
  const output: CliOutput = {
    json: false,
    line: (text) => void lines.push(text),
    warn: (text) => void lines.push(text),
    table: (head, rows) => void lines.push(...[head, ...rows].map((cells) => cells.join(' | '))),
    result: (data) => {
      result = data;
    },
    progress: () => ({ advance() {}, end() {} }),
  };
  const commands = [...(catalog.commands ?? []), ...(catalogTransfer.commands ?? [])].map((command) => ({
    ...command,
    run: (...[of, input]: Parameters<typeof command.run>) => command.run(of, input, output),
  }));
  const code = await runProgram({ commands, standaloneCommands: [], withShop: (work) => work(shop) }, args);
  return { code, lines, result };
}

describe('product commands', () => {
  it('set price, sale, stock and status', async () => {
    await saveTestProduct(shop, { name: 'Tide bowl', master: { sku: 'BOWL', regularPrice: 2000 } });
    expect(
      await run(
        'products',
        'set',
        'bowl',
        '--price',
        '18.50',
        '--sale',
        '15',
        '--stock',
        '12',
        '--low-stock',
        '12',
        '--status',
        'published',
      ),
    ).toMatchObject({
      code: 0,
      lines: ['bowl was updated.'],
      result: { ok: true, outcome: 'updated' },
    });
    expect(await getProductView(db, { locale: 'en-GB', slug: 'tide-bowl' }, now)).toMatchObject({
      master: { price: { regular: 1850, sale: 1500 }, stock: { left: 12 } },
    });
    expect(await run('products', 'set', 'bowl', '--sale', 'none', '--stock', 'uncounted')).toMatchObject({ code: 0 });
    expect(await run('products', 'set', 'bowl', '--sale', 'none')).toMatchObject({
      code: 0,
      lines: ['bowl is already up to date.'],
    });
  });

  it.each([
    [
      ['--price', '18.5055'],
      2,
      "--price: '18.5055' is not an amount in EUR; expected an amount such as 1250 or 1,250.00",
    ],
    [['--price', 'much'], 2, "--price: 'much' is not an amount in EUR; expected an amount such as 1250 or 1,250.00"],
    [['--stock', '-1'], 2, "--stock: expected a quantity of 0 or more, or 'uncounted'"],
    [['--status', 'sold'], 2, '--status: expected draft, pending, private, published'],
    [['--backorders', 'perhaps'], 2, '--backorders: expected no, notify or yes'],
    [[], 2, 'nothing to change: pass --price, --sale, --stock, --low-stock, --backorders, --status or a quantity'],
    [['--sale', '18.50'], 1, 'bowl was not changed: the sale price is not below the regular price.'],
  ])('reject %j', async (options, code, message) => {
    expect(await run('products', 'set', 'bowl', ...options)).toMatchObject({ code, lines: [message] });
  });

  it('list and show products', async () => {
    expect(await run('products', 'list', '--find', 'TIDE')).toMatchObject({
      code: 0,
      lines: [
        'id | SKU | name | status | price | sale | stock',
        expect.stringContaining('BOWL | Tide bowl | published | €18.50 |  | in'),
        'Page 1 of 1, 1 products.',
      ],
    });
    expect((await run('products', 'list', '--find', '%')).lines.at(-1)).toBe('Page 1 of 1, 0 products.');
    expect((await run('products', 'list', '--status', 'draft')).lines.at(-1)).toBe('Page 1 of 1, 0 products.');
    expect((await run('products', 'show', 'BOWL')).lines[0]).toBe(
      'Tide bowl (simple, published, visible): /product/tide-bowl',
    );
    expect(await run('products', 'show', 'nothing')).toMatchObject({
      code: 1,
      lines: ["No product has the SKU nothing. Search with 'shop products list --find <text>'."],
    });
    expect(await run('products', 'list', '--page', '0')).toMatchObject({ code: 2 });
  });

  it('import a file, first as a dry run', async () => {
    const file = join(import.meta.dirname, '../src/features/catalog-transfer/import/fixtures/errors.csv');
    const dry = await run('import', 'products', file, '--dry-run');
    expect(dry).toMatchObject({ code: 1, result: { dryRun: true, created: 4, skipped: 10 } });
    expect(dry.lines).toContain(
      "line 4, Regular price: 'ten' is not an amount in EUR; expected an amount such as 1250 or 1,250.00 (skipped, BAD_VALUE)",
    );
    expect(dry.lines.at(-1)).toBe('Dry run: 4 created, 0 changed, 0 unchanged, 10 skipped.');
    expect((await run('import', 'products', file)).lines.at(-1)).toBe('4 created, 0 changed, 0 unchanged, 10 skipped.');
    expect(await run('import', 'products', '/nowhere.csv')).toMatchObject({
      code: 2,
      lines: ["/nowhere.csv can't be read. Check the path and its permissions."],
    });
  });

  it('stop at columns of unknown names that decide what rows are, until they are mapped (G6)', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-columns-'));
    const file = join(folder, 'products.csv');
    const columns = ['--column', 'Cikkszám=SKU', '--column', 'Ár=Regular price'];
    try {
      writeFileSync(file, 'ID;Cikkszám;Name;Ár\n9001;KOSAR;Kosár;"12,50"\n');
      const stopped = await run('import', 'products', file);
      expect(stopped).toMatchObject({ code: 1, result: { created: 0, skipped: 1 } });
      expect(stopped.lines).toContainEqual(expect.stringContaining('line 1, Cikkszám: this name is not known'));
      expect(await run('products', 'show', 'KOSAR')).toMatchObject({ code: 1 });
      expect(await run('import', 'products', file, ...columns)).toMatchObject({ code: 0, result: { created: 1 } });
      expect(await run('import', 'products', file, '--column', 'Ár=Price')).toMatchObject({ code: 2 });
      expect(await run('import', 'products', file, '--dates', 'year')).toMatchObject({
        ...{ code: 2, lines: ["--dates: expected 'day' or 'month'"] },
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('export a file that can be imported, and overwrite only with --replace', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-commands-'));
    const file = join(folder, 'products.csv');
    try {
      const written = await run('export', 'products', file);
      expect(written).toMatchObject({ code: 0, result: { file, rows: expect.any(Number) } });
      expect(readdirSync(folder)).toEqual(['products.csv']);
      expect(await run('import', 'products', file)).toMatchObject({ code: 0, result: { created: 0, updated: 0 } });
      expect(await run('export', 'products', file)).toMatchObject({ code: 2 });
      expect(await run('export', 'products', file, '--replace')).toMatchObject({ code: 0 });
      expect(await run('import', 'products', file, '--images', join(folder, 'none'))).toMatchObject({ code: 2 });
      expect(await run('import', 'products', folder)).toMatchObject({ code: 2, lines: [`${folder} is not a file.`] });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('load no demo catalogue into a shop with products', async () => {
    const none = { currency: 'EUR', categories: [], attributes: [], products: [] };
    const { run: load } = createDemoCommand({
      readDemoCatalogue: async () => ({ catalogue: none, mediaFolder: '' }),
      readGeneratedCatalogue: async () => ({ ...none, tags: [], brands: [] }),
    });
    const lines: string[] = [];
    const output = {
      json: false,
      line: (text: string) => void lines.push(text),
      warn() {},
      table() {},
      result() {},
      progress: () => ({ advance() {}, end() {} }),
    };
    expect(
      await load(
        shop,
        { arguments: [], options: {}, actor: createSystemActor('shop'), readSecret: async () => '' },
        output,
      ),
    ).toBe(0);
    expect(lines).toEqual(['The shop already has products, so nothing was added.']);
  });
});
