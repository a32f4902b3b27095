export * from './contract.ts';
export { wishlists } from './feature.ts';
export { type AddItemInput, type AddItemResult, addItem } from './items/add-item.ts';
export {
  type ItemFailure,
  type ItemsChanged,
  type MoveInput,
  type MoveResult,
  moveItems,
  placeItem,
  removeFromAllLists,
  removeItem,
  removeItems,
  restoreItem,
  setItemNote,
  setItemQuantity,
  sortItems,
} from './items/change-items.ts';
export {
  countWishlistItems,
  findItems,
  findItemsById,
  findListedItems,
  type ItemChange,
  type ItemPage,
  type WishlistItem,
} from './items/find-items.ts';
export type { ItemAvailability } from './items/item-offer.ts';
export {
  acknowledgeMerge,
  deleteList,
  type ListChanged,
  renameList,
  renewShareToken,
  restoreList,
  setListPrivacy,
} from './lists/change-lists.ts';
export { createList, type NewList } from './lists/create-list.ts';
export {
  findFollowedLists,
  findList,
  findOwnLists,
  type GiftDetails,
  type ListSearch,
  searchPublicLists,
  type Wishlist,
} from './lists/find-lists.ts';
export type { ListRow, WishlistRef } from './lists/list-rows.ts';
export type { WishlistOwner } from './owner.ts';
export { defineWishlistFragment, type WishlistFragment, wishlistFragments } from './ports.ts';
export { wishlistSettings } from './settings.ts';
