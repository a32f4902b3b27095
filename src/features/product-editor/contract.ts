import { adminPath } from '#platform/admin/contract.ts';

/** Path of the list of products in the admin. */
export const productsPath = adminPath('products');
