import { hasDisallowedWord } from '#features/contact-forms/index.ts';
import { type Db, inTransaction, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { insertOwnerVisitor, isOwnedBy, isOwnedSql, type Owner, toOwnerValues } from '#platform/sessions/owner.ts';
import { maxItemQuantity, privateList, publicList } from '../contract.ts';
import { boughtSql } from '../items/item-rows.ts';
import type { ListChanged } from '../lists/change-lists.ts';
import type { Wishlist } from '../lists/find-lists.ts';
import {
  changeList,
  type ListFailure,
  type ListRow,
  listColumnsSql,
  listNotFound,
  type WishlistRef,
} from '../lists/list-rows.ts';
import { hashRequest } from '../writes/request-key.ts';

export interface GiftInput {
  readonly list: WishlistRef;
  readonly isGiftList: boolean;
  /** YYYY-MM-DD. */
  readonly eventDate: string | null;
  /** Givers do not see it. */
  readonly deliveryAddress: string;
  /** What others read of the owner and the occasion. Default: nothing. */
  readonly ownerName?: string;
  readonly occasion?: string;
  /** Whether the owner sees what was bought, and who gave it. */
  readonly showsBought: boolean;
}

const updateGift = sqlQuery<ListRow>(
  'wishlists.set-gift',
  `update wishlists l set is_gift_list = $2, event_date = $3::date, delivery_address = $4, shows_bought = $5,
    owner_name = $7, occasion = $8, version = nextval('wishlist_versions'), updated_at = $6
  where id = $1 returning ${listColumnsSql}`,
);

/** Makes a list a gift list, or an ordinary one again. What a public list says of owner and occasion is moderated. */
export function setGiftDetails(
  shop: Shop,
  owner: Owner | null,
  { list: ref, isGiftList, eventDate, deliveryAddress, ownerName = '', occasion = '', showsBought }: GiftInput,
): Promise<ListChanged | ListFailure | { readonly ok: false; readonly code: 'NOTE_NOT_ALLOWED' }> {
  return changeList(shop, owner, ref, async (tx, { id, privacy }) => {
    if (privacy === publicList && [ownerName, occasion].some((words) => hasDisallowedWord(shop, words)))
      return { ok: false, code: 'NOTE_NOT_ALLOWED' };
    const values = [id, isGiftList, eventDate, deliveryAddress.trim(), showsBought, shop.clock.now()];
    const [list] = await updateGift(tx, [...values, ownerName.trim(), occasion.trim()]);
    return list ? { ok: true, list } : listNotFound;
  });
}

export interface BuyGiftInput {
  /** Share token of the list. */
  readonly token: string;
  readonly itemId: number;
  readonly quantity: number;
  /** Name for the owner's thank-you list; may be empty. */
  readonly giver: string;
  /** Names the request: with the same row, quantity and name it marks once, however often it comes. */
  readonly requestKey?: string | undefined;
}

export type BuyGiftResult =
  | { readonly ok: true; readonly purchaseId: number; readonly list: ListRow }
  | ListFailure
  | { readonly ok: false; readonly code: 'ITEM_NOT_FOUND' | 'ITEM_INVALID' | 'OWN_LIST' }
  /** `left`: how many are still wanted. */
  | { readonly ok: false; readonly code: 'GIFT_BOUGHT'; readonly left: number };

const lockSharedList = sqlQuery<ListRow>(
  'wishlists.lock-shared-list',
  `select ${listColumnsSql} from wishlists l
  where l.deleted_at is null and l.privacy < ${privateList}
    and (l.share_token = $1 or (l.former_share_tokens <> '{}' and l.former_share_tokens @> array[$1::text])) for update`,
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

/** A guest whose first request is repeated is another visitor each time. The browser keeps the last one. */
const claimPurchase = sqlQuery<{ id: number }>(
  'wishlists.claim-purchase-of-request',
  `update wishlist_purchases set visitor_id = $1::uuid, customer_id = $2::bigint where request_key = $3 returning id`,
);

/**
 * Marks that a giver bought something of a gift list, so that others do not buy it too. A request that
 * is repeated marks it once.
 */
export async function buyGift(
  shop: Shop,
  giver: Owner,
  { token, itemId, quantity, giver: name, requestKey }: BuyGiftInput,
): Promise<BuyGiftResult> {
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > maxItemQuantity)
    return { ok: false, code: 'ITEM_INVALID' };
  return inTransaction(shop.db, async (tx): Promise<BuyGiftResult> => {
    await insertOwnerVisitor(tx, giver);
    const [list] = await lockSharedList(tx, [token]);
    if (!list?.isGiftList) return listNotFound;
    if (isOwnedBy(list, giver)) return { ok: false, code: 'OWN_LIST' };
    const key = hashRequest(requestKey, [list.id, itemId, quantity, name.trim()]);
    const [before] = key === null ? [] : await claimPurchase(tx, [...toOwnerValues(giver), key]);
    if (before) return { ok: true, purchaseId: before.id, list };
    const [wanted] = await findWanted(tx, [list.id, itemId]);
    if (!wanted) return { ok: false, code: 'ITEM_NOT_FOUND' };
    if (wanted.left < quantity) return { ok: false, code: 'GIFT_BOUGHT', left: Math.max(0, wanted.left) };
    const values = [itemId, quantity, name.trim(), shop.clock.now(), key];
    const [purchase] = await insertPurchase(tx, [...toOwnerValues(giver), ...values]);
    if (!purchase) throw new Error('the purchase was not recorded');
    return { ok: true, purchaseId: purchase.id, list };
  });
}

export interface PurchaseFailure {
  readonly ok: false;
  readonly code: 'PURCHASE_NOT_FOUND';
}

const deletePurchase = sqlQuery<{ id: number }>(
  'wishlists.delete-purchase',
  `delete from wishlist_purchases r where r.id = $3 and ${isOwnedSql('r')} returning r.id`,
);

/**
 * Takes a giver's own mark back. The giver learns nothing of the list, whose link may have been revoked.
 */
export async function takeBackGift(
  shop: Shop,
  giver: Owner | null,
  purchaseId: number,
): Promise<{ readonly ok: true } | PurchaseFailure> {
  const [deleted] = await deletePurchase(shop.db, [...toOwnerValues(giver), purchaseId]);
  return deleted ? { ok: true } : { ok: false, code: 'PURCHASE_NOT_FOUND' };
}

/** What somebody marked as bought. Its row may be gone. */
export interface Purchase {
  readonly id: number;
  /** Of the product, when it was bought. */
  readonly productName: string;
  readonly quantity: number;
  /** '' when the giver gave no name. */
  readonly giver: string;
  readonly boughtAt: Date;
  readonly thankedAt: Date | null;
}

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

/** The thank-you list of a gift list. Empty for others than its owner, and while the owner does not want to see it. */
export async function findPurchases(db: Db, { id, isUserOwner, gift }: Wishlist): Promise<Purchase[]> {
  return isUserOwner && gift?.showsBought ? selectPurchases(db, [id]) : [];
}

/** What a giver marked in a list, and can take back. */
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
): Promise<{ readonly ok: true; readonly token: string } | PurchaseFailure> {
  const [thanked] = await markThanked(shop.db, [...toOwnerValues(owner), purchaseId, shop.clock.now()]);
  return thanked ? { ok: true, token: thanked.token } : { ok: false, code: 'PURCHASE_NOT_FOUND' };
}
