import { adminPath } from '#platform/admin/contract.ts';

/** Page on which a customer sees and accepts a quote. Its form posts to the same path. */
export const quotePath = (token: string): string => `/quote/${token}`;

/** Drafts of orders, and quotes. */
export const draftsPath = adminPath('order-drafts');

/** A new order that begins with what a draft source knows, such as a wishlist. */
export const getDraftSourcePath = (source: string, id: number | string): string => `${draftsPath}/from/${source}/${id}`;
