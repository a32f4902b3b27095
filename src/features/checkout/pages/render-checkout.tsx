import { cartPath } from '#features/cart/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormReply } from '#platform/http/form-reply.ts';
import type { Notice } from '#platform/http/notices.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { getCheckoutTitles } from '../checkout-view.ts';
import { findAgreedPayment } from '../express/agreed-payment.ts';
import { findLastDetails, showsDetails } from '../known-details/last-details.ts';
import { checkoutForms } from '../ports.ts';
import { checkoutSettings } from '../settings.ts';
import { checkoutExpress } from '../slots.ts';
import { CheckoutPage } from './checkout-page.tsx';
import { type CheckoutState, loadCheckout } from './load-checkout.ts';

interface RenderedState extends CheckoutState {
  /** Notices about earlier actions of the shopper. */
  readonly saved?: readonly Notice[];
}

/** Renders the form, with its problems if it was refused. If the cart can't be ordered, the cart is shown instead. */
export async function renderCheckout(shop: Shop, actor: Actor, state: RenderedState): Promise<FormReply> {
  const [lastOrder, agreed] = await Promise.all([findLastDetails(shop, actor), findAgreedPayment(shop, actor)]);
  const view = await loadCheckout(shop, actor, { lastOrder, hasAgreed: agreed !== null, ...state });
  if (!view) return { redirectTo: cartPath };
  const isRefused = view.problems.length + view.notices.length > 0 || view.couponFailure !== null;
  const { plain, refused } = getCheckoutTitles(shop);
  const { form: name } = shop.settings(checkoutSettings);
  const form = shop.implementations(checkoutForms).find((each) => each.name === name);
  const styles = form?.styles ?? 'src/features/checkout/checkout.page.css';
  const { totals, currency } = view.order.calculation;
  const express = await shop.fill(checkoutExpress, view.context, { actor, total: totals.total, currency });
  const body = (
    <CheckoutPage
      view={view}
      express={express}
      agreed={agreed}
      isFromLastOrder={lastOrder !== null && showsDetails(view.form, lastOrder)}
      saved={state.saved ?? []}
    >
      {await form?.render(view, actor)}
    </CheckoutPage>
  );
  return { page: { title: isRefused ? refused : plain, styles, isReduced: true, body } };
}
