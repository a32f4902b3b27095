import type { CliOutput, CommandDefinition, CommandInput } from '#platform/cli/command.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { formatMoney, parseAmount } from '#platform/money/money.ts';
import type { ProductStatus } from './contract.ts';
import { getProductLines, listProductLines, type ProductLine } from './products/product-lines.ts';
import { type ProductChanges, setProduct } from './products/save/save-product.ts';

const statuses: readonly ProductStatus[] = ['draft', 'pending', 'private', 'published'];
const skuArgument = [{ name: '<sku>', description: 'SKU of a product or a variation' }];

const list: CommandDefinition = {
  name: 'products list',
  summary: 'the products, the newest first',
  options: [
    { flags: '--status <status>', description: `only ${statuses.join(', ')}` },
    { flags: '--find <text>', description: 'only those with this in their name or SKU' },
    { flags: '--page <page>', description: 'from 1' },
  ],
  run: async (shop, { options }, output) => {
    const status = statuses.find((each) => each === options.status);
    const page = Number(options.page ?? 1);
    if (options.status !== undefined && status === undefined)
      return wrong(output, `--status: expected ${statuses.join(', ')}`);
    if (!Number.isSafeInteger(page) || page < 1) return wrong(output, '--page: expected a number from 1');
    const found = await listProductLines(shop.db, { status, find: String(options.find ?? ''), page });
    table(shop, output, found.lines);
    output.line(`Page ${page} of ${found.pages}, ${found.total} products.`);
    output.result(found);
    return 0;
  },
};

const show: CommandDefinition = {
  name: 'products show',
  summary: 'a product with its variations',
  arguments: skuArgument,
  run: async (shop, { arguments: [sku = ''] }, output) => {
    const found = await getProductLines(shop.db, sku);
    if (!found) return unknown(output, sku);
    output.line(`${found.name} (${found.type}, ${found.status}, ${found.visibility}): /product/${found.slug}`);
    table(shop, output, found.lines);
    output.result(found);
    return 0;
  },
};

function table(shop: Shop, output: CliOutput, lines: readonly ProductLine[]): void {
  const price = (amount: number | null, currency: string) =>
    amount === null ? '' : formatMoney({ amount, currency }, shop.choices.locale);
  output.table(
    ['id', 'SKU', 'name', 'status', 'price', 'sale', 'stock'],
    lines.map((line) => [
      String(line.id),
      line.sku ?? '',
      [line.name, ...line.options].join(', '),
      line.status,
      price(line.price, line.currency),
      price(line.sale, line.currency),
      line.stock === null
        ? line.stockStatus
        : `${line.stock}${line.backordered > 0 ? ` (${line.backordered} owed)` : ''}`,
    ]),
  );
}

const set: CommandDefinition = {
  name: 'products set',
  summary: 'change price, stock or status',
  arguments: skuArgument,
  options: [
    { flags: '--price <amount>', description: "such as 18.50; 'none' takes it off sale" },
    { flags: '--sale <amount>', description: "below the price; 'none' ends the sale" },
    { flags: '--stock <pieces>', description: "pieces counted; 'uncounted' for as many as are asked" },
    { flags: '--low <pieces>', description: "say how many are left from here on; 'none' never does" },
    { flags: '--backorders <how>', description: 'no, notify or yes' },
    {
      flags: '--status <status>',
      description: `${statuses.join(', ')}; of a variation, all but published switch it off`,
    },
  ],
  run: async (shop, { arguments: [sku = ''], options }, output) => {
    const changes = readChanges(options, shop.choices.currency);
    if (typeof changes === 'string') return wrong(output, changes);
    const result = await inTransaction(shop.db, (tx) => setProduct(shop, tx, sku, changes, 'shop products set'));
    output.result(result);
    if (!result.ok && result.code === 'SKU_NOT_FOUND') return unknown(output, sku);
    if (!result.ok) {
      for (const { field, message } of result.problems) output.warn(`${sku} was left as it is: ${field} ${message}.`);
      return 1;
    }
    output.line(result.outcome === 'updated' ? `${sku} is changed.` : `${sku} was like that already.`);
    return 0;
  },
};

function readChanges(options: CommandInput['options'], currency: string): ProductChanges | string {
  const amount = (text: unknown) =>
    text === undefined ? undefined : text === 'none' ? null : parseAmount(String(text), currency);
  const pieces = (text: unknown, none: string) =>
    text === undefined ? undefined : text === none ? null : /^\d{1,9}$/.test(String(text)) ? Number(text) : Number.NaN;
  const [price, sale] = [amount(options.price), amount(options.sale)];
  const [stock, lowAt] = [pieces(options.stock, 'uncounted'), pieces(options.low, 'none')];
  const backorders = (['no', 'notify', 'yes'] as const).find((each) => each === options.backorders);
  const status = statuses.find((each) => each === options.status);
  if (price === null && options.price !== 'none') return '--price: expected an amount such as 18.50';
  if (sale === null && options.sale !== 'none') return '--sale: expected an amount such as 15';
  if (Number.isNaN(stock)) return "--stock: expected a number of pieces or 'uncounted'";
  if (Number.isNaN(lowAt)) return "--low: expected a number of pieces or 'none'";
  if (options.backorders !== undefined && !backorders) return '--backorders: expected no, notify or yes';
  if (options.status !== undefined && !status) return `--status: expected ${statuses.join(', ')}`;
  const changes = { price, sale, stock, lowAt, backorders, status };
  return Object.values(changes).every((value) => value === undefined)
    ? 'nothing to change: give --price, --sale, --stock, --low, --backorders or --status'
    : changes;
}

export const catalogCommands: readonly CommandDefinition[] = [list, show, set];

function wrong(output: CliOutput, message: string): number {
  output.warn(message);
  return 2;
}

function unknown(output: CliOutput, sku: string): number {
  output.warn(`Nothing has the SKU ${sku}.`);
  return 1;
}
