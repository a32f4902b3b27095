import type { WireNames } from '#platform/config/wire-names.ts';

/** Calls by their keys in the scripts' configuration object. The keys are also the names of their actions. */
export const wishlistCalls = [
  'add_to_wishlist',
  'remove_from_wishlist',
  'reload_wishlist_and_adding_elem',
  'load_mobile',
  'delete_item',
  'save_title',
  'save_privacy',
  'move_to_another_wishlist',
  'load_fragments',
  'remove_from_all_wishlists',
  'sort_wishlist_items',
  'update_item_quantity',
  'ask_an_estimate',
] as const;

export type WishlistCallName = (typeof wishlistCalls)[number];

/** Calls whose key in the configuration object has no suffix `_action`. */
export const bareCalls: readonly WishlistCallName[] = [
  'load_fragments',
  'remove_from_all_wishlists',
  'sort_wishlist_items',
  'update_item_quantity',
  'ask_an_estimate',
];

export const getActionName = (
  { wishlistActionPrefix }: Pick<WireNames, 'wishlistActionPrefix'>,
  call: WishlistCallName,
): string => `${wishlistActionPrefix}${call}`;

export const getNonceAction = (call: WishlistCallName): string => `wishlist-${call}`;
