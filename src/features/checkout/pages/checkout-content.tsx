import { Fragment } from 'react';
import { z } from 'zod';
import { createHeldContent } from '#features/payments/index.ts';
import { defineFragment } from '#platform/fragments/fragments.tsx';
import { InsideForm } from '#ui/inside-form.ts';
import { type CheckoutView, getCheckoutTitles } from '../checkout-view.ts';
import {
  agreedField,
  type CheckoutBehaviourTexts,
  checkoutFragment,
  checkoutPath,
  checkoutReviewCallPath,
  expectedTotalField,
  refusalField,
  requestKeyField,
  totalPartsAttribute,
} from '../contract.ts';
import { checkoutExtensions } from '../extensions.ts';
import { findLastDetails } from '../known-details/last-details.ts';
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
import { loadCheckout } from './load-checkout.ts';

export const checkoutContent = defineFragment({
  key: checkoutFragment,
  options: z.object({}),
  render: async (shop, actor) => {
    const view = await loadCheckout(shop, actor, { lastOrder: await findLastDetails(shop, actor) });
    return view && <CheckoutContent view={view} />;
  },
});

export function CheckoutContent({ view }: { readonly view: CheckoutView }) {
  const { shop, order, requestKey } = view;
  const { t } = view.context;
  const { breakdown: parts } = createHeldContent(order.calculation, order.cart.needsShipping);
  const behaviourTexts: CheckoutBehaviourTexts = {
    ...{ reviewPath: checkoutReviewCallPath(shop.wire.rest), notUpdated: t(texts.notUpdated), retry: t(texts.retry) },
    titles: getCheckoutTitles(shop),
  };
  return (
    <>
      <CheckoutProblems view={view} />
      <div className="split">
        <form
          className="split__main checkout"
          id="checkout"
          method="post"
          action={checkoutPath}
          data-texts={JSON.stringify(behaviourTexts)}
        >
          <input type="hidden" name={requestKeyField} value={requestKey} />
          {view.refusal !== null && <input type="hidden" name={refusalField} value={view.refusal} />}
          {view.hasAgreed && <input type="hidden" name={agreedField} value="1" />}
          <input
            type="hidden"
            name={expectedTotalField}
            value={order.calculation.totals.total}
            {...{ [totalPartsAttribute]: JSON.stringify(parts) }}
          />
          <InsideForm value={true}>
            {shop.implementations(checkoutExtensions).map(({ name, render }) => (
              <Fragment key={name}>{render(shop)}</Fragment>
            ))}
            {/* The Enter key in a field presses the first button of the form. */}
            <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true" />
            <ContactSection view={view} />
            <BillingSection view={view} />
            {order.cart.needsShipping && <ShippingAddressSection view={view} />}
            <ShippingMethodSection view={view} />
            <PaymentSection view={view} />
            <NotesSection view={view} />
            <PlaceOrderSection view={view} />
          </InsideForm>
        </form>
        <OrderSummary view={view} />
      </div>
    </>
  );
}
