import {
  type Cart,
  cartPath,
  cartRemovePath,
  checkoutPath,
  lineKeyField,
  type PricedLine,
} from '#features/cart/index.ts';
import { productPath } from '#features/catalog/index.ts';
import type { WireNames } from '#platform/config/wire-names.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { cartAjaxTexts as texts } from '../texts.ts';

interface MiniCartProps {
  readonly context: RenderContext;
  readonly wire: WireNames;
  readonly cart: Cart;
  /** Price of each line as it is shown, in minor units. */
  readonly lineTotals: ReadonlyMap<string, number>;
  readonly subtotal: number;
}

/** The lines of the cart with the classes and attributes that scripts of a moved shop look for. */
export function MiniCartFragment({ context, wire, cart, lineTotals, subtotal }: MiniCartProps) {
  const { t, price } = context;
  const { storePlugin } = wire;
  if (cart.lines.length === 0)
    return (
      <div className="widget_shopping_cart_content">
        <p className={`${storePlugin}-mini-cart__empty-message`}>{t(texts.empty)}</p>
      </div>
    );
  return (
    <div className="widget_shopping_cart_content">
      <ul className={`${storePlugin}-mini-cart cart_list product_list_widget`}>
        {cart.lines.map((line) => (
          <MiniCartLine
            key={line.key}
            {...{ context, wire, line }}
            total={lineTotals.get(line.key) ?? line.total}
            currency={cart.currency}
          />
        ))}
      </ul>
      <p className={`${storePlugin}-mini-cart__total total`}>
        <strong>{t(texts.subtotal)}</strong> {price({ amount: subtotal, currency: cart.currency })}
      </p>
      <p className={`${storePlugin}-mini-cart__buttons buttons`}>
        <a href={cartPath} className="button">
          {t(texts.viewCart)}
        </a>
        <a href={checkoutPath} className="button checkout">
          {t(texts.checkout)}
        </a>
      </p>
    </div>
  );
}

interface LineProps {
  readonly context: RenderContext;
  readonly wire: WireNames;
  readonly line: PricedLine;
  readonly total: number;
  readonly currency: string;
}

/** The link removes without script too: it leads to a page with a button. */
function MiniCartLine({ context: { t, price }, wire, line, total, currency }: LineProps) {
  const { key, name, productId, quantity, variation, options } = line;
  const choices = options.map((option) => `${option.name}: ${option.value}`).join(', ');
  return (
    <li className={`${wire.storePlugin}-mini-cart-item mini_cart_item`}>
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
      {variation ? <a href={productPath(variation.slug)}>{name}</a> : name}
      {choices !== '' && <span className="variation">{choices}</span>}
      <span className="quantity">
        {quantity} × {price({ amount: Math.round(total / quantity), currency })}
      </span>
    </li>
  );
}
