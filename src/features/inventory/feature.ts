import type { CliOutput, CommandDefinition } from '#platform/cli/command.ts';
import { inTransaction, type Tx } from '#platform/database/database.ts';
import type { Feature } from '#platform/features/feature.ts';
import { definePermission } from '#platform/features/permissions.ts';
import type { Shop } from '#platform/features/shop.ts';
import { readWhole } from '#platform/input/read-number.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { stockErrors } from './errors.ts';
import { stockDisplayChanged, stockFell, stockRose } from './events.ts';
import { countStock, receiveDelivery, reportStock, type StockReport, type StocktakeResult } from './stocktake.ts';

const skuArgument = { name: '<sku>', description: 'SKU of a product or variation' };
const quantityArgument = { name: '<quantity>', description: 'units' };

const showCommand: CommandDefinition = {
  name: 'stock show',
  summary: 'show where the units of a stock are',
  requires: 'stock.read',
  arguments: [skuArgument],
  run: async (shop, { arguments: [sku = ''] }, output) => {
    const stock = await reportStock(shop.db, sku);
    return reportStocktake(output, sku, stock ? { ok: true, stock } : { ok: false, code: 'SKU_NOT_FOUND' });
  },
};

type StockChange = (shop: Shop, tx: Tx, sku: string, quantity: number, by: Actor) => Promise<StocktakeResult>;

function defineStockCommand(verb: string, summary: string, least: number, change: StockChange): CommandDefinition {
  return {
    name: `stock ${verb}`,
    summary,
    requires: 'stock.write',
    arguments: [skuArgument, quantityArgument],
    run: async (shop, { arguments: [sku = '', text = ''], actor }, output) => {
      const quantity = readWhole(text, least, 9_999_999);
      if (quantity === null) {
        output.warn(`'${text}': expected a whole number of ${least} or more`);
        return 2;
      }
      return reportStocktake(output, sku, await inTransaction(shop.db, (tx) => change(shop, tx, sku, quantity, actor)));
    },
  };
}

function reportStocktake(output: CliOutput, sku: string, result: StocktakeResult): number {
  output.result(result);
  if (result.ok) {
    printStock(output, sku, result.stock);
    return 0;
  }
  const reason = {
    SKU_NOT_FOUND: `no product has the SKU ${sku}`,
    STOCK_NOT_MANAGED: `the stock of ${sku} is not counted; count it with 'shop stock count'`,
    STOCK_HELD: `${'held' in result ? result.held : 0} units belong to orders; cancel or refund some of them first`,
  }[result.code];
  output.warn(`Nothing was changed: ${reason}.`);
  return 1;
}

function printStock(output: CliOutput, sku: string, { name, managed, ...stock }: StockReport): void {
  output.line(managed ? `${sku}, ${name}` : `${sku}, ${name}: not counted`);
  if (!managed) return;
  for (const what of ['available', 'reserved', 'committed', 'backordered', 'physical'] as const)
    output.line(`  ${what}: ${stock[what]}`);
}

const stockCommands: readonly CommandDefinition[] = [
  showCommand,
  defineStockCommand('count', 'set how many units are in the house, as counted', 0, countStock),
  defineStockCommand('receive', 'add delivered units', 1, receiveDelivery),
];

export const inventory: Feature = {
  name: 'inventory',
  needs: [],
  permissions: [
    definePermission('stock.read', 'See stock'),
    definePermission('stock.write', 'Count and receive stock'),
  ],
  events: [stockDisplayChanged, stockRose, stockFell],
  commands: stockCommands,
  errors: [stockErrors],
};
