import { productsPath } from '../contract.ts';

/** @param id id of a product, or `new` for the form of a new product */
export const getProductPath = (id: number | string): string => `${productsPath}/${id}`;

/**
 * Page that shows the product as shoppers would see it. `src/app` registers it, since many features render its parts.
 */
export const getPreviewPath = (id: number | string): string => `${getProductPath(id)}/preview`;
