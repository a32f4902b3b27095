import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type Cart, type CartDestination, calculateCart, formatSummaryRows, getCart } from '#features/cart/index.ts';
import {
  type Calculation,
  calculationToTotalsView,
  formatTotals,
  getShownSubtotal,
  type TaxAddress,
  Totals,
} from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Text } from '#platform/texts/texts.ts';
import { cartAjaxTexts as texts } from '../texts.ts';
import { type Endpoint, type EndpointFields, readText } from './endpoint.ts';

/** The reply with the sums of the checkout. */
interface OrderReviewReply {
  readonly result: 'success' | 'failure';
  /** HTML. */
  readonly messages: string;
  /** `true` makes the script reload the page. */
  readonly reload: 'true' | 'false';
  readonly fragments: Readonly<Record<string, string>>;
}

/** Calculates the order for the address and the shipping method of the checkout's form. */
export const updateOrderReview: Endpoint = async ({ shop, owner }, fields): Promise<OrderReviewReply> => {
  const { storePlugin } = shop.wire;
  const cart = await getCart(shop, owner);
  if (cart.lines.length === 0)
    return {
      result: 'failure',
      messages: renderNotice(shop, 'error', texts.sessionOver),
      reload: 'false',
      fragments: {},
    };
  const calculation = await calculateCart(shop, shop.db, cart, ...toDestination(fields));
  const context = shop.renderContext('/');
  const view = calculationToTotalsView(calculation, context.taxDisplay);
  const html = renderToStaticMarkup(
    <div className={`shop_table ${storePlugin}-checkout-review-order-table`}>
      <OrderLines shop={shop} cart={cart} calculation={calculation} />
      <Totals
        rows={formatTotals(context, view, {
          isShippingLater: calculation.shipping.selected === null && cart.needsShipping,
        })}
      />
    </div>,
  );
  const fragments = { [`.${storePlugin}-checkout-review-order-table`]: html };
  return { result: 'success', messages: '', reload: 'false', fragments };
};

function OrderLines({ shop, cart, calculation }: { shop: Shop; cart: Cart; calculation: Calculation }): ReactNode {
  const { taxDisplay, price } = shop.renderContext('/');
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

/** The shipping address has the prefix `s_`; the first chosen method is that of the one package. */
function toDestination(fields: EndpointFields): [CartDestination] | [] {
  const readAddress = (prefix: string): TaxAddress => ({
    country: readText(fields[`${prefix}country`], 2).toUpperCase(),
    state: readText(fields[`${prefix}state`], 100),
    postcode: readText(fields[`${prefix}postcode`], 20),
    city: readText(fields[`${prefix}city`], 100),
  });
  const [billing, shipping] = [readAddress(''), readAddress('s_')];
  if (billing.country === '' && shipping.country === '') return [];
  return [
    {
      billingAddress: billing.country === '' ? null : billing,
      shippingAddress: shipping.country === '' ? null : shipping,
      shippingMethodIds: [readText(fields['shipping_method[0]'] ?? fields['shipping_method[]'], 200)],
    },
  ];
}

/** The totals of the cart page. */
export const getTotals: Endpoint = async ({ shop, owner }) => {
  const context = shop.renderContext('/');
  const cart = await getCart(shop, owner);
  const calculation = await calculateCart(shop, shop.db, cart);
  return renderToStaticMarkup(
    <div className="cart_totals">
      <h2>{context.t(texts.totals)}</h2>
      <Totals rows={formatSummaryRows(context, cart, calculation)} />
    </div>,
  );
};

/** Carts keep no coupons yet, so none can be applied or removed. */
export const applyCoupon: Endpoint = async ({ shop }, fields) =>
  renderNotice(shop, 'error', texts.noCoupon, readText(fields.coupon_code, 100));

export const removeCoupon: Endpoint = async ({ shop }, fields) =>
  renderNotice(shop, 'error', texts.couponNotApplied, readText(fields.coupon, 100));

function renderNotice({ wire, t }: Shop, kind: 'error' | 'message', text: Text, code = ''): string {
  return renderToStaticMarkup(
    <div className={`${wire.storePlugin}-${kind}`} role="alert">
      {t(text, { code })}
    </div>,
  );
}
