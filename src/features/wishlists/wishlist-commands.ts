import type { CliOutput, CommandDefinition } from '#platform/cli/command.ts';
import { inTransaction, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { readCount } from '#platform/input/read-number.ts';
import { normalizeEmail } from '#platform/mail/email-address.ts';
import type { OwnerColumns } from '#platform/sessions/owner.ts';
import { privateList } from './contract.ts';
import { readItems } from './items/item-rows.ts';
import { getListName } from './lists/find-lists.ts';
import { createDefaultList, type ListRow } from './lists/list-rows.ts';

const perPage = 50;
const privacyNames = ['public', 'shared', 'private'] as const;

interface ListedWishlist
  extends Pick<ListRow, 'id' | 'name' | 'privacy' | 'isGiftList' | 'eventDate' | 'deliveryAddress' | 'updatedAt'> {
  /** Null for the list of a guest. */
  readonly email: string | null;
  readonly items: number;
}

const listedColumnsSql = `l.id, l.name, c.email, l.privacy, l.is_gift_list as "isGiftList", l.event_date as "eventDate",
  l.delivery_address as "deliveryAddress", l.updated_at as "updatedAt",
  (select count(*)::integer from wishlist_items i where i.wishlist_id = l.id and i.removed_at is null) as items
  from wishlists l left join customers c on c.id = l.customer_id`;

const selectLists = sqlQuery<ListedWishlist>(
  'wishlists.list-lists',
  `select ${listedColumnsSql} where l.deleted_at is null and ($1::text is null or lower(c.email) = lower($1::text))
    and ($2::smallint is null or l.privacy = $2::smallint)
  order by l.updated_at desc, l.id desc limit ${perPage} offset $3`,
);
const selectList = sqlQuery<ListedWishlist>(
  'wishlists.show-list',
  `select ${listedColumnsSql} where l.id = $1 and l.deleted_at is null`,
);

const selectGiftsWithoutRow = sqlQuery<{ name: string; quantity: number; giver: string }>(
  'wishlists.show-gifts-without-row',
  `select p.product_name as name, p.quantity, p.giver from wishlist_purchases p
  where p.wishlist_id = $1 and not exists (
    select from wishlist_items i where i.wishlist_id = p.wishlist_id and i.variation_id = p.variation_id
      and i.addon_hash = p.addon_hash and i.removed_at is null)
  order by p.bought_at, p.id`,
);

const hideList = sqlQuery<{ id: number }>(
  'wishlists.hide-list',
  `update wishlists set privacy = ${privateList}, version = nextval('wishlist_versions') where id = $1 and deleted_at is null returning id`,
);

const lockListsBeside = sqlQuery<{ id: number } & OwnerColumns>(
  'wishlists.lock-lists-beside',
  `select l.id, l.visitor_id as "visitorId", l.customer_id as "customerId" from wishlists l
  join wishlists r on r.id = $1 and (l.visitor_id = r.visitor_id or l.customer_id = r.customer_id) order by l.id for update of l`,
);
const deleteRow = sqlQuery('wishlists.remove-list', 'delete from wishlists where id = $1');
const raiseVersions = sqlQuery(
  'wishlists.raise-versions',
  `update wishlists set version = nextval('wishlist_versions') where id = any($1::bigint[])`,
);

const listArgument = { name: '<id>', description: 'id of the list' };

/** @returns 0 when the text is not an id */
const readListId = (text: string): number => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0);

/**
 * Prints that the list does not exist.
 * @returns the exit code
 */
function failWithoutList(output: CliOutput, id: string): number {
  output.warn(`There is no wishlist ${id}.`);
  output.result({ ok: false, code: 'LIST_NOT_FOUND' });
  return 1;
}

const listCommand: CommandDefinition = {
  name: 'wishlists list',
  summary: 'list wishlists, changed last first',
  requires: 'wishlists.read',
  options: [
    { flags: '--email <email>', description: 'of one customer' },
    { flags: '--privacy <privacy>', description: privacyNames.join(', ') },
    { flags: '--page <page>', description: 'page number, starting at 1' },
  ],
  run: async (shop, { options }, output) => {
    const page = readCount(options.page ?? '1');
    if (!Number.isInteger(page) || page < 1 || page > 1_000_000)
      return failWithUsageError(output, '--page: expected a whole number of 1 or more');
    const privacy = (privacyNames as readonly unknown[]).indexOf(options.privacy);
    if (options.privacy !== undefined && privacy < 0)
      return failWithUsageError(output, `--privacy: expected one of ${privacyNames.join(', ')}`);
    const email = options.email === undefined ? null : normalizeEmail(String(options.email));
    const values = [email, privacy < 0 ? null : privacy, (page - 1) * perPage];
    const lists = (await selectLists(shop.db, values)).map((list) => describe(shop, list));
    output.table(
      ['id', 'owner', 'name', 'privacy', 'items', 'changed'],
      lists.map((list) => [
        ...[String(list.id), list.email ?? 'guest', list.name, list.privacy, String(list.items)],
        list.updatedAt.toISOString().slice(0, 10),
      ]),
    );
    if (lists.length === 0) output.line('No wishlists.');
    output.result({ wishlists: lists });
    return 0;
  },
};

const showCommand: CommandDefinition = {
  name: 'wishlists show',
  summary: 'show a wishlist with its rows',
  requires: 'wishlists.read',
  arguments: [listArgument],
  run: async (shop, { arguments: [id = ''] }, output) => {
    const [found] = await selectList(shop.db, [readListId(id)]);
    if (!found) return failWithoutList(output, id);
    const list = describe(shop, found);
    const rows = (await readItems(shop.db, list.id)).map(
      ({ id, productId, variationId, productName: name, quantity, note, bought }) => ({
        ...{ id, productId, variationId, name, quantity, note, bought },
      }),
    );
    const giftsWithoutRow = await selectGiftsWithoutRow(shop.db, [list.id]);
    output.line(`Wishlist ${list.id}: ${list.name}, ${list.privacy}, of ${list.email ?? 'a guest'}`);
    if (list.isGiftList) {
      output.line(`  gift list for ${list.eventDate ?? 'no date'}`);
      if (list.deliveryAddress !== '') output.line(`  send gifts to: ${list.deliveryAddress}`);
    }
    for (const { name, variationId, quantity, bought, note } of rows) {
      const boughtText = list.isGiftList ? `, ${bought} bought` : '';
      output.line(`  ${quantity} × ${name} (variation ${variationId})${boughtText}${note === '' ? '' : `: ${note}`}`);
    }
    for (const { name, quantity, giver } of giftsWithoutRow)
      output.line(`  ${quantity} × ${name}, bought${giver === '' ? '' : ` by ${giver}`}, no longer on the list`);
    output.result({ ...list, rows, giftsWithoutRow });
    return 0;
  },
};

function defineChange(
  definition: Pick<CommandDefinition, 'name' | 'summary'>,
  /** @returns false when the list does not exist */
  change: (shop: Shop, id: number) => Promise<boolean>,
  done: string,
): CommandDefinition {
  return {
    ...definition,
    requires: 'wishlists.write',
    arguments: [listArgument],
    run: async (shop, { arguments: [id = ''] }, output) => {
      if (!(await change(shop, readListId(id)))) return failWithoutList(output, id);
      output.line(`Wishlist ${id} ${done}.`);
      output.result({ ok: true, id: Number(id) });
      return 0;
    },
  };
}

const hideCommand = defineChange(
  { name: 'wishlists hide', summary: 'make a wishlist private, such as one with a name that offends' },
  async ({ db }, id) => (await hideList(db, [id])).length > 0,
  'is private',
);
/**
 * Deletes a list with its rows. The version that the owner's browser compares must still increase, so the other lists
 * get a new version, or an empty default list replaces the last list.
 * @returns false when the list does not exist
 */
const deleteList = (shop: Shop, id: number): Promise<boolean> =>
  inTransaction(shop.db, async (tx) => {
    const lists = await lockListsBeside(tx, [id]);
    const list = lists.find((each) => each.id === id);
    if (!list) return false;
    await deleteRow(tx, [id]);
    const others = lists.flatMap((each) => (each.id === id ? [] : [each.id]));
    if (others.length === 0) await createDefaultList(shop, tx, [list.visitorId, list.customerId]);
    else await raiseVersions(tx, [others]);
    return true;
  });

const deleteCommand = defineChange(
  { name: 'wishlists delete', summary: 'delete a wishlist with its rows, for good' },
  deleteList,
  'is deleted',
);

export const wishlistCommands: readonly CommandDefinition[] = [listCommand, showCommand, hideCommand, deleteCommand];

function describe(shop: Shop, { name, privacy, ...list }: ListedWishlist) {
  return { ...list, name: getListName(shop, { name }), privacy: privacyNames[privacy] };
}

function failWithUsageError(output: CliOutput, message: string): number {
  output.warn(message);
  return 2;
}
