import type { Order } from '#features/orders/index.ts';
import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';

/** Returns lines below the buyer's address, such as a VAT number, from the order alone. */
export type ListBuyerLines = (shop: Shop, order: Order) => readonly string[];

/** Lists what documents show about the buyer besides name and address. The lines are stored with the document. */
export const buyerLines = definePort<ListBuyerLines>('documents.buyer-lines');
