import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cartPath, countCart, getCart, getCartOwner, toCartHint } from '#features/cart/index.ts';
import { orderPath } from '#features/orders/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormProblem } from '#platform/forms/fields.ts';
import { formBody, readSingleLine } from '#platform/forms/read-form.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import { parseInput } from '#platform/http/bodies/parse-input.ts';
import { renderPrivatePage } from '#platform/http/private-page.ts';
import { seeOther } from '#platform/http/replies.ts';
import { getActor } from '#platform/sessions/actor.ts';
import { calculateOrder } from './calculate-order.ts';
import { type CheckoutNotice, getDeliveryCountryName, readTaxAddress } from './checkout-view.ts';
import { checkoutPath, paymentMethodField, requestKeyField, shippingMethodField, updateField } from './contract.ts';
import { createCapNotice, createLimitNotice } from './failure-notices.ts';
import { CheckoutPage } from './pages/checkout-page.tsx';
import { findPaymentPage } from './place/authorize-payment.ts';
import { placeOrder } from './place/place-order.ts';
import type { PlaceOrderFailure } from './place/place-order-result.ts';
import { hasShippingAddress, readCheckoutForm } from './read-form.ts';
import { checkoutFields } from './slots.ts';
import { checkoutTexts as texts } from './texts.ts';

export function registerCheckoutRoutes(app: FastifyInstance, shop: Shop): void {
  app.get(checkoutPath, (request, reply) => showCheckout(shop, request, reply, {}));
  app.post(checkoutPath, (request, reply) => submitCheckout(shop, request, reply));
}

interface CheckoutState {
  readonly form?: FormBody;
  readonly problems?: readonly FormProblem[];
  readonly notices?: readonly CheckoutNotice[];
  readonly status?: number;
  /** Renders a new request key: the submitted one is used. */
  readonly needsNewKey?: boolean;
}

/** Shows the form with its problems. A cart that cannot be ordered is shown instead. */
async function showCheckout(
  shop: Shop,
  request: FastifyRequest,
  reply: FastifyReply,
  { form = {}, problems = [], notices = [], status = 200, needsNewKey = false }: CheckoutState,
): Promise<FastifyReply> {
  const actor = await getActor(shop, request);
  const cart = await getCart(shop, getCartOwner(actor));
  const canBeOrdered = cart.lines.length > 0 && cart.lines.every(({ problem }) => problem === null);
  if (!canBeOrdered && notices.length === 0) return seeOther(reply, cartPath);
  const context = shop.renderContext(checkoutPath);
  const order = await calculateOrder(shop, shop.db, cart, {
    shippingAddress: hasShippingAddress(form) ? readTaxAddress({ form, shop }, 'shipping') : null,
    billingAddress: readTaxAddress({ form, shop }, 'billing'),
    shippingMethod: readSingleLine(form, shippingMethodField),
  });
  const extraFields = await shop.fill(checkoutFields, context, { actor });
  const sentKey = readSingleLine(form, requestKeyField);
  const requestKey = needsNewKey || sentKey === '' ? crypto.randomUUID() : sentKey;
  const view = { shop, context, order, form, problems, notices, extraFields, requestKey };
  return renderPrivatePage(shop, request, reply, {
    status,
    title: shop.t(texts.title),
    body: <CheckoutPage view={view} />,
  });
}

async function submitCheckout(shop: Shop, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const form = parseInput(reply, formBody, request.body);
  if (!form) return reply;
  const actor = await getActor(shop, request);
  const owner = getCartOwner(actor);
  if (!owner) return seeOther(reply, cartPath);
  if (readSingleLine(form, updateField) !== '') return showCheckout(shop, request, reply, { form });
  const extraFields = await shop.fill(checkoutFields, shop.renderContext(checkoutPath), { actor });
  const read = readCheckoutForm(shop, form, extraFields);
  if (!read.ok) return showCheckout(shop, request, reply, { form, problems: read.problems, status: 422 });
  const result = await placeOrder(shop, actor, read.input, request.ip);
  if (!result.ok) return showFailure(shop, request, reply, form, result);
  await shop.hints.refresh(request, reply, toCartHint(await countCart(shop.db, owner)));
  const paymentPage = result.isPaymentOpen ? await findPaymentPage(shop, result.number) : null;
  return seeOther(reply, paymentPage ?? orderPath(result.token));
}

async function showFailure(
  shop: Shop,
  request: FastifyRequest,
  reply: FastifyReply,
  form: FormBody,
  failure: PlaceOrderFailure,
): Promise<FastifyReply> {
  const { t } = shop;
  const context = shop.renderContext(checkoutPath);
  const showAgain = (state: CheckoutState) => showCheckout(shop, request, reply, { form, status: 409, ...state });
  switch (failure.code) {
    case 'EMPTY_CART':
    case 'CART_CHANGED':
      return seeOther(reply, cartPath);
    case 'SHIPPING_UNAVAILABLE':
      return showAgain({ problems: [{ field: shippingMethodField, message: formatShippingProblem(shop, form) }] });
    case 'PAYMENT_UNAVAILABLE':
      return showAgain({ problems: [{ field: paymentMethodField, message: t(texts.paymentMissing) }] });
    case 'PRICE_CHANGED': {
      const total = context.price({ amount: failure.total, currency: shop.choices.currency });
      return showAgain({ notices: [{ text: t(texts.PRICE_CHANGED, { total }) }] });
    }
    case 'OUT_OF_STOCK': {
      const link = { text: t(texts.editCart), href: cartPath };
      return showAgain({
        notices: failure.shortages.map(({ name, available }) => ({
          text: t(texts.OUT_OF_STOCK, { name, available }),
          link,
        })),
      });
    }
    case 'RESERVATION_LIMIT':
      return showAgain({ notices: [createCapNotice(shop, failure)] });
    case 'TOO_MANY_ORDERS':
      reply.header('retry-after', failure.retryAfter);
      return showAgain({ status: 429, notices: [createLimitNotice(shop, failure)] });
    case 'PAYMENT_IN_PROGRESS':
      return showAgain({ notices: [{ text: t(texts.PAYMENT_IN_PROGRESS), ...createOrderLink(shop, failure.order) }] });
    case 'REQUEST_KEY_USED': {
      const { order } = failure;
      const { lines } = await getCart(shop, getCartOwner(await getActor(shop, request)));
      if (lines.length === 0) return seeOther(reply, order ? orderPath(order.token) : cartPath);
      const notice = { text: t(texts.REQUEST_KEY_USED), ...createOrderLink(shop, order) };
      return showAgain({ needsNewKey: true, notices: [notice] });
    }
  }
}

function createOrderLink(
  { t }: Shop,
  order: { readonly number: number; readonly token: string } | null,
): Pick<CheckoutNotice, 'link'> {
  if (!order) return {};
  return { link: { text: t(texts.viewOrder, { number: order.number }), href: orderPath(order.token) } };
}

function formatShippingProblem(shop: Shop, form: FormBody): string {
  const context = shop.renderContext(checkoutPath);
  const isMissing = readSingleLine(form, shippingMethodField) === '';
  return isMissing
    ? shop.t(texts.shippingMissing)
    : shop.t(texts.shippingNone, { country: getDeliveryCountryName({ form, shop, context }) });
}
