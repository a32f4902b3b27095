import { adminPath } from '#platform/admin/contract.ts';

export const productsPath = adminPath('products');
