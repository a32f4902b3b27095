/**
 * Tags of cached pages. Code that renders catalogue data adds the tags; code that writes such data invalidates
 * them.
 */

export const productCacheTag = (productId: number): string => `product:${productId}`;
/**
 * Tag of pages with cards of a product: invalidated when the product changes, but not by each sale that reduces its
 * stock.
 */
export const cardCacheTag = (productId: number): string => `card:${productId}`;
export const categoryCacheTag = (categoryId: number): string => `category:${categoryId}`;
/** Tag of pages that depend on which products exist and in which order they are listed. */
export const productsCacheTag = 'products';
/** Tag of pages with images of products: a job stores imported images one by one, after their products. */
export const imagesCacheTag = 'pictures';
/** Tag of pages with colours and images of terms: on products, cards and filters. */
export const swatchesCacheTag = 'swatches';
/** Tag of listings that show the number of available products. */
export const availabilityCacheTag = 'in-stock';
/** Tag of pages with names, positions and hierarchy of the categories. */
export const categoriesCacheTag = 'menu';
