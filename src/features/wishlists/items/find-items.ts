import {
  getPriceRanges,
  getPurchasableVariations,
  type ProductType,
  type PurchasableVariation,
} from '#features/catalog/index.ts';
import { loadPriceDisplay, type PriceDisplay, type PriceRange } from '#features/pricing/index.ts';
import { toAddonFiles } from '#features/uploads/index.ts';
import { awaitAll, type Db, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { MediaRow } from '#platform/media/media.ts';
import { isOwnedSql, type Owner, toOwnerValues } from '#platform/sessions/owner.ts';
import type { ItemChoices, ListedItem } from '../contract.ts';
import type { Wishlist } from '../lists/find-lists.ts';
import { wishlistTexts as texts } from '../texts.ts';
import { withoutFiles } from './item-files.ts';
import { getAvailability, getItemAddons, getItemPrice, type ItemAvailability } from './item-offer.ts';
import { type ItemRow, readItems, readItemsById } from './item-rows.ts';

interface NamedValue {
  readonly name: string;
  readonly value: string;
}

/** A row with the current data of its product. */
export interface WishlistItem
  extends Pick<ItemRow, 'id' | 'wishlistId' | 'productId' | 'choices' | 'addons' | 'quantity' | 'note' | 'addedAt'> {
  /** Id of the product when no variation is chosen. */
  readonly variationId: number;
  /** Null when the product is no longer available. */
  readonly productType: ProductType | null;
  /** Slug of the product's page; null when the product is no longer available. */
  readonly slug: string | null;
  readonly name: string;
  readonly options: readonly NamedValue[];
  /**
   * Names and values of add-ons. Other viewers than the owner see only chosen values, not typed texts and uploads.
   */
  readonly addonValues: readonly NamedValue[];
  readonly image: MediaRow | null;
  /** From 1, without gaps. */
  readonly position: number;
  readonly availability: ItemAvailability;
  /** Price of one item with its add-ons, as pages show prices; null when the price can't be calculated. */
  readonly price: { readonly current: number; readonly regular: number; readonly currency: string } | null;
  /** Price range of a product whose options are not chosen yet, as pages show prices. */
  readonly priceRange: PriceRange | null;
  /** Remaining stock; null when the shop does not show it. */
  readonly stockLeft: number | null;
  /** Changes of price and stock since the row was added. Prices are as pages show them. */
  readonly changes: readonly ItemChange[];
  /** Number of pieces of a gift list that were bought; null when the viewer may not see it. */
  readonly bought: number | null;
}

export type ItemChange =
  | { readonly kind: 'priceRose' | 'priceFell'; readonly before: number; readonly now: number }
  | { readonly kind: 'soldOut' | 'backInStock' | 'noLongerSold' };

export interface ItemPage {
  readonly items: readonly WishlistItem[];
  /** From 1; the last page when a later page was requested. */
  readonly page: number;
  readonly perPage: number;
  readonly pageCount: number;
  readonly itemCount: number;
}

/** Loads one page of rows with three queries, and one more when rows have open options. */
export async function findItems(
  shop: Shop,
  db: Db,
  list: Wishlist,
  { page, perPage }: { readonly page: number; readonly perPage: number },
): Promise<ItemPage> {
  const { itemCount } = list;
  const pageCount = Math.max(1, Math.ceil(itemCount / perPage));
  const shown = Math.min(Math.max(1, page), pageCount);
  const rows = await readItems(db, list.id, { after: (shown - 1) * perPage, count: perPage });
  return { items: await toItems(shop, db, list, rows), page: shown, perPage, pageCount, itemCount };
}

/** Loads rows of a list by id, in the order of the list. Skips unknown ids. */
export const findItemsById = async (shop: Shop, db: Db, list: Wishlist, ids: readonly number[]) =>
  toItems(shop, db, list, await readItemsById(db, list.id, ids));

async function toItems(shop: Shop, db: Db, list: Wishlist, rows: readonly ItemRow[]): Promise<WishlistItem[]> {
  const now = shop.clock.now();
  const ids = rows.map(({ variationId }) => variationId);
  const [variations, display] = await awaitAll([getPurchasableVariations(db, ids, now), loadPriceDisplay(shop, db)]);
  const unchosen = [...variations.values()].filter(
    ({ status, type, unavailableReason }) =>
      status === 'published' && (unavailableReason === 'CHOOSE_OPTIONS' || type === 'grouped'),
  );
  const productIds = unchosen.map(({ productId }) => productId);
  const ranges = await getPriceRanges(db, productIds, now, display);
  return rows.map((row) => toItem(shop, list, row, variations.get(row.variationId) ?? null, ranges, display));
}

function toItem(
  shop: Pick<Shop, 't'>,
  list: Wishlist,
  row: ItemRow,
  found: PurchasableVariation | null,
  ranges: ReadonlyMap<number, PriceRange | null>,
  display: PriceDisplay,
): WishlistItem {
  const { id, wishlistId, productId, variationId, choices, quantity, note, addedAt } = row;
  const files = row.files ?? [];
  const variation = found?.status === 'published' && found.productId === productId ? found : null;
  const isBoughtSeen = list.gift !== null && (!list.isUserOwner || list.gift.showsBought);
  const availability = variation ? getAvailability(variation, choices) : 'unavailable';
  const shared = {
    ...{ id, wishlistId, productId, variationId, choices, quantity, note, addedAt, availability },
    addons: list.isUserOwner ? row.addons : withoutFiles(row.addons, files),
    position: row.position ?? 0,
    bought: isBoughtSeen ? row.bought : null,
  };
  if (!variation)
    return {
      ...shared,
      ...{ productType: null, slug: null, name: row.productName, options: [], addonValues: [], image: null },
      ...{ price: null, priceRange: null, stockLeft: null, changes: [{ kind: 'noLongerSold' }] },
    };
  const { type, slug, name, image, taxStatus, taxClass, stock } = variation;
  const toShown = (amount: number) => display.toShown(amount, taxStatus === 'taxable' ? taxClass : null);
  const addonFiles = toAddonFiles(shop, files);
  const current = getItemPrice(variation, row.addons, addonFiles);
  const addonValues = getItemAddons(variation, row.addons, addonFiles, list.isUserOwner);
  return {
    ...shared,
    ...{ productType: type, slug, name, image, options: getOptions(variation, choices) },
    addonValues: addonValues.map(({ label, shown }) => ({ name: label, value: shown || shop.t(texts.yes) })),
    price: current === null ? null : toShownPrice(variation, current, toShown),
    priceRange: ranges.get(productId) ?? null,
    stockLeft: stock.left,
    changes: [...findStockChange(row, availability), ...findPriceChange(row, current, toShown)],
  };
}

/** @param current price of one item with its add-ons, whose prices are the same without a sale */
function toShownPrice(
  { price }: PurchasableVariation,
  current: number,
  toShown: (amount: number) => number,
): WishlistItem['price'] {
  if (!price) return null;
  const regular = price.regular + current - price.current;
  return { current: toShown(current), regular: toShown(regular), currency: price.currency };
}

export const formatItemChoices = ({ options, addonValues }: WishlistItem): string[] =>
  [...options, ...addonValues].map(({ name, value }) => `${name}: ${value}`);

function getOptions({ options }: PurchasableVariation, choices: ItemChoices): WishlistItem['options'] {
  return options.flatMap(({ attribute, name, term, terms }) => {
    const chosen = term ?? terms.find(({ slug }) => slug === choices[attribute]);
    return chosen ? [{ name, value: chosen.name }] : [];
  });
}

function findStockChange({ wasAvailable }: ItemRow, availability: ItemAvailability): ItemChange[] {
  if (availability === 'unavailable') return [{ kind: 'noLongerSold' }];
  if (availability === 'sold-out') return wasAvailable ? [{ kind: 'soldOut' }] : [];
  return wasAvailable ? [] : [{ kind: 'backInStock' }];
}

function findPriceChange(
  { addedPrice: before }: ItemRow,
  now: number | null,
  toShown: (amount: number) => number,
): ItemChange[] {
  if (before === null || now === null || before === now) return [];
  return [{ kind: now > before ? 'priceRose' : 'priceFell', before: toShown(before), now: toShown(now) }];
}

/** Maximum number of rows in the private call's reply. */
const maxListedItems = 2000;

const selectListed = sqlQuery<{ productId: number; variationId: number; itemId: number; wishlistId: number }>(
  'wishlists.find-listed-items',
  `select i.product_id as "productId", i.variation_id as "variationId", i.id as "itemId", i.wishlist_id as "wishlistId"
  from wishlists l join wishlist_items i on i.wishlist_id = l.id
  where ${isOwnedSql('l')} and l.deleted_at is null and i.removed_at is null order by i.id desc limit ${maxListedItems}`,
);

/** Loads the newest rows of all lists of an owner, for the states of buttons, with one query. */
export async function findListedItems(db: Db, owner: Owner | null): Promise<ListedItem[]> {
  if (owner === null) return [];
  const rows = await selectListed(db, toOwnerValues(owner));
  return rows.map(({ productId, variationId, itemId, wishlistId }) => [productId, variationId, itemId, wishlistId]);
}

const countItems = sqlQuery<{ count: number; version: number }>(
  'wishlists.count-items',
  `select count(i.id)::integer as count, coalesce(max(l.version), 0) as version
  from wishlists l left join wishlist_items i on i.wishlist_id = l.id and i.removed_at is null and l.deleted_at is null
  where ${isOwnedSql('l')}`,
);

/**
 * Returns the number of rows in all lists of an owner, and a version that changes with each write, with one query.
 */
export async function countWishlistItems(
  db: Db,
  owner: Owner | null,
): Promise<{ readonly count: number; readonly version: number }> {
  const [found] = owner === null ? [] : await countItems(db, toOwnerValues(owner));
  return found ?? { count: 0, version: 0 };
}
