import { cartPath, getCart, getCartOwner } from '#features/cart/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormProblem } from '#platform/forms/fields.ts';
import { readSingleLine } from '#platform/forms/read-form.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import type { FormReply } from '#platform/http/form-reply.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { calculateOrder } from '../calculate-order.ts';
import { type CheckoutNotice, createFirstForm, readTaxAddress } from '../checkout-view.ts';
import { checkoutPath, emailField, requestKeyField, shippingMethodField } from '../contract.ts';
import { hasShippingAddress } from '../read-form.ts';
import { checkoutFields } from '../slots.ts';
import { checkoutTexts as texts } from '../texts.ts';
import { CheckoutPage } from './checkout-page.tsx';

export interface CheckoutState {
  /** What was submitted. Default: what is known of the cart's destination. */
  readonly form?: FormBody;
  readonly problems?: readonly FormProblem[];
  readonly notices?: readonly CheckoutNotice[];
  readonly couponFailure?: string | null;
  /** Renders a new request key: the submitted one is used. */
  readonly needsNewKey?: boolean;
}

/** Renders the form with its problems. A cart that cannot be ordered is shown instead. */
export async function renderCheckout(
  shop: Shop,
  actor: Actor,
  { form: submitted, problems = [], notices = [], couponFailure = null, needsNewKey = false }: CheckoutState,
): Promise<FormReply> {
  const cart = await getCart(shop, getCartOwner(actor));
  const canBeOrdered = cart.lines.length > 0 && cart.lines.every(({ problem }) => problem === null);
  if (!canBeOrdered && notices.length === 0) return { redirectTo: cartPath };
  const form = submitted ?? createFirstForm(cart);
  const context = shop.renderContext(checkoutPath);
  const email = readSingleLine(form, emailField);
  const order = await calculateOrder(shop, shop.db, cart, {
    email: email.includes('@') ? email : null,
    shippingAddress: hasShippingAddress(form) ? readTaxAddress({ form, shop }, 'shipping') : null,
    billingAddress: readTaxAddress({ form, shop }, 'billing'),
    shippingMethod: readSingleLine(form, shippingMethodField),
  });
  const extraFields = await shop.fill(checkoutFields, context, { actor });
  const sentKey = readSingleLine(form, requestKeyField);
  const requestKey = needsNewKey || sentKey === '' ? crypto.randomUUID() : sentKey;
  const view = { shop, context, order, form, problems, notices, couponFailure, extraFields, requestKey };
  const styles = 'src/features/checkout/checkout.page.css';
  return { page: { title: shop.t(texts.title), styles, body: <CheckoutPage view={view} /> } };
}
