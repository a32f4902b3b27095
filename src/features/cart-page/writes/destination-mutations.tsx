import {
  type Cart,
  calculateCart,
  cartErrors,
  cartPath,
  cartTexts,
  createCartReply,
  type DestinationResult,
  getDestinationCountry,
  readRequestedFragments,
  selectShipping,
  setDestination,
  shippingMethodField,
  toCartHint,
} from '#features/cart/index.ts';
import {
  type Calculation,
  formatShippingRefusals,
  getFreeShippingProgress,
  getOnlyPackage,
  getShownCost,
  pricingTexts,
} from '#features/pricing/index.ts';
import { line } from '#platform/forms/kinds.ts';
import { createFormSchema } from '#platform/mutations/form-schema.ts';
import { defineMutation, type MutationCall, type Refusal } from '#platform/mutations/mutation.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { getOwner } from '#platform/sessions/owner.ts';
import {
  type CartShippingReply,
  cartDestinationCallPath,
  cartDestinationPath,
  cartShippingCallPath,
  cartShippingPath,
  deliveryPartId,
} from '../contract.ts';
import { renderCart } from '../pages/render-cart.tsx';
import { cartShippingReply } from '../schemas.ts';
import { cartPageTexts as texts } from '../texts.ts';
import { createDestinationFields } from './destination-form.ts';

const deliveryPath = `${cartPath}#${deliveryPartId}`;

type SetDestinationResult = DestinationResult | Refusal<'DESTINATION_INVALID'>;

const setCartDestination = defineMutation({
  name: 'cart.set-destination',
  description:
    'Keeps where the cart is sent: `shipping_country`, and `shipping_state` and `shipping_postcode` as far as they are known.',
  schema: createFormSchema(({ shop }) => createDestinationFields(shop)),
  errors: cartErrors,
  run: async ({ shop, getActor }, { values, problems }): Promise<SetDestinationResult> => {
    const owner = getOwner(await getActor());
    if (problems.length > 0) return { ok: false, code: 'DESTINATION_INVALID' };
    const { country, state, postcode, city } = values.address;
    return owner ? setDestination(shop, owner, { country, state, postcode, city }) : { ok: false, code: 'EMPTY_CART' };
  },
  hint: (_, { cart }) => toCartHint(cart),
  message: ({ shop }, { code }, { problems }) =>
    code === 'DESTINATION_INVALID' ? (problems[0]?.message ?? '') : shop.t(cartTexts.emptyTitle),
  problems: (_, { problems }) => problems,
  form: {
    path: cartDestinationPath,
    success: () => ({ redirectTo: deliveryPath }),
    failure: async ({ shop, getActor }, { code }, { form, problems }) => {
      if (code !== 'DESTINATION_INVALID') return { redirectTo: cartPath };
      return { page: await renderCart(shop, await getActor(), { notices: [], destination: { form, problems } }) };
    },
  },
  json: {
    path: ({ rest }) => cartDestinationCallPath(rest),
    response: cartShippingReply,
    success: (call, { cart }) => createShippingReply(call, cart),
  },
});

const selectCartShipping = defineMutation({
  name: 'cart.select-shipping',
  description: 'Keeps the shipping option of the cart: `shipping_method`, the id of one of its options.',
  schema: createFormSchema(() => ({
    method: line({ name: shippingMethodField, label: shippingMethodField, max: 200 }),
  })),
  errors: cartErrors,
  run: async ({ shop, getActor }, { values }) => {
    const owner = getOwner(await getActor());
    return owner ? selectShipping(shop, owner, values.method) : ({ ok: false, code: 'EMPTY_CART' } as const);
  },
  hint: (_, { cart }) => toCartHint(cart),
  message: ({ shop }, { code }) => shop.t(code === 'EMPTY_CART' ? cartTexts.emptyTitle : texts.SHIPPING_UNAVAILABLE),
  form: {
    path: cartShippingPath,
    success: () => ({ redirectTo: deliveryPath }),
    failure: (_, { code }) => ({ redirectTo: cartPath, notices: code === 'EMPTY_CART' ? [] : [{ code }] }),
  },
  json: {
    path: ({ rest }) => cartShippingCallPath(rest),
    response: cartShippingReply,
    success: (call, { cart }) => createShippingReply(call, cart),
  },
});

export const destinationMutations = [setCartDestination, selectCartShipping];

/** @returns null when nothing ships to the destination */
function formatDelivery(context: RenderContext, { currency }: Cart, calculation: Calculation): string | null {
  const { options, selected: chosen } = getOnlyPackage(calculation);
  const selected = options.find(({ id }) => id === chosen?.methodId);
  if (!selected) return null;
  const { t, price, taxDisplay } = context;
  const amount = getShownCost(selected, taxDisplay);
  const cost = amount === 0 ? t(pricingTexts.free) : price({ amount, currency });
  return t(texts.deliverySelected, { title: selected.title, cost });
}

async function createShippingReply(call: MutationCall, cart: Cart): Promise<CartShippingReply> {
  const { shop, request } = call;
  const owner = getOwner(await call.getActor());
  const calculation = await calculateCart(shop, shop.db, cart);
  const context = shop.renderContext(cartPath);
  const progress = getFreeShippingProgress(calculation, context.taxDisplay);
  const problems = formatShippingRefusals(context, calculation, getDestinationCountry(shop, cart));
  return {
    ...(await createCartReply(call, {
      ...{ owner, cart, message: formatDelivery(context, cart, calculation) ?? problems.join(' ') },
      fragments: readRequestedFragments(request.body),
    })),
    shipping: {
      packages: calculation.shipping.packages.map(({ lineKeys, options, selected }) => ({
        lines: lineKeys,
        options: options.map((option) => ({
          ...{ id: option.id, title: option.title, amount: getShownCost(option, context.taxDisplay) },
        })),
        selected: selected?.methodId ?? null,
      })),
      problems,
      missingForFree: progress?.missing ?? null,
    },
  };
}
