import { productsPath } from '../contract.ts';

/** @param id `new` for the form of a new one, or the id of a product */
export const getProductPath = (id: number | string): string => `${productsPath}/${id}`;

/** The product as shoppers would see it. The shop registers the page, whose parts are of many features. */
export const getPreviewPath = (id: number | string): string => `${getProductPath(id)}/preview`;
