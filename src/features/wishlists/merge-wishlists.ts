import { awaitAll, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { VisitorSignedIn } from '#platform/sessions/events.ts';
import type { AccountMerge } from '#platform/sessions/personal-data.ts';
import { privateList } from './contract.ts';
import { numberItems, readItemIds } from './items/item-rows.ts';
import { moveRows } from './items/move-items.ts';
import { getListName } from './lists/find-lists.ts';
import { type ListRow, listColumnsSql, lockLists } from './lists/list-rows.ts';
import { wishlistSettings } from './settings.ts';

const lockGuestLists = sqlQuery<ListRow>(
  'wishlists.lock-guest-lists',
  `select ${listColumnsSql} from wishlists l where l.visitor_id = $1 order by l.id for update`,
);

/**
 * Defines the statements that transfer the data of a guest or an account to a customer.
 * @param owner column that identifies the previous owner
 */
const defineMoves = (owner: 'visitor_id' | 'customer_id') => ({
  /** Removes the request key: a repeated request of the guest then creates a list of the guest. */
  lists: sqlQuery(
    'wishlists.move-lists',
    `update wishlists set visitor_id = null, customer_id = $2, request_key = null, version = nextval('wishlist_versions') where ${owner} = $1`,
  ),
  purchases: sqlQuery(
    'wishlists.move-purchases',
    `update wishlist_purchases set visitor_id = null, customer_id = $2 where ${owner} = $1`,
  ),
  /** Removes lists that the customer would own and follow at the same time. */
  followed: sqlQuery(
    'wishlists.move-followed-lists',
    `with moved as (delete from wishlist_followers where ${owner} = $1 returning wishlist_id, followed_at),
      own as (delete from wishlist_followers f using wishlists l where l.id = f.wishlist_id and l.${owner} = $1 and f.customer_id = $2)
    insert into wishlist_followers (wishlist_id, customer_id, followed_at)
    select m.wishlist_id, $2, m.followed_at from moved m join wishlists l on l.id = m.wishlist_id
    where l.customer_id is distinct from $2 and l.${owner} is distinct from $1 on conflict do nothing`,
  ),
});
const guestMoves = defineMoves('visitor_id');
const accountMoves = defineMoves('customer_id');

const nameDefaultList = sqlQuery(
  'wishlists.name-default-list',
  'update wishlists set is_default = false, name = $2 where id = $1',
);

const deleteList = sqlQuery<{ tokens: string[] }>(
  'wishlists.delete-merged-list',
  'delete from wishlists where id = $1 returning share_token || former_share_tokens as tokens',
);

/** Copies the guest's settings of a list to a list that the customer has not used yet. */
const adoptDetails = sqlQuery(
  'wishlists.adopt-list',
  `update wishlists set name = $2, privacy = $3, is_gift_list = $4, event_date = $5::date, delivery_address = $6, shows_bought = $7,
    share_token = $8, owner_name = $9, occasion = $10 where id = $1`,
);

const recordMerge = sqlQuery(
  'wishlists.record-merge',
  `update wishlists set former_share_tokens = (former_share_tokens || $2::text[])[1:20], merged_items = merged_items + $3,
    version = nextval('wishlist_versions'), updated_at = $4 where id = $1`,
);

const findListIds = sqlQuery<{ id: number }>(
  'wishlists.find-list-ids-of-customer',
  'select id from wishlists where customer_id = $1 and deleted_at is null',
);

/** SQL condition: list `b` contains each row of list `a`. */
const hasAllRowsSql = (a: string, b: string): string => `not exists (
    select from wishlist_items i where i.wishlist_id = ${a} and i.removed_at is null and not exists (
      select from wishlist_items t where t.wishlist_id = ${b} and t.removed_at is null
        and t.variation_id = i.variation_id and t.addon_hash = i.addon_hash))`;

/**
 * Finds lists with the same privacy and rows, except gift lists. A private list may have additional rows, since no
 * link opens it.
 */
const findEqualLists = sqlQuery<{ id: number; name: string | null }>(
  'wishlists.find-equal-lists',
  `select l.id, l.name from wishlists s join wishlists l on l.customer_id = $2 and not l.is_default and l.deleted_at is null
    and l.privacy = s.privacy and not l.is_gift_list
  where s.id = $1 and ${hasAllRowsSql('s.id', 'l.id')} and (s.privacy = ${privateList} or ${hasAllRowsSql('l.id', 's.id')})
  order by l.id`,
);

/** Finds rows that another list also has, with notes that contain the row's note. */
const findRowsWithTwin = sqlQuery<{ id: number }>(
  'wishlists.find-items-with-twin',
  `select s.id from wishlist_items s join wishlist_items t
    on t.wishlist_id = $2 and t.removed_at is null and t.variation_id = s.variation_id and t.addon_hash = s.addon_hash
  where s.wishlist_id = $1 and s.removed_at is null and position(s.note in t.note) > 0 order by s.position`,
);

const findUse = sqlQuery<{ hasRows: boolean; hasGifts: boolean }>(
  'wishlists.find-use',
  `select exists (select from wishlist_items where wishlist_id = $1) as "hasRows",
    exists (select from wishlist_purchases where wishlist_id = $1) as "hasGifts"`,
);

const moveGifts = sqlQuery(
  'wishlists.move-gifts',
  'update wishlist_purchases set wishlist_id = $2 where wishlist_id = $1',
);

/**
 * Handles `visitorSignedIn`: transfers the guest's lists to the customer. Named lists stay separate lists, whatever
 * the names of the customer's lists are. So does a default list that was renamed, is a gift list or has gifts. Any
 * other default list is merged into the customer's default list, unless this would change who can see the rows. In
 * that case the rows that the customer's list lacks become a named list. Equal rows are merged. Limits do not apply.
 * Lock order: the customer's row, locked by an earlier handler; the guest's lists; the customer's lists.
 */
export async function mergeWishlists(
  shop: Shop,
  tx: Tx,
  { visitorId, customerId }: Pick<VisitorSignedIn, 'visitorId' | 'customerId'>,
): Promise<void> {
  if (visitorId === null) return;
  const moves = [visitorId, customerId];
  const [lists] = await awaitAll([
    lockGuestLists(tx, [visitorId]),
    guestMoves.purchases(tx, moves),
    guestMoves.followed(tx, moves),
  ]);
  const source = lists.find(({ isDefault }) => isDefault);
  const named = lists.filter(({ isDefault }) => !isDefault);
  if (source) await mergeDefaultList(shop, tx, { source, named, customerId });
  if (lists.length > 0) await guestMoves.lists(tx, moves);
}

interface DefaultListMerge {
  readonly source: ListRow;
  readonly named: readonly ListRow[];
  readonly customerId: number;
}

async function mergeDefaultList(shop: Shop, tx: Tx, merge: DefaultListMerge): Promise<void> {
  const { source, named, customerId } = merge;
  const [ids, [use]] = await awaitAll([readItemIds(tx, source.id), findUse(tx, [source.id])]);
  const isOfItsOwn = source.name !== null || source.isGiftList || use?.hasGifts === true;
  if (ids.length === 0 && !isOfItsOwn) {
    await deleteList(tx, [source.id]);
    return;
  }
  const known = (await findListIds(tx, [customerId])).map(({ id }) => id);
  const [target, ...others] = await lockLists(shop, tx, { customerId }, [null, ...known]);
  if (!target) throw new Error("the customer's default list was not opened");
  const { defaultPrivacy } = shop.settings(wishlistSettings);
  const isAsCreated = target.name === null && !target.isGiftList && target.privacy === defaultPrivacy;
  const [targetUse] = await findUse(tx, [target.id]);
  const isUnused = isAsCreated && !targetUse?.hasRows && !targetUse?.hasGifts;
  if (isUnused || (!isOfItsOwn && source.privacy === target.privacy)) {
    const tokens = await moveAllRows(tx, source, ids, target.id);
    if (isUnused) await adoptDetails(tx, [target.id, ...listDetails(source)]);
    const kept = isUnused ? tokens.slice(1) : source.privacy === privateList ? [] : tokens;
    await recordMerge(tx, [target.id, kept, ids.length, shop.clock.now()]);
    return;
  }
  if (!isOfItsOwn && (await mergeSeparately(shop, tx, merge, ids, target.id))) return;
  const names = [target, ...others, ...named].map((list) => list && getListName(shop, list));
  await nameDefaultList(tx, [source.id, findFreeName(getListName(shop, source), new Set(names))]);
}

/**
 * Transfers rows whose visibility must differ from that of the customer's default list. Rows that the default list
 * also has are merged into it. The rest is merged into an equal list of an earlier sign-in.
 * @returns false when there is no such list, so that the guest's list stays with the rest of its rows
 */
async function mergeSeparately(
  shop: Shop,
  tx: Tx,
  { source, customerId }: DefaultListMerge,
  ids: readonly number[],
  targetId: number,
): Promise<boolean> {
  const rest = source.privacy === privateList ? await moveTwins(shop, tx, source, ids, targetId) : ids;
  if (rest.length === 0) {
    await deleteList(tx, [source.id]);
    return true;
  }
  const name = getListName(shop, source);
  const lists = await findEqualLists(tx, [source.id, customerId]);
  const equal = lists.find((list) => list.name !== null && isNumbered(list.name, name));
  if (!equal) return false;
  const tokens = await moveAllRows(tx, source, rest, equal.id);
  const kept = source.privacy === privateList ? [] : tokens;
  await recordMerge(tx, [equal.id, kept, rest.length, shop.clock.now()]);
  return true;
}

/**
 * Moves all rows and gifts of a guest's list to another list, and deletes the guest's list.
 * @returns share tokens of the deleted list
 */
async function moveAllRows(tx: Tx, { id }: ListRow, ids: readonly number[], targetId: number): Promise<string[]> {
  await moveGifts(tx, [id, targetId]);
  await moveRows(tx, ids, targetId);
  const [{ tokens = [] } = {}] = await deleteList(tx, [id]);
  return tokens;
}

/**
 * Moves rows of a private list that the other list, which other people may see, also has. A row stays when the other
 * list lacks its note.
 * @returns ids of the remaining rows in their order
 */
async function moveTwins(
  shop: Shop,
  tx: Tx,
  source: ListRow,
  ids: readonly number[],
  targetId: number,
): Promise<readonly number[]> {
  const twins = (await findRowsWithTwin(tx, [source.id, targetId])).map(({ id }) => id);
  if (twins.length === 0) return ids;
  const moved = new Set(twins);
  const rest = ids.filter((id) => !moved.has(id));
  await moveRows(tx, twins, targetId);
  await numberItems(tx, source.id, rest);
  await recordMerge(tx, [targetId, [], twins.length, shop.clock.now()]);
  return rest;
}

/** Maximum number of characters of a name before a number is added: the column allows 200. */
const maxNumberedName = 190;

const addNumber = (name: string, number: number): string =>
  `${[...name].slice(0, maxNumberedName).join('').trimEnd()} (${number})`;

/** Returns whether the list has this name, with or without a number from `findFreeName`. */
const isNumbered = (listName: string, name: string): boolean =>
  listName === name || listName === addNumber(name, Number(/ \((\d{1,4})\)$/.exec(listName)?.[1]));

/** Returns the name or, when another list has it, the name with the first free number from 2. */
function findFreeName(name: string, names: ReadonlySet<string | null>): string {
  if (!names.has(name)) return name;
  let number = 2;
  while (names.has(addNumber(name, number))) number += 1;
  return addNumber(name, number);
}

function listDetails(list: ListRow): unknown[] {
  const { name, privacy, isGiftList, eventDate, deliveryAddress, showsBought, shareToken, ownerName, occasion } = list;
  return [name, privacy, isGiftList, eventDate, deliveryAddress, showsBought, shareToken, ownerName, occasion];
}

interface MergedList extends Pick<ListRow, 'id' | 'name' | 'isDefault'> {
  readonly isOfFrom: boolean;
  readonly isUsed: boolean;
}

const lockListsOfAccounts = sqlQuery<MergedList>(
  'wishlists.lock-lists-of-accounts',
  `select l.id, l.name, l.is_default as "isDefault", l.customer_id = $1 as "isOfFrom",
    l.deleted_at is null and (l.name is not null or l.is_gift_list or exists (select from wishlist_items i where i.wishlist_id = l.id)
      or exists (select from wishlist_purchases p where p.wishlist_id = l.id)) as "isUsed"
  from wishlists l where l.customer_id in ($1, $2) order by l.id for update`,
);
/**
 * Transfers all lists of an account to another account. Each stays a separate list, since other people may see it.
 * When both accounts have a used default list, the transferred one becomes a named list.
 */
export async function mergeAccountLists(shop: Shop, tx: Tx, { from, into }: AccountMerge): Promise<void> {
  const lists = await lockListsOfAccounts(tx, [from.id, into.id]);
  const source = lists.find(({ isOfFrom, isDefault }) => isOfFrom && isDefault);
  const target = lists.find(({ isOfFrom, isDefault }) => !isOfFrom && isDefault);
  if (source && !source.isUsed) await deleteList(tx, [source.id]);
  else if (source && target && !target.isUsed) await deleteList(tx, [target.id]);
  else if (source && target) {
    const names = lists.filter((list) => list !== source).map((list) => getListName(shop, list));
    await nameDefaultList(tx, [source.id, findFreeName(getListName(shop, source), new Set(names))]);
  }
  const moves = [from.id, into.id];
  await awaitAll([accountMoves.followed(tx, moves), accountMoves.lists(tx, moves), accountMoves.purchases(tx, moves)]);
}
