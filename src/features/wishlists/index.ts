export * from './contract.ts';
export { wishlistErrors } from './errors.ts';
export { wishlists } from './feature.ts';
export { renderWishlistFragments } from './fragments/render-fragments.ts';
export { findOwnPurchases, findPurchases, type Purchase } from './gifts/gift-list.ts';
export { correctWishlistHint, readWishlistHint, wishlistState } from './hints.ts';
export { type AddItemInput, type AddItemResult, addItem } from './items/add-item.ts';
export {
  findListOfItem,
  type ItemFailure,
  type ItemsChanged,
  placeItem,
  removeFromAllLists,
  removeItem,
  removeItems,
  restoreItems,
  setItemNote,
  setItemQuantity,
  sortItems,
} from './items/change-items.ts';
export {
  countWishlistItems,
  findItems,
  findItemsById,
  findListedItems,
  formatItemChoices,
  type ItemChange,
  type ItemPage,
  type WishlistItem,
} from './items/find-items.ts';
export { findUploadsInWishlists } from './items/item-files.ts';
export type { ItemAvailability } from './items/item-offer.ts';
export { type MoveInput, type MoveResult, moveItems } from './items/move-items.ts';
export { removeAfterAddToCart } from './items/remove-after-add.ts';
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
export { getAddPath, toUserWishlists } from './lists/user-wishlists.ts';
export { mergeWishlists } from './merge-wishlists.ts';
export { wishlistsOfPerson } from './person-panel.ts';
export { wishlistData } from './personal-data.ts';
export { defineWishlistFragment, type WishlistFragment, wishlistFragments } from './ports.ts';
export { wishlistSettings } from './settings.ts';
export { wishlistTexts } from './texts.ts';
export { wishlistDraft } from './wishlist-draft.ts';
export type { WriteFailure } from './writes/define-write.tsx';
export { getLoadUses, getWriteUses } from './writes/limits.ts';
export {
  createRemovedNotice,
  formatWishlistNotice,
  isWishlistSuccess,
  type WishlistNotice,
  wishlistNoticeCodes,
} from './writes/notices.ts';
export { refSchema, userWishlist } from './writes/schemas.ts';
