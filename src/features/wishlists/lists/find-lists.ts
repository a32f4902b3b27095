import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { isOwnedBy, isOwnedSql, type Owner, toOwnerValues } from '#platform/sessions/owner.ts';
import { getWishlistPath, privateList, publicList, type UserWishlist, wishlistPath } from '../contract.ts';
import { wishlistTexts as texts } from '../texts.ts';
import { isOpenedSql, type ListRow, listColumnsSql, type WishlistRef } from './list-rows.ts';

export interface Wishlist extends Pick<ListRow, 'id' | 'privacy' | 'isDefault' | 'createdAt' | 'updatedAt'> {
  /** Token for this viewer's addresses and forms: the owner's token for the owner, else the share token. */
  readonly token: string;
  /** Token with which other people open the list. Null when the list is private, or the viewer is not the owner. */
  readonly shareToken: string | null;
  readonly name: string;
  /** Whether the viewer owns the list, which determines what the viewer can do. */
  readonly isUserOwner: boolean;
  /** Number of rows, without removed ones. */
  readonly itemCount: number;
  readonly gift: GiftDetails | null;
  /** Number of rows merged from the guest's default list at sign-in; 0 after the owner has seen the notice. */
  readonly mergedItems: number;
  readonly isFollowed: boolean;
}

/**
 * Details of a gift list. Owner name and occasion are visible to other people; '' when the owner does not disclose
 * them.
 */
export interface GiftDetails extends Pick<ListRow, 'eventDate' | 'ownerName' | 'occasion' | 'showsBought'> {
  /** Null unless the viewer is the owner. */
  readonly deliveryAddress: string | null;
}

interface FoundRow extends ListRow {
  readonly itemCount: number;
  readonly isFollowed: boolean;
}

/** SQL columns of a `FoundRow` from `wishlists l`. The viewer's ids are `$1` and `$2`. */
const foundColumnsSql = `${listColumnsSql},
  (select count(*)::integer from wishlist_items i where i.wishlist_id = l.id and i.removed_at is null) as "itemCount",
  exists (select from wishlist_followers r where r.wishlist_id = l.id and ${isOwnedSql('r')}) as "isFollowed"`;

const selectOwnLists = sqlQuery<FoundRow>(
  'wishlists.find-own-lists',
  `select ${foundColumnsSql} from wishlists l where ${isOwnedSql('l')} and l.deleted_at is null order by l.is_default desc, l.created_at, l.id`,
);

const selectList = sqlQuery<FoundRow>(
  'wishlists.find-list',
  `select ${foundColumnsSql} from wishlists l
  where l.deleted_at is null and (
    (${isOwnedSql('l')} and (l.id = $3::bigint or l.token = $4::text or (l.is_default and $3::bigint is null and $4::text is null)))
    or ${isOpenedSql('$4::text')}
  )`,
);

const selectFollowed = sqlQuery<FoundRow>(
  'wishlists.find-followed-lists',
  `select ${foundColumnsSql} from wishlist_followers r join wishlists l on l.id = r.wishlist_id
  where ${isOwnedSql('r')} and l.deleted_at is null and l.privacy = ${publicList} order by r.followed_at desc, l.id`,
);

const searchPublic = sqlQuery<FoundRow>(
  'wishlists.search-public-lists',
  `select ${foundColumnsSql} from wishlists l
  where l.deleted_at is null and l.privacy = ${publicList} and l.name ilike $3 order by l.updated_at desc, l.id desc limit $4 offset $5`,
);

/**
 * Finds the owner's lists with one query: the default list first, then the others from the oldest. Leaves out deleted
 * lists.
 */
export async function findOwnLists(shop: Shop, db: Db, owner: Owner | null): Promise<Wishlist[]> {
  if (owner === null) return [];
  return (await selectOwnLists(db, toOwnerValues(owner))).map((row) => toWishlist(shop, row, owner));
}

/**
 * Finds a list for a viewer with one query. Owners find their lists by id or token. Other people find lists that are
 * not private by the share token.
 * @param ref null for the viewer's default list
 * @returns null when there is no such list that the viewer may see
 */
export async function findList(shop: Shop, db: Db, viewer: Owner | null, ref: WishlistRef): Promise<Wishlist | null> {
  if (viewer === null && typeof ref !== 'string') return null;
  const id = typeof ref === 'number' ? ref : null;
  const token = typeof ref === 'string' ? ref : null;
  const [row] = await selectList(db, [...toOwnerValues(viewer), id, token]);
  return row ? toWishlist(shop, row, viewer) : null;
}

/** Finds the public lists that the viewer follows, the last followed first, with one query. */
export async function findFollowedLists(shop: Shop, db: Db, viewer: Owner | null): Promise<Wishlist[]> {
  if (viewer === null) return [];
  return (await selectFollowed(db, toOwnerValues(viewer))).map((row) => toWishlist(shop, row, viewer));
}

/**
 * Finds public lists by words of their names, the last changed first. A default list is found only after its owner
 * has renamed it: all others have the same name.
 */
export async function searchPublicLists(
  shop: Shop,
  db: Db,
  viewer: Owner | null,
  { words, page, perPage }: { readonly words: string; readonly page: number; readonly perPage: number },
): Promise<Wishlist[]> {
  const pattern = `%${words.trim().replace(/[\\%_]/g, '\\$&')}%`;
  const rows = await searchPublic(db, [...toOwnerValues(viewer), pattern, perPage, (page - 1) * perPage]);
  return rows.map((row) => toWishlist(shop, row, viewer));
}

export function getListName({ t }: Pick<Shop, 't'>, { name }: Pick<ListRow, 'name'>): string {
  return name ?? t(texts.defaultName);
}

function toWishlist(shop: Shop, row: FoundRow, viewer: Owner | null): Wishlist {
  const { id, privacy, isDefault, itemCount, isFollowed, createdAt, updatedAt } = row;
  const { token, shareToken, eventDate, deliveryAddress, ownerName, occasion, showsBought, mergedItems } = row;
  const isUserOwner = isOwnedBy(row, viewer);
  return {
    ...{ id, privacy, isDefault, isUserOwner, itemCount, isFollowed, createdAt, updatedAt },
    token: isUserOwner ? token : shareToken,
    shareToken: isUserOwner && privacy !== privateList ? shareToken : null,
    name: getListName(shop, row),
    gift: row.isGiftList
      ? { eventDate, ownerName, occasion, showsBought, deliveryAddress: isUserOwner ? deliveryAddress : null }
      : null,
    mergedItems: isUserOwner ? mergedItems : 0,
  };
}

/**
 * Converts the shopper's lists for replies.
 * @param productId product of the links for adding, which lead to a page with a form; null for links to the lists
 */
export function toUserWishlists(lists: readonly Wishlist[], productId: number | null): UserWishlist[] {
  return lists.map(({ id, token, name, isDefault }) => ({
    ...{ id, wishlist_name: name, default: isDefault },
    add_to_this_wishlist_url: productId === null ? getWishlistPath(token) : getAddPath(productId, id),
  }));
}

/**
 * Returns the path of the page that asks before adding a product: a link must not change data.
 * @param listId list that the page preselects. Default: the default list
 */
export function getAddPath(productId: number, listId?: number): string {
  const list = listId === undefined ? {} : { wishlist_id: String(listId) };
  return `${wishlistPath}/add?${new URLSearchParams({ add_to_wishlist: String(productId), ...list })}`;
}
