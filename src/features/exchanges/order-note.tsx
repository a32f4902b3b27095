import type { ReactNode } from 'react';
import { createOrderLink, type Order } from '#features/orders/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { exchangeTexts as texts } from './texts.ts';

/** Fills `order.next`: what goes out instead of items of an order, and instead of whose items it does. */
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
        // Who may see the first order may see what they get instead.
        <p key={order.id}>
          <a href={createOrderLink(shop, order)}>{t(texts.noteFor, { number: String(order.number) })}</a>
        </p>
      ))}
    </>
  );
}
