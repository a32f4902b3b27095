import type { ReactNode } from 'react';
import { type Cart, cartPageFragment, cartTexts } from '#features/cart/index.ts';
import { renderOutputs } from '#platform/features/slots.ts';
import { Fragment } from '#platform/fragments/fragments.tsx';
import { Behaviour } from '#platform/islands/island.tsx';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { PageHead } from '#ui/page-head.tsx';
import { type CartNotice, CartNotices } from '../parts/cart-notices.tsx';

export const cartStyles = 'src/features/cart-page/cart.page.css' as const;

interface CartPageProps {
  readonly context: RenderContext;
  readonly cart: Cart;
  readonly notices: readonly CartNotice[];
  /** Notices about forms of other features. */
  readonly others: readonly ReactNode[];
  /** Changes since the last view. */
  readonly changes: ReactNode;
  /** Lines and summary. */
  readonly content: ReactNode;
  /** Content of other features below the cart. */
  readonly below: readonly ReactNode[];
}

export function CartPage({ context, cart, notices, others, changes, content, below }: CartPageProps) {
  return (
    <>
      <div className="wrap">
        <PageHead title={context.t(cartTexts.title)} />
        <CartNotices context={context} cart={cart} notices={notices} />
        {renderOutputs(others)}
        {changes}
        <Behaviour of="cart-page/cart-page" when="load">
          <Fragment of={cartPageFragment}>{content}</Fragment>
        </Behaviour>
      </div>
      {renderOutputs(below)}
    </>
  );
}
