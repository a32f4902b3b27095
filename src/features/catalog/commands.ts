import { listPricePeriods } from '#features/pricing/index.ts';
import type { CliOutput, CommandDefinition, CommandInput } from '#platform/cli/command.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { normaliseText } from '#platform/input/normalise-text.ts';
import { readCount, readWhole } from '#platform/input/read-number.ts';
import { formatMoney } from '#platform/money/money.ts';
import { describeAmountProblem, readAmount } from '#platform/money/read-amount.ts';
import type { ProductStatus } from './contract.ts';
import { findProductDetailsBySku, listProductSummaries, type ProductSummary } from './products/product-summaries.ts';
import { findVariationIdsBySku } from './products/save/product-lookups.ts';
import { type ProductUpdate, updateProductBySku } from './products/save/save-product.ts';

const statuses: readonly ProductStatus[] = ['draft', 'pending', 'private', 'published'];
const skuArgument = [{ name: '<sku>', description: 'SKU of a product or variation' }];

const listCommand: CommandDefinition = {
  name: 'products list',
  summary: 'list products, newest first',
  requires: 'products.read',
  options: [
    { flags: '--status <status>', description: `only ${statuses.join(', ')}` },
    { flags: '--find <text>', description: 'only products with this text in their name or SKU' },
    { flags: '--page <page>', description: 'page number, starting at 1' },
  ],
  run: async (shop, { options }, output) => {
    const status = statuses.find((each) => each === options.status);
    const page = readCount(options.page ?? '1');
    if (options.status !== undefined && status === undefined)
      return failWithUsageError(output, `--status: expected ${statuses.join(', ')}`);
    if (!Number.isSafeInteger(page) || page < 1)
      return failWithUsageError(output, '--page: expected a whole number of 1 or more');
    const found = await listProductSummaries(shop.db, { status, find: String(options.find ?? ''), page });
    printProductTable(shop, output, found.lines);
    output.line(`Page ${page} of ${found.pages}, ${found.total} products.`);
    output.result(found);
    return 0;
  },
};

const showCommand: CommandDefinition = {
  name: 'products show',
  summary: 'show a product and its variations',
  requires: 'products.read',
  arguments: skuArgument,
  run: async (shop, { arguments: [sku = ''] }, output) => {
    const found = await findProductDetailsBySku(shop.db, sku);
    if (!found) return failWithUnknownSku(output, sku);
    output.line(`${found.name} (${found.type}, ${found.status}, ${found.visibility}): /product/${found.slug}`);
    printProductTable(shop, output, found.lines);
    output.result(found);
    return 0;
  },
};

function printProductTable(shop: Shop, output: CliOutput, lines: readonly ProductSummary[]): void {
  const formatPrice = (amount: number | null, currency: string | null) =>
    amount === null || currency === null ? '' : formatMoney({ amount, currency }, shop.choices.locale);
  output.table(
    ['id', 'SKU', 'name', 'status', 'price', 'sale', 'stock'],
    lines.map((line) => [
      String(line.id),
      line.sku ?? '',
      [line.name, ...line.options].join(', '),
      line.status,
      formatPrice(line.price, line.currency),
      formatPrice(line.sale, line.currency),
      line.stock === null
        ? line.stockStatus
        : `${line.stock}${line.backordered > 0 ? ` (${line.backordered} on backorder)` : ''}`,
    ]),
  );
}

const pricesCommand: CommandDefinition = {
  name: 'products prices',
  summary: 'list the prices that a product or variation has had, newest first',
  requires: 'products.read',
  arguments: skuArgument,
  run: async (shop, { arguments: [sku = ''] }, output) => {
    const typed = normaliseText(sku);
    const found = (await findVariationIdsBySku(shop.db, [typed])).get(typed.toLowerCase());
    if (!found) return failWithUnknownSku(output, sku);
    const periods = await listPricePeriods(shop.db, found.id);
    const formatPrice = (amount: number | null, currency: string) =>
      amount === null ? '' : formatMoney({ amount, currency }, shop.choices.locale);
    const formatDate = (date: Date | null) => date?.toISOString().slice(0, 16).replace('T', ' ') ?? '';
    output.table(
      ['from', 'until', 'price', 'sale', 'sale from', 'sale until', '30-day lowest'],
      periods.map(({ validFrom, validTo, regularPrice, salePrice, saleFrom, saleTo, priorPrice, currency }) => [
        ...[formatDate(validFrom), formatDate(validTo)],
        ...[formatPrice(regularPrice, currency), formatPrice(salePrice, currency)],
        ...[formatDate(saleFrom), formatDate(saleTo), formatPrice(priorPrice, currency)],
      ]),
    );
    output.result(periods);
    return 0;
  },
};

const setCommand: CommandDefinition = {
  name: 'products set',
  summary: 'change price, stock or status',
  requires: 'products.write',
  arguments: skuArgument,
  options: [
    { flags: '--price <amount>', description: "such as 18.50; 'none' makes it unavailable" },
    { flags: '--sale <amount>', description: "sale price, below the price; 'none' ends the sale" },
    { flags: '--stock <quantity>', description: "quantity in stock; 'uncounted' turns stock management off" },
    {
      flags: '--low-stock <quantity>',
      description: "low-stock threshold from which shoppers see how many are left; 'none' turns it off",
    },
    { flags: '--backorders <how>', description: 'no, notify or yes' },
    { flags: '--min-quantity <quantity>', description: 'smallest quantity of one cart line' },
    { flags: '--max-quantity <quantity>', description: "largest quantity of one cart line; 'none' for the shop's" },
    { flags: '--quantity-step <quantity>', description: 'quantities go up in steps from the smallest' },
    {
      flags: '--status <status>',
      description: `${statuses.join(', ')}; a variation is switched off by any status but published`,
    },
  ],
  run: async (shop, { arguments: [sku = ''], options, actor }, output) => {
    const changes = readChanges(options, shop.choices.currency);
    if (typeof changes === 'string') return failWithUsageError(output, changes);
    const result = await inTransaction(shop.db, (tx) =>
      updateProductBySku(shop, tx, sku, changes, { text: 'shop products set', by: actor }),
    );
    output.result(result);
    if (!result.ok && result.code === 'SKU_NOT_FOUND') return failWithUnknownSku(output, sku);
    if (!result.ok) {
      for (const { field, message } of result.problems)
        output.warn(`${sku} was not changed: ${describeField(field)} ${message}.`);
      return 1;
    }
    output.line(result.outcome === 'updated' ? `${sku} was updated.` : `${sku} is already up to date.`);
    return 0;
  },
};

/** Words for changed fields, by the last part of the field's name, such as `master.salePrice`. */
const changedFields: Readonly<Record<string, string>> = {
  regularPrice: 'the price',
  salePrice: 'the sale price',
  onHand: 'the stock',
  lowStockThreshold: 'the low-stock threshold',
  backorders: 'the way of backorders',
  minQuantity: 'the smallest quantity',
  maxQuantity: 'the largest quantity',
  quantityStep: 'the step of quantities',
  status: 'the status',
};

const describeField = (field: string): string => changedFields[field.split('.').at(-1) ?? ''] ?? field;

function readChanges(options: CommandInput['options'], currency: string): ProductUpdate | string {
  const readPrice = (text: unknown) =>
    text === undefined ? undefined : text === 'none' ? null : readAmount(String(text), currency);
  const readQuantity = (text: unknown, noneWord: string) =>
    text === undefined ? undefined : text === noneWord ? null : (readWhole(String(text), 0, 999_999_999) ?? Number.NaN);
  const [price, sale] = [readPrice(options.price), readPrice(options.sale)];
  const [stock, lowStockThreshold] = [readQuantity(options.stock, 'uncounted'), readQuantity(options.lowStock, 'none')];
  const [minQuantity, quantityStep] = [readLineQuantity(options.minQuantity), readLineQuantity(options.quantityStep)];
  const maxQuantity = options.maxQuantity === 'none' ? null : readLineQuantity(options.maxQuantity);
  const backorders = (['no', 'notify', 'yes'] as const).find((policy) => policy === options.backorders);
  const status = statuses.find((each) => each === options.status);
  if (price === null && options.price !== 'none')
    return `--price: ${describeAmountProblem(String(options.price), currency)}`;
  if (sale === null && options.sale !== 'none')
    return `--sale: ${describeAmountProblem(String(options.sale), currency)}`;
  if (Number.isNaN(stock)) return "--stock: expected a quantity of 0 or more, or 'uncounted'";
  if (Number.isNaN(lowStockThreshold)) return "--low-stock: expected a quantity of 0 or more, or 'none'";
  for (const [flag, quantity] of Object.entries({
    '--min-quantity': minQuantity,
    '--max-quantity': maxQuantity,
    '--quantity-step': quantityStep,
  }))
    if (Number.isNaN(quantity)) return `${flag}: expected a quantity of 1 to 9,999`;
  if (options.backorders !== undefined && !backorders) return '--backorders: expected no, notify or yes';
  if (options.status !== undefined && !status) return `--status: expected ${statuses.join(', ')}`;
  const quantities = { minQuantity, maxQuantity, quantityStep };
  const changes = { price, sale, stock, lowStockThreshold, backorders, status, ...quantities };
  return Object.values(changes).every((value) => value === undefined)
    ? 'nothing to change: pass --price, --sale, --stock, --low-stock, --backorders, --status or a quantity'
    : changes;
}

/** @returns NaN when the text is not a valid quantity */
function readLineQuantity(text: string | boolean | undefined): number | undefined {
  if (text === undefined) return undefined;
  return readWhole(String(text), 1, 9999) ?? Number.NaN;
}

export const catalogCommands: readonly CommandDefinition[] = [listCommand, showCommand, setCommand, pricesCommand];

function failWithUsageError(output: CliOutput, message: string): number {
  output.warn(message);
  return 2;
}

function failWithUnknownSku(output: CliOutput, sku: string): number {
  output.warn(`No product has the SKU ${sku}. Search with 'shop products list --find <text>'.`);
  return 1;
}
