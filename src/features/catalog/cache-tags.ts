/**
 * Tags of cached pages. Code that renders catalogue data adds them; code that writes it invalidates
 * them.
 */

export const productCacheTag = (productId: number): string => `product:${productId}`;
/** A product as cards show it: invalidated with the product, but not by every sale of stock. */
export const cardCacheTag = (productId: number): string => `card:${productId}`;
export const categoryCacheTag = (categoryId: number): string => `category:${categoryId}`;
/** The set of products and their order. */
export const productsCacheTag = 'products';
/** Images of products: a job stores imported ones one by one, after their products. */
export const imagesCacheTag = 'pictures';
/** Colours and images of terms, on products, cards and filters. */
export const swatchesCacheTag = 'swatches';
/** Number of available products in listings. */
export const availabilityCacheTag = 'in-stock';
/** Names, positions and hierarchy of the categories. */
export const categoriesCacheTag = 'menu';
