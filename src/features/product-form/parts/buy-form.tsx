import type { ReactNode } from 'react';
import type { ProductViewWithoutLinks } from '#features/catalog/index.ts';
import { catalogTexts as texts } from '#features/catalog/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { Island } from '#platform/islands/island.tsx';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { ButtonLink } from '#ui/button.tsx';
import { BuyForm } from '../islands/buy-form.tsx';
import { buildButtonProps, buildStickyProps } from './button-props.ts';
import { buildBuyFormProps, listOffers } from './buy-form-props.ts';
import { GroupedForm } from './grouped-form.tsx';

export interface ProductFormInput {
  readonly product: ProductViewWithoutLinks;
  /** Where the form posts to. */
  readonly action: string;
  /** Pieces that can be ordered at once. */
  readonly maxQuantity: number;
  /** Id of a variation that a link named. */
  readonly preselected: number | null;
  /** What others put under the button. */
  readonly extra: ReactNode;
  /** Tells it from another form for this product in the same document: ids begin with it. */
  readonly instance?: string | undefined;
  /** Whether a bar takes the place of the button when that is out of view. */
  readonly hasStickyBar?: boolean | undefined;
}

/** The way to buy a product of any type. */
export function renderProductForm(shop: Shop, context: RenderContext, input: ProductFormInput): ReactNode {
  const { product, action, maxQuantity, extra, instance = 'buy', hasStickyBar = false } = input;
  const { t } = context;
  if (product.type === 'external') {
    return product.externalUrl === null ? null : (
      <p className="buy__row">
        <ButtonLink className="buy__button" href={product.externalUrl} rel="noopener nofollow">
          {product.buttonText || t(texts.buyElsewhere)}
        </ButtonLink>
      </p>
    );
  }
  const isGroup = product.type === 'grouped';
  if (!isGroup && listOffers(product).length === 0) return <p className="stock stock--out">{t(texts.notForSale)}</p>;
  const id = `${instance}-${product.id}`;
  const sticky = hasStickyBar ? buildStickyProps(shop, context, product) : null;
  const buttons = buildButtonProps(shop);
  return (
    <form className="buy__form" id={id} method="post" action={action}>
      <input type="hidden" name="product_id" value={product.id} />
      {isGroup ? (
        <GroupedForm {...{ context, id, maxQuantity, buttons, sticky }} members={product.grouped} />
      ) : (
        // The bar is for whoever is past the form, maybe without ever having seen it.
        <Island
          of={BuyForm}
          props={{ ...buildBuyFormProps(shop, context, input, id), buttons, sticky }}
          when={sticky ? 'load' : 'visible'}
        />
      )}
      {extra && <div className="buy__extra">{extra}</div>}
    </form>
  );
}
