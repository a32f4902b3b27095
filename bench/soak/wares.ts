import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '#platform/database/database.ts';
import { toCsv } from '../catalogue.ts';
import { shopCommand } from '../shop.ts';

/** Something that can be bought. */
export interface Ware {
  readonly productId: number;
  readonly variationId: number;
  /** Whose pieces it takes: several variations may share them. */
  readonly stockId: number;
}

/** Pieces at the start by SKU of what is counted: single pieces, variations counted each or all together, and one sold beyond what is there. */
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

/** Fills an empty data folder with the products of the soak. No shop may run from it. */
export async function fillWithWares(dataDir: string): Promise<void> {
  const file = join(dataDir, 'wares.csv');
  writeFileSync(
    file,
    toCsv([...simple.map(simpleRow), ...variableRows('SOAK-VASE', true), ...variableRows('SOAK-SET', false)]),
  );
  await shopCommand(dataDir, 'migrate');
  await shopCommand(dataDir, 'import', 'products', file);
  await shopCommand(dataDir, 'products', 'set', 'SOAK-TRAY', '--backorders', 'notify');
}

function simpleRow(sku: string, at: number) {
  return {
    Type: 'simple',
    SKU: sku,
    Name: nameOf(sku),
    Stock: startStock[sku] ?? 0,
    'Regular price': 7 + 5 * at,
    Position: at,
  };
}

function variableRows(sku: string, eachItsOwn: boolean) {
  const attribute = { 'Attribute 1 name': 'Glaze', 'Attribute 1 visible': 1, 'Attribute 1 global': 1 };
  const glazes = ['Chalk', 'Oat'];
  const parent = {
    ...{ Type: 'variable', SKU: sku, Name: nameOf(sku), Stock: eachItsOwn ? '' : (startStock[sku] ?? 0), Position: 20 },
    ...{ ...attribute, 'Attribute 1 value(s)': glazes.join(', ') },
  };
  const variations = glazes.map((glaze, at) => {
    const own = `${sku}-${glaze.toUpperCase()}`;
    const stock = eachItsOwn ? (startStock[own] ?? 0) : 'parent';
    const facts = {
      Type: 'variation',
      SKU: own,
      Name: nameOf(own),
      Parent: sku,
      Stock: stock,
      'Regular price': 31 + at,
    };
    return { ...facts, ...attribute, 'Attribute 1 value(s)': glaze };
  });
  return [parent, ...variations];
}

const nameOf = (sku: string) => sku.replace('SOAK-', '').toLowerCase();

export async function readWares({ pool }: Database): Promise<Ware[]> {
  const { rows } = await pool.query<Ware>(
    `select v.product_id as "productId", v.id as "variationId", v.stock_id as "stockId" from variations v
    join products p on p.id = v.product_id
    where v.enabled and (p.type = 'variable') = (v.id <> v.product_id) order by v.id`,
  );
  return rows;
}

export interface StartStock {
  readonly stockId: number;
  readonly sku: string;
  readonly pieces: number;
}

/** What was put on the shelves, from the list above and not from the shop's own count. */
export async function readStartStock({ pool }: Database): Promise<StartStock[]> {
  const { rows } = await pool.query<{ stockId: number; sku: string }>(
    `select v.id as "stockId", v.sku from variations v join stock_levels s on s.variation_id = v.id where s.managed order by v.id`,
  );
  return rows.map(({ stockId, sku }) => {
    const pieces = startStock[sku];
    if (pieces === undefined) throw new Error(`nobody put ${sku} on the shelves`);
    return { stockId, sku, pieces };
  });
}
