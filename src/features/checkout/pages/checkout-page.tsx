import { cartPath } from '#features/cart/index.ts';
import { Steps } from '#ui/steps.tsx';
import { checkoutPath, expectedTotalField, requestKeyField } from '../contract.ts';
import { OrderSummary } from '../parts/order-summary.tsx';
import { PlaceOrder } from '../parts/place-order.tsx';
import { CheckoutProblems } from '../parts/problems.tsx';
import { Billing, Contact, Delivery, DifferentAddress, Notes, Payment } from '../parts/sections.tsx';
import { checkoutTexts as texts } from '../texts.ts';
import type { CheckoutView } from '../view.ts';

export function CheckoutPage({ view }: { readonly view: CheckoutView }) {
  const { context, calculation, requestKey } = view;
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
          <input type="hidden" name={expectedTotalField} value={calculation.totals.total} />
          <Contact view={view} />
          <Billing view={view} />
          {calculation.cart.needsShipping && <DifferentAddress view={view} />}
          <Delivery view={view} />
          <Payment view={view} />
          <Notes view={view} />
          <PlaceOrder view={view} />
        </form>
        <OrderSummary view={view} />
      </div>
    </div>
  );
}
