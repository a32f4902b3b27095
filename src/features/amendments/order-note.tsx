import type { ReactNode } from 'react';
import { createOrderLink, type Order } from '#features/orders/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { amendmentTexts as texts } from './texts.ts';

/** Fills `order.next` of a replaced order with the way to the one that replaces it, and tells what that one replaces. */
export async function renderAmendment(
  shop: Shop,
  { t }: RenderContext,
  { order }: { readonly order: Order },
): Promise<ReactNode> {
  const { replacedBy, isReplacement, amends } = order;
  // Who may see the first order may see what became of it.
  if (replacedBy)
    return (
      <p>
        <a href={createOrderLink(shop, replacedBy)}>{t(texts.noteOpen, { number: String(replacedBy.number) })}</a>
      </p>
    );
  return isReplacement && amends !== null ? <p>{t(texts.noteReplaces, { number: String(amends) })}</p> : null;
}
