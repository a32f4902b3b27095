export * from './contract.ts';
export { refuse, type WishlistFailure, type WishlistFailureCode, wishlistErrors } from './errors.ts';
export { wishlists } from './feature.ts';
export {
  defineWishlistFragment,
  renderWishlistFragments,
  wishlistFragments,
} from './fragments/render-fragments.ts';
export { findOwnPurchases, findPurchases, type Purchase } from './gifts/gift-list.ts';
export { correctWishlistHint, readWishlistHint, wishlistState } from './hints.ts';
export { type AddItemInput, addItem } from './items/add-item.ts';
export {
  placeItem,
  removeFromAllLists,
  removeItems,
  restoreItems,
  sortItems,
  updateItem,
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
export { moveItems } from './items/move-items.ts';
export { removeAfterAddToCart } from './items/remove-after-add.ts';
export {
  acknowledgeMerge,
  createList,
  deleteList,
  type NewList,
  renameList,
  renewShareToken,
  restoreList,
  setListPrivacy,
} from './lists/change-lists.ts';
export {
  findFollowedLists,
  findList,
  findOwnLists,
  type GiftDetails,
  getAddPath,
  searchPublicLists,
  toUserWishlists,
  type Wishlist,
} from './lists/find-lists.ts';
export type { WishlistRef } from './lists/list-rows.ts';
export { mergeWishlists } from './merge-wishlists.ts';
export { wishlistsOfPerson } from './person-panel.ts';
export { wishlistData } from './personal-data.ts';
export { wishlistSettings } from './settings.ts';
export { wishlistTexts } from './texts.ts';
export { wishlistDraft } from './wishlist-draft.ts';
export type { Write, WriteSuccess } from './writes/define-write.tsx';
export * from './writes/item-writes.ts';
export { loadLimits, writeLimits } from './writes/limits.ts';
export { renameListWrite, setPrivacyWrite } from './writes/list-writes.ts';
export {
  createRemovedNotice,
  formatWishlistNotice,
  isWishlistSuccess,
  toWishlistNotice,
  type WishlistNotice,
  wishlistNoticeCodes,
} from './writes/notices.ts';
export { userWishlist } from './writes/reply-schema.ts';
export { refSchema } from './writes/schemas.ts';
