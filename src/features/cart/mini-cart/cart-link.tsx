import { Behaviour } from '#platform/islands/island.tsx';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { Icon } from '#ui/icon.tsx';
import { alterQuantityAction, type CartTexts, cartPath, miniCartFragment, restoreLineAction } from '../contract.ts';
import { cartTexts as texts } from '../texts.ts';

interface CartLinkProps {
  readonly context: Pick<RenderContext, 't'>;
  readonly themePrefix: string;
}

/**
 * The link to the cart in the header, with the empty mini-cart that it opens where script runs. The
 * same for everyone: a private call brings count and content.
 */
export function CartLink({ context: { t }, themePrefix }: CartLinkProps) {
  const scriptTexts: CartTexts = {
    loading: t(texts.loading),
    failed: t(texts.refreshFailed),
    notAdded: t(texts.addFailed),
    notSaved: t(texts.changeFailed),
    retry: t(texts.retry),
    viewCart: t(texts.viewCart),
    alterQuantity: alterQuantityAction(themePrefix),
    restoreLine: restoreLineAction(themePrefix),
  };
  return (
    <Behaviour of="cart/cart" when="load">
      <a className="tool" href={cartPath} data-cart-link="">
        <Icon name="shopping-bag" />
        <span className="tool__name">{t(texts.title)}</span>
        <span className="count" data-count="cart" hidden />
      </a>
      <dialog
        className="mini-cart"
        id="mini-cart"
        popover="manual"
        aria-labelledby="mini-cart-title"
        data-texts={JSON.stringify(scriptTexts)}
      >
        <div className="mini-cart__head">
          <h2 id="mini-cart-title" tabIndex={-1}>
            {t(texts.title)}
          </h2>
          <button className="icon-button" type="button" data-close="" aria-label={t(texts.closeMiniCart)}>
            <Icon name="x" />
          </button>
        </div>
        <p className="mini-cart__status" role="alert" hidden />
        <div className="mini-cart__content" data-fragment={miniCartFragment} />
      </dialog>
    </Behaviour>
  );
}
