import { findFollowedLists, findItems, findOwnLists, type WishlistItem } from '#features/wishlists/index.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { wishlistItemLooks } from './tables.ts';

/** Maximum number of rows compared per list. */
const maxItems = 200;

export interface WishlistNews {
  /** Rows whose price has fallen. Prices are for one item, as pages show them, in minor units. */
  readonly cheaper: readonly { readonly item: WishlistItem; readonly before: number; readonly now: number }[];
  readonly back: readonly WishlistItem[];
  readonly followed: readonly { readonly name: string; readonly token: string; readonly count: number }[];
}

export type ItemSnapshot = Pick<typeof wishlistItemLooks.$inferSelect, 'itemId' | 'price' | 'isAvailable'>;

const selectSnapshots = sqlQuery<ItemSnapshot>(
  'wishlist-mails.find-looks',
  `select item_id as "itemId", price, is_available as "isAvailable" from wishlist_item_looks where item_id = any($1::bigint[])`,
);

const countNewItems = sqlQuery<{ id: number; count: number }>(
  'wishlist-mails.count-new-items',
  `select l.id, count(*)::integer as count from wishlist_followers f join wishlists l on l.id = f.wishlist_id
    join wishlist_items i on i.wishlist_id = l.id and i.removed_at is null and i.added_at > greatest(f.followed_at, $2)
  where f.customer_id = $1 group by l.id`,
);

/**
 * Finds news of the customer's own lists and of the lists that the customer follows.
 * @param since time of the last mail, or when the customer asked for the mail; only newer rows of followed lists
 * count
 * @returns the news, and the changed snapshots, which the caller must store
 */
export async function findNews(
  shop: Shop,
  db: Db,
  customerId: number,
  since: Date,
): Promise<{ readonly news: WishlistNews; readonly snapshots: readonly ItemSnapshot[] }> {
  const items = await loadItems(shop, db, customerId);
  const known = await selectSnapshots(db, [items.map(({ id }) => id)]);
  const snapshots = new Map(known.map((snapshot) => [snapshot.itemId, snapshot]));
  return {
    news: {
      cheaper: items.flatMap((item) => findPriceNews(item, snapshots.get(item.id))),
      back: items.filter((item) => isBack(item, snapshots.get(item.id))),
      followed: await findFollowedNews(shop, db, customerId, since),
    },
    snapshots: items.map(toSnapshot).filter((now) => !isSame(now, snapshots.get(now.itemId))),
  };
}

async function loadItems(shop: Shop, db: Db, customerId: number): Promise<WishlistItem[]> {
  const items: WishlistItem[] = [];
  for (const list of await findOwnLists(shop, db, { customerId }))
    items.push(...(await findItems(shop, db, list, { page: 1, perPage: maxItems })).items);
  return items;
}

const toSnapshot = ({ id, price, availability }: WishlistItem): ItemSnapshot => ({
  itemId: id,
  price: price?.current ?? null,
  isAvailable: availability === 'available',
});

const isSame = (now: ItemSnapshot, before: ItemSnapshot | undefined): boolean =>
  before !== undefined && now.price === before.price && now.isAvailable === before.isAvailable;

function findPriceNews(item: WishlistItem, known: ItemSnapshot | undefined): WishlistNews['cheaper'] {
  const change = item.changes.find(({ kind }) => kind === 'priceFell');
  if (change?.kind !== 'priceFell' || item.availability !== 'available') return [];
  const isKnown = known !== undefined && known.price !== null && change.now >= known.price;
  return isKnown ? [] : [{ item, before: change.before, now: change.now }];
}

function isBack(item: WishlistItem, known: ItemSnapshot | undefined): boolean {
  if (item.availability !== 'available') return false;
  return known ? !known.isAvailable : item.changes.some(({ kind }) => kind === 'backInStock');
}

async function findFollowedNews(shop: Shop, db: Db, customerId: number, since: Date) {
  const counts = await countNewItems(db, [customerId, since]);
  const lists = counts.length === 0 ? [] : await findFollowedLists(shop, db, { customerId });
  return lists.flatMap(({ id, name, token }) =>
    counts.filter((each) => each.id === id).map(({ count }) => ({ name, token, count })),
  );
}
