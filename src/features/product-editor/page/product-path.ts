import { productsPath } from '../contract.ts';

/** @param id `new` for the form of a new one, or the id of a product */
export const getProductPath = (id: number | string): string => `${productsPath}/${id}`;
