import { cartPath, formatScriptTexts, cartTexts as texts } from '#features/cart/index.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { Icon } from '#ui/icon.tsx';
import { miniCartFragment } from './contract.ts';

interface CartLinkProps {
  readonly context: Pick<RenderContext, 't'>;
  readonly themePrefix: string;
}

/**
 * Renders the header's link to the cart, with the empty mini-cart that it opens where script runs. The markup is the
 * same for all visitors, so that pages can be cached: a private call loads the count and the content.
 */
export function CartLink({ context: { t }, themePrefix }: CartLinkProps) {
  return (
    <Behaviour of="mini-cart/mini-cart" when="load">
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
        data-cart-texts={formatScriptTexts(t, themePrefix)}
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
