import {
  addToCartPath,
  cartSettings,
  getMaxQuantity,
  productField,
  quantityField,
  cartTexts as texts,
} from '#features/cart/index.ts';
import { lowerToStep, type ProductCard } from '#features/catalog/index.ts';
import type { CardAction } from '#features/listing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';

interface QuickAddInput {
  readonly products: readonly ProductCard[];
}

/**
 * Renders an "add to cart" form for the cards of products that need no choice. Listings whose path is in the setting
 * `quantityInLists` get a quantity field.
 */
export function renderQuickAdd(
  shop: Shop,
  context: RenderContext,
  { products }: QuickAddInput,
): Map<number, CardAction> {
  const hasQuantityField = shop.settings(cartSettings).quantityInLists.includes(context.path);
  const maxQuantity = getMaxQuantity(shop);
  const { hasScriptMarkup } = shop.settings(cartSettings);
  const plain = products.filter(({ canAddDirectly }) => canAddDirectly);
  return new Map(
    plain.map((product) => {
      const options = { maxQuantity, hasScriptMarkup, hasQuantityField: hasQuantityField && !product.soldIndividually };
      const element = <QuickAdd key="cart" context={context} product={product} {...options} />;
      return [product.id, { element, inputs: [options] }];
    }),
  );
}

interface QuickAddProps {
  readonly context: RenderContext;
  readonly product: ProductCard;
  readonly maxQuantity: number;
  readonly hasQuantityField: boolean;
  /** Whether the button has the classes and attributes by which third-party add-to-cart scripts find it. */
  readonly hasScriptMarkup: boolean;
}

function QuickAdd(props: QuickAddProps) {
  const { context, product, maxQuantity, hasQuantityField, hasScriptMarkup } = props;
  const { t } = context;
  const { id, name, quantityRule } = product;
  const { minQuantity, quantityStep } = quantityRule;
  const scriptMarkup = hasScriptMarkup
    ? {
        className: 'card-action add_to_cart_button ajax_add_to_cart',
        'data-product_id': id,
        'data-quantity': minQuantity,
      }
    : { className: 'card-action' };
  return (
    <form className="card-add" method="post" action={addToCartPath}>
      <input type="hidden" name={productField} value={id} />
      {!hasQuantityField && minQuantity > 1 && <input type="hidden" name={quantityField} value={minQuantity} />}
      {hasQuantityField && (
        <input
          className="card-add__quantity"
          type="number"
          name={quantityField}
          defaultValue={minQuantity}
          min={minQuantity}
          max={lowerToStep(quantityRule, maxQuantity)}
          step={quantityStep}
          inputMode="numeric"
          aria-label={t(texts.quantityOf, { name })}
        />
      )}
      <button {...scriptMarkup} type="submit">
        {t(texts.addToCart)}
        <VisuallyHidden> {name}</VisuallyHidden>
      </button>
    </form>
  );
}
