import { type Cart, calculateCart, cartRemovePath, lineKeyField } from '#features/cart/index.ts';
import { MiniCartForm, type MiniCartMarkup } from '#features/mini-cart/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { cartAjaxTexts as texts } from '../texts.ts';

/** Renders the mini-cart with the classes and attributes that scripts of a moved shop look for. */
export async function renderMiniCart(shop: Shop, context: RenderContext, cart: Cart) {
  const calculation = await calculateCart(shop, shop.db, cart);
  return (
    <div className="widget_shopping_cart_content">
      <MiniCartForm {...{ shop, context, cart, calculation }} markup={createMarkup(shop, context)} />
    </div>
  );
}

function createMarkup({ wire: { storePlugin } }: Shop, { t }: RenderContext): MiniCartMarkup {
  return {
    idPrefix: 'cart-widget',
    listClass: `${storePlugin}-mini-cart cart_list product_list_widget`,
    lineClass: `${storePlugin}-mini-cart-item mini_cart_item`,
    // The link also works without script: it leads to a page with a button that removes the line.
    renderRemove: ({ key, name, productId, variation }) => (
      <a
        href={`${cartRemovePath}?${lineKeyField}=${key}`}
        className="remove remove_from_cart_button"
        aria-label={t(texts.remove, { name })}
        data-product_id={productId}
        data-cart_item_key={key}
        data-product_sku={variation?.sku ?? ''}
      >
        ×
      </a>
    ),
  };
}
