import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { isOwnedBy, isOwnedSql, type Owner, toOwnerValues } from '#platform/sessions/owner.ts';
import { getWishlistPath, privateList, publicList, type UserWishlist, wishlistPath } from '../contract.ts';
import { wishlistTexts as texts } from '../texts.ts';
import { isOpenedSql, type ListRow, listColumnsSql, type WishlistRef } from './list-rows.ts';

/** A list, as who looks at it may see it. */
export interface Wishlist extends Pick<ListRow, 'id' | 'privacy' | 'isDefault' | 'createdAt' | 'updatedAt'> {
  /** Of this viewer's addresses and forms: the owner's token, or the share token. */
  readonly token: string;
  /** Opens the list for others; null while it is private, and for others than the owner. */
  readonly shareToken: string | null;
  readonly name: string;
  /** Decides what the viewer can do. */
  readonly isUserOwner: boolean;
  /** Of rows that are not removed. */
  readonly itemCount: number;
  readonly gift: GiftDetails | null;
  /** Items that came from the guest's default list at sign-in, until the owner has seen it. */
  readonly mergedItems: number;
  /** Whether the viewer follows it. */
  readonly isFollowed: boolean;
}

/** Date, and what others read of owner and occasion; '': nothing. */
export interface GiftDetails extends Pick<ListRow, 'eventDate' | 'ownerName' | 'occasion' | 'showsBought'> {
  /** Null for others than the owner. */
  readonly deliveryAddress: string | null;
}

interface FoundRow extends ListRow {
  readonly itemCount: number;
  readonly isFollowed: boolean;
}

/** SQL columns of a `FoundRow` of `wishlists l`. The viewer is `$1` and `$2`. */
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

/** The owner's lists: the default list first, others by age. Deleted ones are left out. One query. */
export async function findOwnLists(shop: Shop, db: Db, owner: Owner | null): Promise<Wishlist[]> {
  if (owner === null) return [];
  return (await selectOwnLists(db, toOwnerValues(owner))).map((row) => toWishlist(shop, row, owner));
}

/**
 * Finds a list for a viewer. Owners find their lists by id, token or as the default one. Others find
 * lists that are not private by the share token. One query.
 * @param ref null: the default list of the viewer
 * @returns null when there is none that the viewer may see
 */
export async function findList(shop: Shop, db: Db, viewer: Owner | null, ref: WishlistRef): Promise<Wishlist | null> {
  if (viewer === null && typeof ref !== 'string') return null;
  const id = typeof ref === 'number' ? ref : null;
  const token = typeof ref === 'string' ? ref : null;
  const [row] = await selectList(db, [...toOwnerValues(viewer), id, token]);
  return row ? toWishlist(shop, row, viewer) : null;
}

/** Public lists that the viewer follows, newest first. One query. */
export async function findFollowedLists(shop: Shop, db: Db, viewer: Owner | null): Promise<Wishlist[]> {
  if (viewer === null) return [];
  return (await selectFollowed(db, toOwnerValues(viewer))).map((row) => toWishlist(shop, row, viewer));
}

/**
 * Public lists with these words in their name, changed last first. A default list is found once its
 * owner has renamed it: all others have the name that the shop gives them.
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

/** The name as pages show it. */
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
 * The shopper's lists as replies have them.
 * @param productId product of the links that add, which lead to a page with a form; null for links to the lists
 */
export function toUserWishlists(lists: readonly Wishlist[], productId: number | null): UserWishlist[] {
  return lists.map(({ id, token, name, isDefault }) => ({
    ...{ id, wishlist_name: name, default: isDefault },
    add_to_this_wishlist_url: productId === null ? getWishlistPath(token) : getAddPath(productId, id),
  }));
}

/**
 * The page that asks before it adds: a link may not change anything.
 * @param listId the list that it suggests. Default: the default list
 */
export function getAddPath(productId: number, listId?: number): string {
  const list = listId === undefined ? {} : { wishlist_id: String(listId) };
  return `${wishlistPath}/add?${new URLSearchParams({ add_to_wishlist: String(productId), ...list })}`;
}
