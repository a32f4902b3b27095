import type { ReactNode } from 'react';
import { EstimateFacts, toEstimateFact } from '#features/delivery-dates/index.ts';
import { type Order, orderPath } from '#features/orders/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { MailBlock } from '#platform/mail/kit/mail-content.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { describePromise } from '../describe-promise.ts';
import { fulfilmentTexts as texts } from '../texts.ts';

/** Fills `order.next` with the order's delivery promise, until items are shipped. */
export async function renderPromise(
  _shop: Shop,
  context: RenderContext,
  { order }: { readonly order: Order },
): Promise<ReactNode> {
  const promise = describePromise(context, order);
  if (promise === null) return null;
  return (
    <>
      <h2>{context.t(texts.delivery)}</h2>
      {promise.kind === 'dates' ? (
        <EstimateFacts context={context} estimate={promise.estimate} />
      ) : (
        <p>{promise.text}</p>
      )}
    </>
  );
}

/** Adds the delivery promise to the mails that confirm an order and its payment. */
export function listPromiseBlocks(shop: Shop, order: Order): readonly MailBlock[] {
  const context = shop.renderContext(orderPath(order.token));
  const promise = describePromise(context, order);
  if (promise === null) return [];
  return [
    promise.kind === 'dates'
      ? { kind: 'facts', facts: [toEstimateFact(context, promise.estimate)] }
      : { kind: 'paragraph', text: promise.text },
  ];
}
