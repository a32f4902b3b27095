import { orderPath } from '#features/orders/index.ts';

/**
 * Kinds of documents that are numbered and stored. Packing slips are created from the order when they are printed.
 */
export type DocumentKind = 'invoice' | 'credit-note';

/** @param label the printed number, `INV-00001` */
export const documentPath = (token: string, label: string): string => `${orderPath(token)}/documents/${label}`;

export const packingSlipPath = (token: string): string => `${orderPath(token)}/packing-slip`;
