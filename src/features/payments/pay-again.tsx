import type { ReactNode } from 'react';
import type { Order } from '#features/orders/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { Button } from '#ui/button.tsx';
import { paymentPath } from './contract.ts';
import { calculateAmountDue, listOrderPayments } from './ledger/payment.ts';
import { findRemoteProvider } from './providers/provider.ts';
import { paymentTexts as texts } from './texts.ts';

/** Fills `order.details`: offers to pay an order that waits for a remote payment. */
export async function renderPayAgain(
  shop: Shop,
  { t, price }: RenderContext,
  { order }: { readonly order: Order },
): Promise<ReactNode> {
  if (order.status !== 'pending' && order.status !== 'failed') return null;
  const [newest] = await listOrderPayments(shop.db, order.id);
  if (!newest || !findRemoteProvider(shop, order.paymentMethod)) return null;
  const amount = price({ amount: calculateAmountDue(order), currency: order.currency });
  return (
    <>
      <h2>{t(texts.payTitle)}</h2>
      <form className="stack" method="post" action={paymentPath(newest.publicId)}>
        <p>{t(order.status === 'failed' ? texts.payFailed : texts.payPending, { amount })}</p>
        <Button>{t(texts.payNow)}</Button>
      </form>
    </>
  );
}
