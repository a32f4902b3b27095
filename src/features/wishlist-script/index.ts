export { wishlistScript } from './feature.ts';
export { createWishlistConfig, WishlistScript } from './wishlist-script.tsx';
