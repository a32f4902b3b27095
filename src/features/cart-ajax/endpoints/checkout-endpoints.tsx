import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { addressFieldName, readAddress } from '#features/addresses/index.ts';
import {
  applyCoupon as applyCartCoupon,
  type Cart,
  calculateCart,
  cartPath,
  formatCouponProblem,
  getCart,
  removeCoupon as removeCartCoupon,
  selectShipping,
  setDestination,
} from '#features/cart/index.ts';
import { formatSummaryRows } from '#features/cart-page/index.ts';
import {
  type Calculation,
  calculationToTotalsView,
  formatShippingRefusals,
  formatTotals,
  getShownSubtotal,
  listSelectedShipping,
  type TaxAddress,
  Totals,
} from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { cartAjaxTexts as texts } from '../texts.ts';
import { type Endpoint, type EndpointCall, type EndpointFields, readText } from './endpoint.ts';

interface OrderReviewReply {
  readonly result: 'success' | 'failure';
  /** HTML. */
  readonly messages: string;
  /** `true` makes the script reload the page. */
  readonly reload: 'true' | 'false';
  readonly fragments: Readonly<Record<string, string>>;
}

/**
 * Stores the addresses and the shipping method of the checkout's form, and calculates the order. Omitted and invalid
 * fields keep the cart's values.
 */
export const updateOrderReview: Endpoint = async (call, fields): Promise<OrderReviewReply> => {
  const { shop, owner } = call;
  const { storePlugin } = shop.wire;
  const before = await getCart(shop, owner);
  if (before.lines.length === 0) {
    const messages = renderNotice(shop, 'error', shop.t(texts.sessionOver));
    return { result: 'failure', messages, reload: 'false', fragments: {} };
  }
  await keepDestination(call, before, fields);
  await keepShippingMethod(call, fields);
  const { cart, calculation, context } = await loadCalculation(call);
  const view = calculationToTotalsView(calculation, context.taxDisplay);
  const isShippingLater = listSelectedShipping(calculation).length === 0 && cart.needsShipping;
  const html = renderToStaticMarkup(
    <div className={`shop_table ${storePlugin}-checkout-review-order-table`}>
      <OrderLines shop={shop} cart={cart} calculation={calculation} />
      <Totals rows={formatTotals(context, view, { isShippingLater })} />
      {renderRefusals(shop, cart, calculation)}
    </div>,
  );
  const fragments = { [`.${storePlugin}-checkout-review-order-table`]: html };
  return { result: 'success', messages: '', reload: 'false', fragments };
};

async function loadCalculation({ shop, owner }: EndpointCall) {
  const cart = await getCart(shop, owner);
  const calculation = await calculateCart(shop, shop.db, cart);
  return { cart, calculation, context: shop.renderContext(cartPath) };
}

/** Renders the reasons why nothing ships to the destination, if a destination is known. */
function renderRefusals(shop: Shop, { destination }: Cart, calculation: Calculation): ReactNode {
  if (!destination) return null;
  const refusals = formatShippingRefusals(shop.renderContext(cartPath), calculation, destination.country);
  return refusals.map((refusal) => <p key={refusal}>{refusal}</p>);
}

function OrderLines({ shop, cart, calculation }: { shop: Shop; cart: Cart; calculation: Calculation }): ReactNode {
  const { taxDisplay, price } = shop.renderContext(cartPath);
  return (
    <dl>
      {calculation.lines.map((line) => (
        <div className="cart_item" key={line.key}>
          <dt>
            {cart.lines.find(({ key }) => key === line.key)?.name} × {line.quantity}
          </dt>
          <dd>{price({ amount: getShownSubtotal(line, taxDisplay), currency: cart.currency })}</dd>
        </div>
      ))}
    </dl>
  );
}

async function keepDestination({ shop, owner }: EndpointCall, cart: Cart, fields: EndpointFields): Promise<void> {
  const isToOtherAddress = cart.needsShipping && readText(fields.s_country, 2) !== '';
  const billing = readPlace(shop, fields, 'billing');
  const destination = isToOtherAddress ? readPlace(shop, fields, 'shipping') : billing;
  const isKnown =
    (destination === null || isSameAddress(cart.destination, destination)) &&
    (billing === null || isSameAddress(cart.billingAddress, billing));
  if (!isKnown) await setDestination(shop, owner, destination, billing);
}

const addressParts = ['country', 'state', 'postcode', 'city'] as const;
const prefixes = { billing: '', shipping: 's_' } as const;

/** @returns null without a country, and for an invalid address */
function readPlace(
  { t, choices: { countries } }: Shop,
  fields: EndpointFields,
  kind: keyof typeof prefixes,
): TaxAddress | null {
  const prefix = prefixes[kind];
  if (readText(fields[`${prefix}country`], 2) === '') return null;
  const parts = addressParts.map((part) => [addressFieldName(kind, part), readText(fields[prefix + part], 200)]);
  const { address, problems } = readAddress(t, Object.fromEntries(parts), {
    ...{ kind, countries, required: ['country'] },
    hidden: ['first_name', 'last_name', 'company', 'address_1', 'address_2'],
  });
  const { country, state, postcode, city } = address;
  return problems.length === 0 ? { country, state, postcode, city } : null;
}

function isSameAddress(one: TaxAddress | null, other: TaxAddress | null): boolean {
  return addressParts.every((part) => one?.[part] === other?.[part]);
}

/** Selects the method of the only package, which has index 0. A method that is not offered changes nothing. */
async function keepShippingMethod({ shop, owner }: EndpointCall, fields: EndpointFields): Promise<void> {
  const methodId = readText(fields['shipping_method[0]'] ?? fields['shipping_method[]'], 200);
  const { shippingMethod } = await getCart(shop, owner);
  if (methodId !== '' && methodId !== shippingMethod) await selectShipping(shop, owner, methodId);
}

export const getTotals: Endpoint = async (call) => {
  const { cart, calculation, context } = await loadCalculation(call);
  return renderToStaticMarkup(
    <div className="cart_totals">
      <h2>{context.t(texts.totals)}</h2>
      <Totals rows={formatSummaryRows(context, cart, calculation)} />
      {renderRefusals(call.shop, cart, calculation)}
    </div>,
  );
};

export const updateShippingMethod: Endpoint = async (call, fields) => {
  await keepShippingMethod(call, fields);
  return getTotals(call, fields);
};

const maxTypedCode = 1000;

export const applyCoupon: Endpoint = async ({ shop, owner, request }, fields) => {
  const typed = readText(fields.coupon_code, maxTypedCode);
  const result = await applyCartCoupon(shop, { owner, code: typed, ipAddress: request.ip });
  if (!result.ok) {
    const { currency } = shop.choices;
    return renderNotice(shop, 'error', formatCouponProblem(shop.renderContext(cartPath), currency, result));
  }
  const { code, isNew } = result;
  return isNew
    ? renderNotice(shop, 'message', shop.t(texts.couponApplied))
    : renderNotice(shop, 'error', shop.t(texts.couponRepeated, { code }));
};

export const removeCoupon: Endpoint = async ({ shop, owner }, fields) => {
  const code = readText(fields.coupon, maxTypedCode);
  return (await removeCartCoupon(shop, owner, code))
    ? renderNotice(shop, 'message', shop.t(texts.couponRemoved))
    : renderNotice(shop, 'error', shop.t(texts.couponNotApplied, { code }));
};

function renderNotice({ wire }: Shop, kind: 'error' | 'message', text: string): string {
  return renderToStaticMarkup(
    <div className={`${wire.storePlugin}-${kind}`} role="alert">
      {text}
    </div>,
  );
}
