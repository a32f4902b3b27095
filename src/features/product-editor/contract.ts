import { adminPath } from '#platform/admin/contract.ts';

/** The list of products. */
export const productsPath = adminPath('products');
