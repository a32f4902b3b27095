import type { Order } from '#features/orders/index.ts';
import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';

/** Lines below the buyer's address, such as a VAT number. Needs nothing but the order. */
export type ListBuyerLines = (shop: Shop, order: Order) => readonly string[];

/** Lists what documents say of the buyer besides name and address. Kept with the document. */
export const buyerLines = definePort<ListBuyerLines>('documents.buyer-lines');
