/** Tag of the companions of a product and their order. */
export const companionsCacheTag = (productId: number): string => `companions:${productId}`;
