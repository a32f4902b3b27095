import type { Db, Tx } from '#platform/database/database.ts';
import { sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { cardTag, productTag, stockTag } from './cache-tags.ts';
import type { StockState } from './contract.ts';
import { stockFell, stockRose } from './events.ts';
import { refreshListing } from './listing-rows.ts';
import { type StockLevel, sameDisplay, stockDisplay } from './stock-display.ts';

/** A stock row whose words on a page have changed. */
export interface DisplayChange {
  readonly stockId: number;
  readonly productId: number;
  readonly from: StockState;
  readonly to: StockState;
}

/** @returns null when a page says the same as before */
export function displayChange(
  stockId: number,
  productId: number,
  before: StockLevel,
  after: StockLevel,
): DisplayChange | null {
  const [from, to] = [stockDisplay(before), stockDisplay(after)];
  return sameDisplay(from, to) ? null : { stockId, productId, from: from.state, to: to.state };
}

/**
 * Tells whoever cares that stock changed: in the transaction that changed it, with what `takeStock`, `returnStock`, `receiveStock` or
 * `setStock` returned. Pages are made again only where they say something else now.
 */
export async function announceStock(
  shop: Pick<Shop, 'pages' | 'emit' | 'clock'>,
  tx: Tx,
  changes: readonly DisplayChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const turned = changes.filter(({ from, to }) => (from === 'out') !== (to === 'out'));
  await shop.pages.invalidate(tx, [
    ...changes.map(({ productId }) => productTag(productId)),
    ...changes.filter(({ from, to }) => from !== to).map(({ productId }) => cardTag(productId)),
  ]);
  if (turned.length === 0) return;
  const turnedIds = turned.map(({ productId }) => productId);
  await refreshListing(tx, turnedIds, shop.clock.now());
  // Lists say how many can be bought, and a group looks like its members, wherever these show.
  await shop.pages.invalidate(tx, [stockTag, ...(await groupsOf(tx, [turnedIds])).map(({ id }) => cardTag(id))]);
  const variations = await variationsOf(tx, [turned.map((change) => change.stockId)]);
  for (const { stockId, productId, from, to } of turned) {
    for (const variation of variations.filter((one) => one.stockId === stockId)) {
      await shop.emit(to === 'out' ? stockFell : stockRose, tx, { variationId: variation.id, productId, from, to });
    }
  }
}

const variationsOf: (db: Db, values: [number[]]) => Promise<{ id: number; stockId: number }[]> = sqlQuery(
  'catalog.variations-of-stock',
  'select id, stock_id as "stockId" from variations where stock_id = any($1::integer[]) order by id',
);

const groupsOf = sqlQuery<{ id: number }>(
  'catalog.groups-of',
  `select distinct product_id as id from product_links where kind = 'grouped' and linked_id = any($1::integer[])`,
);
