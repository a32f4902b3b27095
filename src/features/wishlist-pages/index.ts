export { wishlistBlock } from './block/wishlist-block.tsx';
export { buttonFragment } from './button/button-fragment.tsx';
export { renderCardWishlistButtons, renderGalleryWishlistButton, renderWishlistButton } from './button/fill-slots.tsx';
export { countFragment, createWishlistConfig, WishlistLink } from './button/wishlist-link.tsx';
export { wishlistPages } from './feature.ts';
export { listFragment, renderReloadedList } from './list/list-page.tsx';
export { askEstimate, estimateList } from './popups/estimate.tsx';
export { renderSaveForLater, saveForLaterNotices } from './writes/save-for-later.tsx';
