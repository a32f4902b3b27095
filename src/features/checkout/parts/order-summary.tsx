import { CouponSection, cartPath, getShownTotal, type PricedLine } from '#features/cart/index.ts';
import { formatLineOptions } from '#features/orders/index.ts';
import { calculationToTotalsView, formatTotals, Totals } from '#features/pricing/index.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import { Picture } from '#ui/picture.tsx';
import { Price } from '#ui/price.tsx';
import type { CheckoutView } from '../checkout-view.ts';
import { applyCouponField, removeCouponField } from '../contract.ts';
import { checkoutTexts as texts } from '../texts.ts';

const couponForm = { formId: 'checkout', applyField: applyCouponField, removeField: removeCouponField };

export function OrderSummary({ view: { shop, context, order, couponFailure } }: { readonly view: CheckoutView }) {
  const { t, price } = context;
  const { calculation, cart } = order;
  const amount = (value: number) => price({ amount: value, currency: cart.currency });
  return (
    <Behaviour of="ui/tall-column">
      <aside className="split__side summary" aria-labelledby="summary-title">
        <h2 className="summary__title" id="summary-title">
          {t(texts.orderSummary)}
        </h2>
        <details className="summary__fold" open={couponFailure !== null}>
          <summary className="summary__line">
            <span className="fold-arrow" aria-hidden="true" />
            <span>{t(texts.showSummary, { count: cart.count })}</span>
            <strong>{amount(calculation.totals.total)}</strong>
          </summary>
        </details>
        {/* Outside of `details`: not every browser lets a wide screen open it without JavaScript. */}
        <div className="summary__body">
          <ul className="items">
            {cart.lines.map((line) => (
              <li className="item" key={line.key}>
                <div className="item__photo">
                  {line.variation?.image && (
                    <Picture picture={{ ...shop.media.picture(line.variation.image), alt: '' }} sizes="72px" />
                  )}
                </div>
                <div className="item__text">
                  <p className="item__name">
                    {line.name} <span className="item__times">{t(texts.times, { quantity: line.quantity })}</span>
                  </p>
                  {formatOptions(context, cart.currency, line).map((note) => (
                    <p className="item__note" key={note}>
                      {note}
                    </p>
                  ))}
                </div>
                <p className="item__total">
                  <Price price={amount(getShownTotal(context, calculation, line))} />
                </p>
              </li>
            ))}
          </ul>
          <CouponSection
            {...{ context, calculation }}
            coupons={cart.coupons}
            failure={couponFailure}
            within={couponForm}
          />
          <Totals rows={formatTotals(context, calculationToTotalsView(calculation, context.taxDisplay))} />
          {/* The total of the order includes taxes, however the prices are displayed. */}
          {calculation.untaxedReason === null && <p className="summary__note">{t(texts.taxIncluded)}</p>}
          <p>
            <a href={cartPath}>{t(texts.editCart)}</a>
          </p>
        </div>
      </aside>
    </Behaviour>
  );
}

function formatOptions(context: CheckoutView['context'], currency: string, { options, addons }: PricedLine): string[] {
  const orderAddons = addons.map(({ label, shown, price }) => ({ label, value: shown, price }));
  return formatLineOptions(context, { currency }, { options, addons: orderAddons });
}
