import { type Db, inTransaction, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { insertOwnerVisitor, isOwnedBy, isOwnedSql, type Owner, toOwnerValues } from '#platform/sessions/owner.ts';
import { refuse, type WishlistFailure } from '../errors.ts';
import { isQuantity } from '../items/change-items.ts';
import { boughtSql } from '../items/item-rows.ts';
import { isAllowed } from '../lists/change-lists.ts';
import type { Wishlist } from '../lists/find-lists.ts';
import {
  changeList,
  defineListUpdate,
  hashRequest,
  isOpenedSql,
  type ListChanged,
  type ListRow,
  listColumnsSql,
  type WishlistRef,
} from '../lists/list-rows.ts';
import type { wishlistPurchases } from '../tables.ts';

type GiftColumns = Pick<ListRow, 'isGiftList' | 'eventDate' | 'deliveryAddress' | 'showsBought'>;

/**
 * Details of a gift list. Givers never see the address. Owner name and occasion are visible to givers, and empty by
 * default.
 */
export interface GiftInput extends GiftColumns, Partial<Pick<ListRow, 'ownerName' | 'occasion'>> {
  readonly list: WishlistRef;
}

const updateGift = defineListUpdate(
  'set-gift',
  'is_gift_list = $3, event_date = $4::date, delivery_address = $5, shows_bought = $6, owner_name = $7, occasion = $8',
);

/** Makes a list a gift list, or an ordinary list again. In public lists, owner name and occasion are moderated. */
export function setGiftDetails(
  shop: Shop,
  owner: Owner | null,
  { list: ref, isGiftList, eventDate, deliveryAddress, ownerName = '', occasion = '', showsBought }: GiftInput,
): Promise<ListChanged | WishlistFailure> {
  return changeList(shop, owner, ref, async (tx, { id, privacy }) => {
    if (!isAllowed(shop, privacy, [ownerName, occasion])) return refuse('NOTE_NOT_ALLOWED');
    const values = [isGiftList, eventDate, deliveryAddress.trim(), showsBought, ownerName.trim(), occasion.trim()];
    return updateGift(shop, tx, id, values);
  });
}

export interface BuyGiftInput {
  /** Share token of the list. */
  readonly token: string;
  readonly itemId: number;
  readonly quantity: number;
  /** Name for the owner's thank-you list; may be empty. */
  readonly giver: string;
  /** Idempotency key. Requests with equal key, row, quantity and name mark the gift only once. */
  readonly requestKey?: string | undefined;
}

const lockSharedList = sqlQuery<ListRow>(
  'wishlists.lock-shared-list',
  `select ${listColumnsSql} from wishlists l
  where l.deleted_at is null and ${isOpenedSql('$1::text')} for update`,
);

const findWanted = sqlQuery<{ left: number }>(
  'wishlists.find-wanted',
  `select i.quantity - ${boughtSql} as left
  from wishlist_items i where i.wishlist_id = $1 and i.id = $2 and i.removed_at is null`,
);

const insertPurchase = sqlQuery<{ id: number }>(
  'wishlists.add-purchase',
  `insert into wishlist_purchases (visitor_id, customer_id, wishlist_id, variation_id, addon_hash, product_name, quantity, giver, bought_at, request_key)
  select $1::uuid, $2::bigint, i.wishlist_id, i.variation_id, i.addon_hash, i.product_name, $4, $5, $6, $7 from wishlist_items i where i.id = $3
  returning id`,
);

/**
 * A repeated first request of a guest comes from a new visitor each time. The purchase is assigned to the last one,
 * whose cookie the browser keeps.
 */
const claimPurchase = sqlQuery<{ id: number }>(
  'wishlists.claim-purchase-of-request',
  `update wishlist_purchases set visitor_id = $1::uuid, customer_id = $2::bigint where request_key = $3 returning id`,
);

/** Marks pieces of a gift as bought by a giver, so that nobody else buys them. A repeated request marks them once. */
export async function buyGift(
  shop: Shop,
  giver: Owner,
  { token, itemId, quantity, giver: name, requestKey }: BuyGiftInput,
): Promise<GiftMarked | WishlistFailure> {
  if (!isQuantity(quantity)) return refuse('ITEM_INVALID');
  return inTransaction(shop.db, async (tx): Promise<GiftMarked | WishlistFailure> => {
    await insertOwnerVisitor(tx, giver);
    const [list] = await lockSharedList(tx, [token]);
    if (!list?.isGiftList) return refuse('LIST_NOT_FOUND');
    if (isOwnedBy(list, giver)) return refuse('OWN_LIST');
    const key = hashRequest(requestKey, [list.id, itemId, quantity, name.trim()]);
    const [before] = key === null ? [] : await claimPurchase(tx, [...toOwnerValues(giver), key]);
    const marked = { ok: true, itemId, token: list.shareToken } as const;
    if (before) return { ...marked, purchaseId: before.id };
    const [wanted] = await findWanted(tx, [list.id, itemId]);
    if (!wanted) return refuse('ITEM_NOT_FOUND');
    if (wanted.left < quantity) return refuse('GIFT_BOUGHT', { left: Math.max(0, wanted.left) });
    const values = [itemId, quantity, name.trim(), shop.clock.now(), key];
    const [purchase] = await insertPurchase(tx, [...toOwnerValues(giver), ...values]);
    if (!purchase) throw new Error('the purchase was not recorded');
    return { ...marked, purchaseId: purchase.id };
  });
}

interface GiftMarked {
  readonly ok: true;
  readonly purchaseId: number;
  readonly itemId: number;
  readonly token: string;
}

const deletePurchase = sqlQuery<{ id: number }>(
  'wishlists.delete-purchase',
  `delete from wishlist_purchases r where r.id = $3 and ${isOwnedSql('r')} returning r.id`,
);

/** Removes a giver's own mark. The reply contains nothing about the list, whose link may have been revoked. */
export async function takeBackGift(
  shop: Shop,
  giver: Owner | null,
  purchaseId: number,
): Promise<{ readonly ok: true } | WishlistFailure> {
  const [deleted] = await deletePurchase(shop.db, [...toOwnerValues(giver), purchaseId]);
  return deleted ? { ok: true } : refuse('PURCHASE_NOT_FOUND');
}

/** A mark of a giver, with the product's name at that time. The row may no longer exist. */
export type Purchase = Pick<
  typeof wishlistPurchases.$inferSelect,
  'id' | 'productName' | 'quantity' | 'giver' | 'boughtAt' | 'thankedAt'
>;

const purchaseColumnsSql = `p.id, p.product_name as "productName", p.quantity, p.giver, p.bought_at as "boughtAt", p.thanked_at as "thankedAt"
  from wishlist_purchases p`;

const selectPurchases = sqlQuery<Purchase>(
  'wishlists.find-purchases',
  `select ${purchaseColumnsSql} where p.wishlist_id = $1 order by p.bought_at, p.id`,
);

const selectOwnPurchases = sqlQuery<Purchase>(
  'wishlists.find-own-purchases',
  `select ${purchaseColumnsSql} where p.wishlist_id = $3 and ${isOwnedSql('p')} order by p.bought_at, p.id`,
);

/**
 * Lists the marks in a gift list for its thank-you list. Empty for viewers other than the owner, and when the owner
 * does not want to see the marks.
 */
export async function findPurchases(db: Db, { id, isUserOwner, gift }: Wishlist): Promise<Purchase[]> {
  return isUserOwner && gift?.showsBought ? selectPurchases(db, [id]) : [];
}

/** Lists the marks of a giver in a list, which the giver can take back. */
export async function findOwnPurchases(db: Db, giver: Owner | null, list: Wishlist): Promise<Purchase[]> {
  return giver === null ? [] : selectOwnPurchases(db, [...toOwnerValues(giver), list.id]);
}

const markThanked = sqlQuery<{ token: string }>(
  'wishlists.thank-giver',
  `update wishlist_purchases p set thanked_at = coalesce(p.thanked_at, $4)
  from wishlists r where p.id = $3 and r.id = p.wishlist_id and r.shows_bought and ${isOwnedSql('r')}
  returning r.token`,
);

/**
 * Records that the owner has thanked for a gift.
 * @returns the owner's token of the list
 */
export async function thankGiver(
  shop: Shop,
  owner: Owner | null,
  purchaseId: number,
): Promise<{ readonly ok: true; readonly token: string } | WishlistFailure> {
  const [thanked] = await markThanked(shop.db, [...toOwnerValues(owner), purchaseId, shop.clock.now()]);
  return thanked ? { ok: true, token: thanked.token } : refuse('PURCHASE_NOT_FOUND');
}
