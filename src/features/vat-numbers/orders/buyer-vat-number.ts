import { getVatNumber, type Order } from '#features/orders/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { vatNumberTexts as texts } from '../texts.ts';

/** Provides `documents.buyer-lines`: the buyer's VAT number (Directive 2006/112/EC, article 226(4)). */
export function listBuyerVatNumber({ t }: Pick<Shop, 't'>, { meta }: Order): readonly string[] {
  const number = getVatNumber(meta);
  return number === null ? [] : [t(texts.onOrder, { number })];
}
