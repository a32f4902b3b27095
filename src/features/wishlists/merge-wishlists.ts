import { awaitAll, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { VisitorSignedIn } from '#platform/sessions/events.ts';
import { privateList } from './contract.ts';
import { moveRows } from './items/change-items.ts';
import { readItemIds } from './items/item-rows.ts';
import { getListName } from './lists/find-lists.ts';
import { type ListRow, listColumnsSql, lockLists } from './lists/list-rows.ts';
import { wishlistSettings } from './settings.ts';

const lockGuestLists = sqlQuery<ListRow>(
  'wishlists.lock-guest-lists',
  `select ${listColumnsSql} from wishlists l where l.visitor_id = $1 order by l.id for update`,
);

const moveNamedLists = sqlQuery(
  'wishlists.move-lists',
  `update wishlists set visitor_id = null, customer_id = $2, version = nextval('wishlist_versions') where visitor_id = $1 and not is_default`,
);

const nameDefaultList = sqlQuery(
  'wishlists.name-default-list',
  'update wishlists set is_default = false, name = coalesce(name, $2) where id = $1',
);

const deleteGuestList = sqlQuery<{ tokens: string[] }>(
  'wishlists.delete-guest-list',
  'delete from wishlists where id = $1 returning share_token || former_share_tokens as tokens',
);

/** What a guest has set of a list that the customer has not used yet. */
const adoptDetails = sqlQuery(
  'wishlists.adopt-list',
  `update wishlists set name = $2, privacy = $3, is_gift_list = $4, event_date = $5::date, delivery_address = $6, shows_bought = $7,
    share_token = $8 where id = $1`,
);

const recordMerge = sqlQuery(
  'wishlists.record-merge',
  `update wishlists set former_share_tokens = (former_share_tokens || $2::text[])[1:20], merged_items = merged_items + $3,
    version = nextval('wishlist_versions'), updated_at = $4 where id = $1`,
);

const hasRows = sqlQuery<{ exists: boolean }>(
  'wishlists.has-items',
  'select exists (select from wishlist_items where wishlist_id = $1)',
);

const moveFollowed = sqlQuery(
  'wishlists.move-followed-lists',
  `with moved as (delete from wishlist_followers where visitor_id = $1 returning wishlist_id, followed_at)
  insert into wishlist_followers (wishlist_id, customer_id, followed_at)
  select m.wishlist_id, $2, m.followed_at from moved m join wishlists l on l.id = m.wishlist_id where l.customer_id is distinct from $2
  on conflict do nothing`,
);

const movePurchases = sqlQuery(
  'wishlists.move-purchases',
  'update wishlist_purchases set visitor_id = null, customer_id = $2 where visitor_id = $1',
);

/**
 * Handles `visitorSignedIn`: the guest's lists become the customer's. Lists with a name stay as they
 * are, whatever names the customer's have. The default list is added to the customer's, where it
 * does not change who sees the rows; else it becomes a list with a name. Rows that both have are
 * merged. No limit refuses anything.
 * Lock order: the customer's row, locked by an earlier handler; the guest's lists; the customer's
 * default list.
 */
export async function mergeWishlists(
  shop: Shop,
  tx: Tx,
  { visitorId, customerId }: Pick<VisitorSignedIn, 'visitorId' | 'customerId'>,
): Promise<void> {
  if (visitorId === null) return;
  const [lists] = await awaitAll([
    lockGuestLists(tx, [visitorId]),
    movePurchases(tx, [visitorId, customerId]),
    moveFollowed(tx, [visitorId, customerId]),
  ]);
  const source = lists.find(({ isDefault }) => isDefault);
  if (source) await mergeDefaultList(shop, tx, source, customerId);
  if (lists.length > 0) await moveNamedLists(tx, [visitorId, customerId]);
}

async function mergeDefaultList(shop: Shop, tx: Tx, source: ListRow, customerId: number): Promise<void> {
  const ids = await readItemIds(tx, source.id);
  if (ids.length === 0) {
    await deleteGuestList(tx, [source.id]);
    return;
  }
  const [target] = await lockLists(shop, tx, { customerId }, [null]);
  if (!target) throw new Error("the customer's default list was not opened");
  const { defaultPrivacy } = shop.settings(wishlistSettings);
  const isAsCreated = target.name === null && !target.isGiftList && target.privacy === defaultPrivacy;
  const isUnused = isAsCreated && !(await hasRows(tx, [target.id]))[0]?.exists;
  if (!isUnused && source.privacy !== target.privacy) {
    await nameDefaultList(tx, [source.id, getListName(shop, source)]);
    return;
  }
  await moveRows(tx, ids, target.id);
  const [{ tokens = [] } = {}] = await deleteGuestList(tx, [source.id]);
  if (isUnused) await adoptDetails(tx, [target.id, ...listDetails(source)]);
  const kept = isUnused ? tokens.slice(1) : source.privacy === privateList ? [] : tokens;
  await recordMerge(tx, [target.id, kept, ids.length, shop.clock.now()]);
}

function listDetails(list: ListRow): unknown[] {
  const { name, privacy, isGiftList, eventDate, deliveryAddress, showsBought, shareToken } = list;
  return [name, privacy, isGiftList, eventDate, deliveryAddress, showsBought, shareToken];
}
