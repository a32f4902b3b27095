import { cartPath } from '#features/cart/index.ts';
import { Steps } from '#ui/steps.tsx';
import type { CheckoutView } from '../checkout-view.ts';
import { checkoutPath, expectedTotalField, requestKeyField } from '../contract.ts';
import { CheckoutProblems } from '../parts/checkout-problems.tsx';
import { OrderSummary } from '../parts/order-summary.tsx';
import { PlaceOrderSection } from '../parts/place-order-section.tsx';
import {
  BillingSection,
  ContactSection,
  NotesSection,
  PaymentSection,
  ShippingAddressSection,
  ShippingMethodSection,
} from '../parts/sections.tsx';
import { checkoutTexts as texts } from '../texts.ts';

export function CheckoutPage({ view }: { readonly view: CheckoutView }) {
  const { context, order, requestKey } = view;
  const { t } = context;
  const steps = [
    { name: t(texts.stepCart), href: cartPath },
    { name: t(texts.stepCheckout) },
    { name: t(texts.stepConfirmation) },
  ];
  return (
    <div className="wrap">
      <header className="page-head page-head--small">
        <h1>{t(texts.title)}</h1>
        <Steps label={t(texts.steps)} steps={steps} current={1} />
      </header>
      <CheckoutProblems view={view} />
      <div className="split">
        <form className="split__main checkout" id="checkout" method="post" action={checkoutPath}>
          <input type="hidden" name={requestKeyField} value={requestKey} />
          <input type="hidden" name={expectedTotalField} value={order.calculation.totals.total} />
          <ContactSection view={view} />
          <BillingSection view={view} />
          {order.cart.needsShipping && <ShippingAddressSection view={view} />}
          <ShippingMethodSection view={view} />
          <PaymentSection view={view} />
          <NotesSection view={view} />
          <PlaceOrderSection view={view} />
        </form>
        <OrderSummary view={view} />
      </div>
    </div>
  );
}
