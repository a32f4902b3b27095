import type { ReactNode } from 'react';
import type { ProductViewWithoutLinks } from '#features/catalog/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { Island } from '#platform/islands/island.tsx';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { ButtonLink } from '#ui/button.tsx';
import { BuyForm } from '../islands/buy-form.tsx';
import { productFormTexts as texts } from '../texts.ts';
import { buildButtonProps, buildStickyProps } from './button-props.ts';
import { buildBuyFormProps, listOffers } from './buy-form-props.ts';
import { GroupedForm } from './grouped-form.tsx';

export interface ProductFormInput {
  readonly product: ProductViewWithoutLinks;
  /** URL that the form posts to. */
  readonly action: string;
  /** Max quantity of an order. */
  readonly maxQuantity: number;
  /** Id of the variation named by the link. */
  readonly preselected: number | null;
  /** Content of other features below the button. */
  readonly extra: ReactNode;
  /** Prefix of ids that distinguishes this form from another one for the same product. */
  readonly instance?: string | undefined;
  /** Whether a sticky bar is shown while the button is out of view. */
  readonly hasStickyBar?: boolean | undefined;
}

/** The product form for a product of any type. */
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
  const takesFiles = product.addons.some(({ kind }) => kind === 'file');
  const encoding = takesFiles ? 'multipart/form-data' : undefined;
  return (
    <form className="buy__form" id={id} method="post" action={action} encType={encoding}>
      <input type="hidden" name="product_id" value={product.id} />
      {isGroup ? (
        <GroupedForm {...{ context, id, maxQuantity, buttons, sticky }} members={product.grouped} />
      ) : (
        // Hydrate on load with a sticky bar: the shopper may scroll past the form quickly.
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
