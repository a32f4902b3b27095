import { adminPath } from '#platform/admin/contract.ts';

/** Page on which a customer sees and accepts a quote. Its form posts to the same path. */
export const quotePath = (token: string): string => `/quote/${token}`;

export const draftsPath = adminPath('order-drafts');

/** Path of a new order that starts with the data of a draft source, such as a wishlist. */
export const getDraftSourcePath = (source: string, id: number | string): string => `${draftsPath}/from/${source}/${id}`;
