import { resolveVariations } from '#features/cart/index.ts';
import { getPurchasableVariations, type PurchasableVariation } from '#features/catalog/index.ts';
import { addonFieldName } from '#features/pricing/index.ts';
import { toAddonFiles } from '#features/uploads/index.ts';
import { inTransaction, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Owner } from '#platform/sessions/owner.ts';
import { type ItemAddons, type ItemChoices, maxNoteLength } from '../contract.ts';
import { refuse, type WishlistFailure } from '../errors.ts';
import { createList, type NewList } from '../lists/change-lists.ts';
import { type ListChanged, lockLists, type WishlistRef } from '../lists/list-rows.ts';
import { wishlistSettings } from '../settings.ts';
import { isQuantity } from './change-items.ts';
import { claimItemFiles, withContents } from './item-files.ts';
import { getAvailability, getItemPrice } from './item-offer.ts';
import { hashAddons } from './item-rows.ts';

export interface AddItemInput {
  /** A list of the owner, or a new list. Null: the default list. */
  readonly list: WishlistRef | NewList;
  /** Id of the product, or of one of its variations. */
  readonly productId: number;
  /** Variation id of the product form. Chosen attributes take precedence. */
  readonly variationId?: number | null;
  readonly choices?: ItemChoices;
  /** Submitted add-on fields. Only fields of the product are kept, and only files that the owner has uploaded. */
  readonly addons?: ItemAddons;
  readonly quantity?: number;
  readonly note?: string;
  /** Whether to raise the quantity of an existing row to at least this quantity. */
  readonly raisesQuantity?: boolean;
}

export interface ItemAdded extends ListChanged {
  /** `exists`: the list already has this row. */
  readonly result: 'true' | 'exists';
  readonly itemId: number;
  readonly productId: number;
  readonly name: string;
}

/** Maximum bytes of a row's add-ons as JSON. The table allows 65,536 with a space after each colon and comma. */
const maxAddonBytes = 48_000;

/**
 * Adds a product to a list. An existing row stays unchanged, except with `raisesQuantity`. Creates the default list
 * and the visitor's row when they are missing. Products that can't be bought now can be added as long as they have a
 * page.
 */
export async function addItem(shop: Shop, owner: Owner, input: AddItemInput): Promise<ItemAdded | WishlistFailure> {
  const { quantity = 1, note = '', raisesQuantity = false, list: target } = input;
  if (!isQuantity(quantity) || note.length > maxNoteLength) return refuse('ITEM_INVALID');
  const variation = await findVariationToAdd(shop, input);
  if (!variation) return refuse('PRODUCT_NOT_FOUND');
  const { variationId, productId, name } = variation;
  const choices = keepOpenChoices(variation, input.choices ?? {});
  const sentAddons = keepDefinedAddons(variation, input.addons ?? {});
  if (Buffer.byteLength(JSON.stringify(sentAddons)) > maxAddonBytes) return refuse('ITEM_INVALID');
  const add = async (tx: Tx): Promise<ItemAdded | WishlistFailure> => {
    const created = isNewList(target) ? await createList(shop, tx, owner, target) : null;
    if (created && !created.ok) return created;
    const [list] = await lockLists(shop, tx, owner, [isNewList(target) ? (created?.list.id ?? 0) : target]);
    if (!list) return refuse('LIST_NOT_FOUND');
    const claimed = await claimItemFiles(shop, tx, owner, variation, sentAddons);
    const { maxItems } = shop.settings(wishlistSettings);
    const now = shop.clock.now();
    const [found] = await upsertItem(tx, [
      ...[list.id, productId, variationId, name.slice(0, 500).toWellFormed(), choices, claimed.addons],
      ...[hashAddons(choices, withContents(claimed)), quantity, note],
      getItemPrice(variation, claimed.addons, toAddonFiles(shop, claimed.files)),
      ['available', 'choose-options'].includes(getAvailability(variation, choices)),
      ...[now, maxItems, claimed.files.map(({ id }) => id)],
    ]);
    if (!found) return refuse('LIST_FULL', { max: maxItems });
    if (!found.isAdded && raisesQuantity) await raiseQuantity(tx, [found.id, quantity, now]);
    return { ok: true, result: found.isAdded ? 'true' : 'exists', itemId: found.id, productId, name, list };
  };
  return inTransaction(shop.db, add, { reusePlans: true });
}

const isNewList = (target: AddItemInput['list']): target is NewList => typeof target === 'object' && target !== null;

async function findVariationToAdd(
  shop: Shop,
  { productId, variationId = null, choices = {} }: AddItemInput,
): Promise<PurchasableVariation | null> {
  const [item] = await resolveVariations(shop.db, [{ productId, variationId, chosen: choices, quantity: 1 }]);
  const isFound = item?.state === 'found' && item.variationId !== null;
  const id = isFound && item.variationId !== null ? item.variationId : productId;
  const variation = (await getPurchasableVariations(shop.db, [id], shop.clock.now())).get(id);
  if (variation?.status !== 'published') return null;
  // A variation that is not for sale can't be chosen on the product's page.
  const isMaster = variation.variationId === variation.productId;
  if (!isMaster && variation.unavailableReason === 'NOT_FOR_SALE') return null;
  return isFound && variation.productId !== productId ? null : variation;
}

/** Keeps only choices of attributes for which the variation accepts any term. */
function keepOpenChoices({ options }: PurchasableVariation, choices: ItemChoices): ItemChoices {
  return Object.fromEntries(
    options.flatMap(({ attribute, term, terms }) => {
      const slug = choices[attribute];
      return term === null && terms.some((each) => each.slug === slug) ? [[attribute, slug ?? '']] : [];
    }),
  );
}

/**
 * Keeps only add-ons that the product defines and that have a value. Other fields, and empty ones as forms send them,
 * would create a second row of the same product.
 */
function keepDefinedAddons({ addons: definitions }: PurchasableVariation, addons: ItemAddons): ItemAddons {
  const fields = new Set(definitions.map(addonFieldName));
  return Object.fromEntries(
    Object.entries(addons).flatMap(([field, sent]) => {
      const values = sent.map((value) => value.trim()).filter((value) => value !== '');
      return fields.has(field) && values.length > 0 ? [[field, values]] : [];
    }),
  );
}

const upsertItem = sqlQuery<{ id: number; isAdded: boolean }>(
  'wishlists.add-item',
  `with last as (
    select coalesce(max(position), 0) as position from wishlist_items where wishlist_id = $1
  ), added as (
    insert into wishlist_items as i (wishlist_id, product_id, variation_id, product_name, choices, addons, addon_hash, quantity, note,
      position, added_price, was_available, added_at, uploads)
    select $1, $2, $3, $4, $5::jsonb, $6::jsonb, $7, $8, $9, last.position + 1, $10::bigint, $11, $12, $14::uuid[] from last where last.position < $13
    on conflict (wishlist_id, variation_id, addon_hash) do update set product_name = excluded.product_name, quantity = excluded.quantity,
      note = excluded.note, position = excluded.position, added_price = excluded.added_price, was_available = excluded.was_available,
      added_at = excluded.added_at, addons = excluded.addons, uploads = excluded.uploads, removed_at = null, removed_position = null
      where i.removed_at is not null
    returning i.id
  ), touched as (
    update wishlists set version = nextval('wishlist_versions'), updated_at = $12 where id = $1 and exists (select from added)
  )
  select id, true as "isAdded" from added
  union all
  select id, false from wishlist_items
  where wishlist_id = $1 and variation_id = $3 and addon_hash = $7 and removed_at is null and not exists (select from added)`,
);

const raiseQuantity = sqlQuery(
  'wishlists.raise-quantity',
  `with raised as (update wishlist_items set quantity = $2 where id = $1 and quantity < $2 returning wishlist_id)
  update wishlists set version = nextval('wishlist_versions'), updated_at = $3 where id in (select wishlist_id from raised)`,
);
