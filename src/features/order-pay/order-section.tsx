import type { ReactNode } from 'react';
import { calculateAmountDue, type Order, orderPayPath } from '#features/orders/index.ts';
import { isBeingPaid, isPayable, listOrderPaymentMethods } from '#features/payments/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { ButtonLink } from '#ui/button.tsx';
import { orderPayTexts as texts } from './texts.ts';

/** Fills `order.next` with a link to the page on which an unpaid order is paid. */
export async function renderPaySection(
  shop: Shop,
  { t, price }: RenderContext,
  { order }: { readonly order: Order },
): Promise<ReactNode> {
  if (!isPayable(shop, order)) return null;
  if (await isBeingPaid(shop.db, order.id))
    return <PaySection title={t(texts.beingPaidTitle)} text={t(texts.beingPaid)} />;
  const amount = price({ amount: calculateAmountDue(order), currency: order.currency });
  const others = (await listOrderPaymentMethods(shop, shop.db, order)).filter(({ id }) => id !== order.paymentMethod);
  if (order.status !== 'on-hold') {
    const failed = others.length > 0 ? texts.sectionFailedOther : texts.sectionFailed;
    return (
      <PaySection
        title={t(texts.sectionTitle)}
        text={t(order.status === 'failed' ? failed : texts.sectionPending, { amount })}
      >
        <ButtonLink href={orderPayPath(order.token)}>{t(texts.payNow)}</ButtonLink>
      </PaySection>
    );
  }
  if (others.length === 0) return null;
  return (
    <p>
      {t(texts.sectionOnHold)} <a href={orderPayPath(order.token)}>{t(texts.payOtherwise)}</a>
    </p>
  );
}

interface PaySectionProps {
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}

function PaySection({ title, text, children }: PaySectionProps) {
  return (
    <>
      <h2>{title}</h2>
      <div className="stack">
        <p>{text}</p>
        {children && <p>{children}</p>}
      </div>
    </>
  );
}
