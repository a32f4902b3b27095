import type { ReactNode } from 'react';
import { createOrderLink, type Order } from '#features/orders/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { exchangeTexts as texts } from './texts.ts';

/** Fills `order.next` with links between an order and the orders that exchange its items. */
export async function renderExchange(
  shop: Shop,
  { t }: RenderContext,
  { order: { exchangeOf, exchangedFor } }: { readonly order: Order },
): Promise<ReactNode> {
  if (!exchangeOf && exchangedFor.length === 0) return null;
  return (
    <>
      {exchangeOf && <p>{t(texts.noteOf, { number: String(exchangeOf.number) })}</p>}
      {exchangedFor.map((order) => (
        // Visitors who may see the first order may also see the order that replaces its items.
        <p key={order.id}>
          <a href={createOrderLink(shop, order)}>{t(texts.noteFor, { number: String(order.number) })}</a>
        </p>
      ))}
    </>
  );
}
