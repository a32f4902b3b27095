import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '#platform/database/database.ts';
import { toCsv } from '../example-catalogue.ts';
import { callSoakMutation, runSoakCommand, type SoakShop } from './build-shop.ts';

/** A purchasable variation. */
export interface SoakProduct {
  readonly productId: number;
  readonly variationId: number;
  readonly sku: string;
  /** Variation that owns its stock; several variations may share one. */
  readonly stockId: number;
}

/**
 * Stock at the start by SKU, for 500 shoppers: simple products, variations with their own stock (VASE) or a shared
 * one (SET), and a product with backorders (TRAY).
 */
const startStock: Readonly<Record<string, number>> = {
  'SOAK-BOWL': 320,
  'SOAK-MUG': 280,
  'SOAK-PLATE': 220,
  'SOAK-JUG': 160,
  'SOAK-VASE-CHALK': 240,
  'SOAK-VASE-OAT': 190,
  'SOAK-SET': 420,
  'SOAK-TRAY': 60,
};

const simple = ['SOAK-BOWL', 'SOAK-MUG', 'SOAK-PLATE', 'SOAK-JUG', 'SOAK-TRAY'];

/** Percent, for the standard class in Ireland, where all shoppers live. */
export const soakTaxRate = 23;

/**
 * Stock at the start by SKU, scarce for any number of shoppers.
 * @param scale number of shoppers, in 500
 */
const getStartQuantity = (sku: string, scale: number): number | undefined =>
  startStock[sku] === undefined ? undefined : Math.ceil(startStock[sku] * scale);

/**
 * Imports the products of the soak, its tax rates and a promotion into an empty data folder. No shop
 * may run from it.
 * @param scale number of shoppers, in 500
 */
export async function importSoakProducts(shop: SoakShop, scale: number): Promise<void> {
  const file = join(shop.dataDir, 'products.csv');
  writeFileSync(
    file,
    toCsv([
      ...simple.map((sku, index) => createSimpleRow(sku, index, scale)),
      ...createVariableRows('SOAK-VASE', true, scale),
      ...createVariableRows('SOAK-SET', false, scale),
    ]),
  );
  await runSoakCommand(shop, 'migrate');
  await runSoakCommand(shop, 'import', 'products', file);
  await runSoakCommand(shop, 'products', 'set', 'SOAK-TRAY', '--backorders', 'notify');
  const rates = join(shop.dataDir, 'tax_rates.csv');
  const head = 'Country code,State code,Postcode,City,Rate %,Tax name,Priority,Compound,Shipping,Tax class';
  writeFileSync(rates, `${head}\nIE,,,,${soakTaxRate},VAT,1,0,1,\n`);
  await runSoakCommand(shop, 'import', 'tax-rates', rates);
  await callSoakMutation(shop, 'promotions.save-promotion', { name: 'Four or more', percent: 12.5, minQuantity: 4 });
}

function createSimpleRow(sku: string, index: number, scale: number) {
  return {
    Type: 'simple',
    SKU: sku,
    Name: toName(sku),
    Stock: getStartQuantity(sku, scale) ?? 0,
    'Regular price': 7 + 5 * index,
    Position: index,
  };
}

function createVariableRows(sku: string, hasOwnStock: boolean, scale: number) {
  const attribute = { 'Attribute 1 name': 'Glaze', 'Attribute 1 visible': 1, 'Attribute 1 global': 1 };
  const glazes = ['Chalk', 'Oat'];
  const parent = {
    ...{
      Type: 'variable',
      SKU: sku,
      Name: toName(sku),
      Stock: hasOwnStock ? '' : (getStartQuantity(sku, scale) ?? 0),
      Position: 20,
    },
    ...{ ...attribute, 'Attribute 1 value(s)': glazes.join(', ') },
  };
  const variations = glazes.map((glaze, index) => {
    const variationSku = `${sku}-${glaze.toUpperCase()}`;
    const stock = hasOwnStock ? (getStartQuantity(variationSku, scale) ?? 0) : 'parent';
    const facts = {
      Type: 'variation',
      SKU: variationSku,
      Name: toName(variationSku),
      Parent: sku,
      Stock: stock,
      'Regular price': 31 + index,
    };
    return { ...facts, ...attribute, 'Attribute 1 value(s)': glaze };
  });
  return [parent, ...variations];
}

const toName = (sku: string) => sku.replace('SOAK-', '').toLowerCase();

export async function readSoakProducts({ pool }: Database): Promise<SoakProduct[]> {
  const { rows } = await pool.query<SoakProduct>(
    `select v.product_id as "productId", v.id as "variationId", v.sku, v.stock_id as "stockId" from variations v
    join products p on p.id = v.product_id
    where v.enabled and (p.type = 'variable') = (v.id <> v.product_id) order by v.id`,
  );
  return rows;
}

export interface StartStock {
  readonly stockId: number;
  readonly sku: string;
  readonly startQuantity: number;
}

/** Stock at the start, from the list above and not from the shop's own counts. */
export async function readStartStock({ pool }: Database, scale: number): Promise<StartStock[]> {
  const { rows } = await pool.query<{ stockId: number; sku: string }>(
    `select v.id as "stockId", v.sku from variations v join stock_levels s on s.variation_id = v.id where s.managed order by v.id`,
  );
  return rows.map(({ stockId, sku }) => {
    const startQuantity = getStartQuantity(sku, scale);
    if (startQuantity === undefined) throw new Error(`${sku} has managed stock but no start quantity`);
    return { stockId, sku, startQuantity };
  });
}
