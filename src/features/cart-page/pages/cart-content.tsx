import type { ReactNode } from 'react';
import { z } from 'zod';
import {
  AsideNotice,
  type Cart,
  cartPageFragment,
  cartPath,
  cartQuantityPath,
  cartRemovePath,
  cartRestorePath,
  cartTexts,
  ExpressSection,
  FreeShippingNote,
  getShownTotal,
  InlineCartState,
  type LoadedCart,
  lineKeyField,
  loadCart,
  toCheckoutField,
} from '#features/cart/index.ts';
import { shopPath } from '#features/catalog/index.ts';
import { Totals } from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { renderOutputs } from '#platform/features/slots.ts';
import { defineFragment } from '#platform/fragments/fragments.tsx';
import { Behaviour } from '#platform/islands/island.tsx';
import type { RenderContext } from '#platform/pages/render-context.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Notice } from '#ui/notice.tsx';
import { CartCoupons } from '../parts/cart-coupons.tsx';
import { CartLine, removeFormId } from '../parts/cart-line.tsx';
import { Delivery, formatSummaryRows } from '../parts/delivery.tsx';
import { cartExpress, cartLineActions } from '../slots.ts';
import { cartPageTexts as texts } from '../texts.ts';
import type { CouponNotice } from '../writes/coupon-notices.ts';
import type { DestinationFormState } from '../writes/destination-form.ts';

const cartFormId = 'cart-form';

/** The content of the cart page, which replies to changes of the cart replace. */
export const cartPageContent = defineFragment({
  key: cartPageFragment,
  options: z.object({}),
  render: async (shop, actor) => renderCartContent(shop, actor, await loadCart(shop, actor, 'cart')),
});

interface ContentForms {
  readonly couponNotices?: readonly CouponNotice[];
  readonly destination?: DestinationFormState | undefined;
}

export async function renderCartContent(
  shop: Shop,
  actor: Actor,
  loaded: LoadedCart,
  { couponNotices = [], destination = { form: {}, problems: [] } }: ContentForms = {},
): Promise<ReactNode> {
  const context = shop.renderContext(cartPath);
  const [lineActions, express] = await Promise.all([
    shop.fill(cartLineActions, context, { lines: loaded.cart.lines }),
    // Called even for a cart that can't be ordered yet: a script may make it orderable, but the content security
    // policy is set when the page is opened.
    shop.fill(cartExpress, context, { actor, total: loaded.state.cart.total, currency: loaded.cart.currency }),
  ]);
  return <CartContent {...{ shop, context, ...loaded, couponNotices, destination, lineActions, express }} />;
}

interface ContentProps extends LoadedCart {
  readonly shop: Shop;
  readonly context: RenderContext;
  readonly couponNotices: readonly CouponNotice[];
  readonly destination: DestinationFormState;
  readonly lineActions: readonly ReadonlyMap<string, ReactNode>[];
  readonly express: readonly ReactNode[];
}

function CartContent(props: ContentProps) {
  const { shop, context, cart, calculation, state, lineActions } = props;
  const { t } = context;
  return (
    <>
      <InlineCartState state={state} />
      <AsideNotice context={context} cart={cart} />
      <RemovedNotice context={context} cart={cart} />
      {cart.lines.length === 0 ? (
        <EmptyState title={t(cartTexts.emptyTitle)} text={t(texts.emptyText)}>
          <ButtonLink href={shopPath}>{t(cartTexts.continueShopping)}</ButtonLink>
        </EmptyState>
      ) : (
        <div className="split">
          <form className="split__main" id={cartFormId} method="post" action={cartQuantityPath}>
            <ul className="cart-lines">
              {cart.lines.map((line) => (
                <CartLine
                  key={line.key}
                  {...{ shop, context, line }}
                  currency={cart.currency}
                  total={getShownTotal(context, calculation, line)}
                  actions={lineActions.map((byKey) => byKey.get(line.key))}
                />
              ))}
            </ul>
            <div className="cart-actions">
              <a className="button button--text" href={shopPath}>
                {t(cartTexts.continueShopping)}
              </a>
              <Button look="quiet" className="when-no-script">
                {t(cartTexts.update)}
              </Button>
            </div>
          </form>
          <CartSummaryPanel {...props} />
          {/* Removing has a form of its own: the Enter key in a quantity field must update the cart, not remove a line. */}
          <form id={removeFormId} method="post" action={cartRemovePath} hidden />
        </div>
      )}
    </>
  );
}

function RemovedNotice({ context: { t }, cart }: { readonly context: RenderContext; readonly cart: Cart }) {
  if (!cart.removed) return null;
  const { key, name } = cart.removed;
  return (
    <Notice kind="info">
      <form method="post" action={cartRestorePath}>
        {t(cartTexts.removed, { name })}{' '}
        <Button look="text" name={lineKeyField} value={key}>
          {t(cartTexts.undo)}
        </Button>
      </form>
    </Notice>
  );
}

/** Order of the panel: progress to free delivery, coupon, delivery, total, checkout. */
function CartSummaryPanel({ shop, context, cart, calculation, couponNotices, destination, express }: ContentProps) {
  const { t } = context;
  const rows = formatSummaryRows(context, cart, calculation);
  const total = rows.find(({ isGrandTotal }) => isGrandTotal);
  const canBeOrdered = cart.lines.every((line) => line.problem === null);
  return (
    <Behaviour of="ui/tall-column">
      <aside className="split__side summary" aria-labelledby="summary-title">
        <h2 className="summary__title" id="summary-title">
          {t(texts.summary)}
        </h2>
        <FreeShippingNote context={context} calculation={calculation} />
        <CartCoupons context={context} cart={cart} calculation={calculation} notices={couponNotices} />
        <Delivery {...{ shop, context, cart, calculation, ...destination }} />
        <div data-announce={total && `${total.label} ${total.value}`}>
          <Totals rows={rows} />
        </div>
        {canBeOrdered ? (
          // The button submits the form of the quantities, so that an unsaved change is not lost.
          <Button wide form={cartFormId} name={toCheckoutField} value="1">
            {t(cartTexts.checkout)}
          </Button>
        ) : (
          <p className="summary__note">{t(cartTexts.problems)}</p>
        )}
        {canBeOrdered && express.length > 0 && (
          <ExpressSection context={context}>{renderOutputs(express)}</ExpressSection>
        )}
        {calculation.untaxedReason === null && (
          <p className="summary__note">
            {t(context.taxDisplay === 'including' ? texts.taxIncluded : texts.taxExcluded)}
          </p>
        )}
      </aside>
    </Behaviour>
  );
}
