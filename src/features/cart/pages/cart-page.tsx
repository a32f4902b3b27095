import type { ReactNode } from 'react';
import { shopPath } from '#features/catalog/index.ts';
import {
  type Calculation,
  calculationToTotalsView,
  formatCartTotals,
  getShownSubtotal,
  Totals,
} from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Notice } from '#ui/notice.tsx';
import type { Cart } from '../cart.ts';
import { cartQuantityPath, cartRemovePath, cartRestorePath, checkoutPath, lineKeyField } from '../contract.ts';
import { CartCoupons } from '../coupons/cart-coupons.tsx';
import type { CouponNotice } from '../coupons/coupon-notices.ts';
import type { PricedLine } from '../lines/price-lines.ts';
import { CartLine, removeFormId } from '../parts/cart-line.tsx';
import { type CartNotice, CartNotices } from '../parts/cart-notices.tsx';
import { cartTexts as texts } from '../texts.ts';

/** The style sheet of the cart's pages. */
export const cartStyles = 'src/features/cart/cart.page.css' as const;

interface CartPageProps {
  readonly shop: Shop;
  readonly context: RenderContext;
  readonly cart: Cart;
  /** Null when the cart is empty. */
  readonly calculation: Calculation | null;
  readonly notices: readonly CartNotice[];
  readonly couponNotices: readonly CouponNotice[];
  /** Cross-sells of the products in the cart. */
  readonly crossSells: ReactNode;
}

export function CartPage({ shop, context, cart, calculation, notices, couponNotices, crossSells }: CartPageProps) {
  const { t } = context;
  return (
    <>
      <div className="wrap">
        <header className="page-head">
          <h1>{t(texts.title)}</h1>
        </header>
        <CartNotices context={context} cart={cart} notices={notices} />
        <RemovedNotice context={context} cart={cart} />
        {calculation === null ? (
          <EmptyState title={t(texts.emptyTitle)} text={t(texts.emptyText)}>
            <ButtonLink href={shopPath}>{t(texts.continueShopping)}</ButtonLink>
          </EmptyState>
        ) : (
          <div className="split">
            <form className="split__main" method="post" action={cartQuantityPath}>
              <ul className="cart-lines">
                {cart.lines.map((line) => (
                  <CartLine
                    key={line.key}
                    {...{ shop, context, line }}
                    currency={cart.currency}
                    total={getShownTotal(context, calculation, line)}
                  />
                ))}
              </ul>
              <div className="cart-actions">
                <a className="button button--text" href={shopPath}>
                  {t(texts.continueShopping)}
                </a>
                <Button look="quiet">{t(texts.update)}</Button>
              </div>
            </form>
            <CartSummaryPanel {...{ context, cart, calculation, couponNotices }} />
            {/* A separate form: Enter in a quantity must update the cart, not remove a line. */}
            <form id={removeFormId} method="post" action={cartRemovePath} hidden />
          </div>
        )}
      </div>
      {crossSells}
    </>
  );
}

function RemovedNotice({ context: { t }, cart }: Pick<CartPageProps, 'context' | 'cart'>) {
  if (!cart.removed) return null;
  const { key, name } = cart.removed;
  return (
    <Notice kind="info">
      <form method="post" action={cartRestorePath}>
        {t(texts.removed, { name })}{' '}
        <Button look="text" name={lineKeyField} value={key}>
          {t(texts.undo)}
        </Button>
      </form>
    </Notice>
  );
}

/** Returns the price of a line as totals show it. A line that can't be ordered is in no totals. */
function getShownTotal({ taxDisplay }: RenderContext, { lines }: Calculation, { key, total }: PricedLine): number {
  const line = lines.find((each) => each.key === key);
  return line ? getShownSubtotal(line, taxDisplay) : total;
}

function CartSummaryPanel({
  context,
  cart,
  calculation,
  couponNotices,
}: Pick<CartPageProps, 'context' | 'cart' | 'couponNotices'> & { readonly calculation: Calculation }) {
  const { t } = context;
  const view = calculationToTotalsView(calculation, context.taxDisplay);
  const rows = formatCartTotals(context, view, cart.needsShipping);
  return (
    <aside className="split__side summary" aria-labelledby="summary-title">
      <h2 className="summary__title" id="summary-title">
        {t(texts.summary)}
      </h2>
      <CartCoupons context={context} cart={cart} calculation={calculation} notices={couponNotices} />
      <Totals rows={rows} />
      {cart.lines.every((line) => line.problem === null) ? (
        <ButtonLink wide href={checkoutPath}>
          {t(texts.checkout)}
        </ButtonLink>
      ) : (
        <p className="summary__note">{t(texts.problems)}</p>
      )}
      <p className="summary__note">{t(context.taxDisplay === 'including' ? texts.taxIncluded : texts.taxExcluded)}</p>
    </aside>
  );
}
