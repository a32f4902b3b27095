import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { getPurchasableVariations, type PurchasableVariation } from '#features/catalog/index.ts';
import { type StoredUpload, toAddonFiles } from '#features/uploads/index.ts';
import { uploadsJsonSql } from '#features/uploads/tables.ts';
import type { CommandDefinition } from '#platform/cli/command.ts';
import { sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { toDecimal } from '#platform/money/money.ts';
import type { ItemAddons, ItemChoices } from './contract.ts';
import { withoutFiles } from './items/item-files.ts';
import { getItemPrice } from './items/item-offer.ts';
import { failWithoutList, listArgument, readListId } from './list-argument.ts';

interface RowToOrder {
  readonly productId: number;
  readonly variationId: number;
  readonly name: string;
  readonly quantity: number;
  readonly choices: ItemChoices;
  readonly addons: ItemAddons;
  readonly files: readonly StoredUpload[];
}

const selectList = sqlQuery<{ email: string | null }>(
  'wishlists.list-to-order',
  `select c.email from wishlists l left join customers c on c.id = l.customer_id where l.id = $1 and l.deleted_at is null`,
);

const selectRows = sqlQuery<RowToOrder>(
  'wishlists.items-to-order',
  `select i.product_id as "productId", i.variation_id as "variationId", i.product_name as name, i.quantity, i.choices, i.addons,
    case when i.uploads <> '{}' then ${uploadsJsonSql('i.uploads')} else '[]' end as files
  from wishlist_items i where i.wishlist_id = $1 and i.removed_at is null order by i.position`,
);

/** Lines of an order at most, as `shop orders create` takes them. */
const maxLines = 100;

interface OrderLine {
  readonly sku: string;
  readonly quantity: number;
  /** Of one item with its add-ons, as entered. */
  readonly price?: string;
  readonly choices: ItemChoices;
  readonly addons: ItemAddons;
}

/** Makes the answer to an estimate an order: the shop enters what was agreed, and places the file. */
export const orderFileCommand: CommandDefinition = {
  name: 'wishlists order-file',
  summary: 'write the rows of a wishlist as a file for `orders create`, to enter agreed prices',
  requires: 'wishlists.read',
  arguments: [listArgument],
  options: [{ flags: '--file <file>', description: 'where to write it; it must not exist' }],
  run: async (shop, { arguments: [id = ''], options: { file } }, output) => {
    if (typeof file !== 'string') {
      output.warn('--file: expected the path of a file to write');
      return 2;
    }
    const listId = readListId(id);
    const [list] = await selectList(shop.db, [listId]);
    if (!list) return failWithoutList(output, id);
    const { lines, leftOut } = await readLines(shop, listId);
    for (const reason of leftOut) output.warn(reason);
    if (lines.length === 0) {
      output.warn(`Wishlist ${id} has no row that can be ordered.`);
      output.result({ ok: false, code: 'ITEM_NOT_FOUND', leftOut });
      return 1;
    }
    const blank = { first_name: '', last_name: '', address_1: '', city: '', postcode: '', country: '' };
    const order = { email: list.email ?? '', billing: blank, lines, requestKey: `wishlist-${listId}-${randomUUID()}` };
    try {
      await writeFile(file, `${JSON.stringify(order, null, 2)}\n`, { flag: 'wx' });
    } catch (error) {
      output.warn(`${file} can't be written: ${error instanceof Error ? error.message : String(error)}`);
      return 2;
    }
    output.line(`${lines.length} lines were written to ${file}. Enter address and agreed prices, then place it:`);
    output.line(`shop orders create --file ${file}`);
    output.result({ ok: true, id: listId, file, lines: lines.length, leftOut });
    return 0;
  },
};

async function readLines(shop: Shop, listId: number) {
  const rows = await selectRows(shop.db, [listId]);
  const ids = rows.map(({ variationId }) => variationId);
  const variations = await getPurchasableVariations(shop.db, ids, shop.clock.now());
  const lines: OrderLine[] = [];
  const leftOut: string[] = [];
  for (const row of rows) {
    const { name, quantity, choices, files } = row;
    const variation = variations.get(row.variationId) ?? null;
    const reason = findReason(row, variation);
    if (lines.length === maxLines) leftOut.push(`Left out: ${name}, because an order has at most ${maxLines} lines.`);
    else if (reason !== null || !variation?.sku) leftOut.push(`Left out: ${name}, ${reason ?? 'which has no SKU'}.`);
    else {
      const addons = withoutFiles(row.addons, files);
      const amount = getItemPrice(variation, row.addons, toAddonFiles(shop, files));
      const { currency = shop.choices.currency } = variation.price ?? {};
      const price = amount === null ? {} : { price: toDecimal({ amount, currency }) };
      const most = Math.min(quantity, variation.maxQuantity ?? quantity);
      lines.push({ sku: variation.sku, quantity: most, ...price, choices, addons });
      if (most < quantity) leftOut.push(`Lowered to ${most}: ${name}, of which the list asks for ${quantity}.`);
      if (files.length > 0) leftOut.push(`Without its files: ${name}. Ask for them, and name them in "files".`);
    }
  }
  return { lines, leftOut };
}

/** Why a row can't be ordered; null when it can. */
function findReason({ productId }: RowToOrder, variation: PurchasableVariation | null): string | null {
  if (variation?.status !== 'published' || variation.productId !== productId) return 'which is no longer sold';
  const { unavailableReason } = variation;
  if (unavailableReason === 'CHOOSE_OPTIONS') return 'whose options are not chosen';
  if (unavailableReason === 'OUT_OF_STOCK') return 'which is sold out';
  if (unavailableReason === 'EVENT_STARTED') return 'which can no longer be booked';
  return variation.type === 'grouped' || variation.type === 'external' ? 'which is sold on its page' : null;
}
