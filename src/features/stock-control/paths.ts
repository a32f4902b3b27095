import { adminPath } from '#platform/admin/contract.ts';

export const stocksPath = adminPath('stock');
export const movementsPath = adminPath('stock-movements');
export const stocktakesPath = adminPath('stocktakes');
export const countsPath = adminPath('stocktake-counts');
export const deliveriesPath = adminPath('incoming');
export const stockPath = (id: number): string => `${stocksPath}/${id}`;

/** A permission of `inventory`, whose commands require it as well. */
export const readStock = 'stock.read';
export const writeStock = 'stock.write';
