/** What cached pages are made from. Whoever renders a product, a card or a list puts these on its page; whoever writes moves them. */

export const productCacheTag = (productId: number): string => `product:${productId}`;
/** What a card shows of a product: it moves with the product, but not with every piece sold. */
export const cardCacheTag = (productId: number): string => `card:${productId}`;
export const categoryCacheTag = (categoryId: number): string => `category:${categoryId}`;
/** Which products there are, and in what order. */
export const productsCacheTag = 'products';
/** Which pictures there are of products: those that an import named come one by one, long after their products. */
export const imagesCacheTag = 'pictures';
/** Colours and pictures that stand for terms: on products, on cards, and in the filters of every list. */
export const swatchesCacheTag = 'swatches';
/** How many of the products of lists can be bought. */
export const availabilityCacheTag = 'in-stock';
/** Names, places and order of the categories. */
export const categoriesCacheTag = 'menu';
