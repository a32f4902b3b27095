import type { ReactNode } from 'react';
import {
  createLinkKey,
  type Order,
  OrderItems,
  orderPayPath,
  orderPayStepPath,
  orderStyles,
} from '#features/orders/index.ts';
import { approveUrlField, type ClientStep, describeLastFailure, paymentPath } from '#features/payments/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { renderOutputs } from '#platform/features/slots.ts';
import type { PrivateView } from '#platform/http/private-page.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { orderKeyDays, PrintedSettings } from '../printed-settings.tsx';
import { paymentStep } from '../slots.ts';
import { orderPayTexts as texts } from '../texts.ts';

export async function renderPaymentStep(shop: Shop, order: Order, step: ClientStep): Promise<PrivateView> {
  const context = shop.renderContext(orderPayStepPath(order.token));
  const returnPath = paymentPath(step.publicId);
  const [parts, failure] = await Promise.all([
    shop.fill(paymentStep, context, { order, step, returnPath }),
    describeLastFailure(shop, shop.t, order.id),
  ]);
  const settings = { order: { order_token: order.token, order_key: createLinkKey(shop, order, orderKeyDays) } };
  return {
    title: shop.t(texts.title, { number: order.number }),
    styles: orderStyles,
    body: (
      <PaymentStepPage {...{ context, order, step, parts, failure }}>
        <PrintedSettings settings={settings} />
      </PaymentStepPage>
    ),
  };
}

interface PaymentStepPageProps {
  readonly context: RenderContext;
  readonly order: Order;
  readonly step: ClientStep;
  /** Parts of the provider; empty when no feature knows how the payment goes on. */
  readonly parts: readonly ReactNode[];
  /** Reason why the shopper has to choose another payment method; null at first. */
  readonly failure: string | null;
  readonly children: ReactNode;
}

function PaymentStepPage({ context, order, step, parts, failure, children }: PaymentStepPageProps) {
  const { t, price } = context;
  const amount = price({ amount: step.amount, currency: step.currency });
  const declined = failure !== null && <Notice kind="error">{failure}</Notice>;
  return (
    <div className="wrap wrap--narrow order">
      <PageHead title={t(texts.title, { number: order.number })} lead={t(texts.stepLead, { amount })} />
      {parts.length === 0 ? (
        <div className="stack">
          {declined}
          <Notice kind="warning">{t(texts.stepMissing)}</Notice>
        </div>
      ) : (
        <Behaviour of="order-pay/payment-step" when="load">
          <section className="stack" aria-label={t(texts.stepSection)}>
            {declined}
            {renderOutputs(parts)}
            {/* The fragment of the provider links to the payment page of the provider, if there is one. */}
            {!step.data[approveUrlField] && (
              <noscript>
                <p>{t(texts.stepWithoutScript)}</p>
              </noscript>
            )}
          </section>
          {children}
        </Behaviour>
      )}
      <div className="stack">
        <p>{t(texts.stepWaiting)}</p>
        <p className="order__actions">
          <ButtonLink look="quiet" href={paymentPath(step.publicId)}>
            {t(texts.stepCheck)}
          </ButtonLink>
          <ButtonLink look="quiet" href={orderPayPath(order.token)}>
            {t(texts.payOtherwise)}
          </ButtonLink>
        </p>
      </div>
      <OrderItems context={context} order={order} />
    </div>
  );
}
