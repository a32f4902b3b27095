import type { ReactNode } from 'react';
import { createOrderLink, type Order } from '#features/orders/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { amendmentTexts as texts } from './texts.ts';

/**
 * Fills `order.next`: a replaced order links to the order that replaces it, which in turn names the replaced order.
 */
export async function renderAmendment(
  shop: Shop,
  { t }: RenderContext,
  { order }: { readonly order: Order },
): Promise<ReactNode> {
  const { replacedBy, isReplacement, amends } = order;
  // A shopper who may see the first order may also see its replacement.
  if (replacedBy)
    return (
      <p>
        <a href={createOrderLink(shop, replacedBy)}>{t(texts.noteOpen, { number: String(replacedBy.number) })}</a>
      </p>
    );
  return isReplacement && amends !== null ? <p>{t(texts.noteReplaces, { number: String(amends) })}</p> : null;
}
