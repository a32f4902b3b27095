/** Which companions a product has, and their order. */
export const companionsCacheTag = (productId: number): string => `companions:${productId}`;
