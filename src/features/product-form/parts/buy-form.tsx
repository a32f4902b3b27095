import type { ReactNode } from 'react';
import type { ProductViewWithoutLinks, VariationView } from '#features/catalog/index.ts';
import { getPriceSuffix, PriorPrice, ProductPrice } from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { Island } from '#platform/islands/island.tsx';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { ButtonLink } from '#ui/button.tsx';
import { InsideForm } from '#ui/inside-form.ts';
import { Price } from '#ui/price.tsx';
import { getFormId } from '../contract.ts';
import { OfferPrice, OfferPriorPrice } from '../islands/buy-form/offer-price.tsx';
import { isOfferSoldOut } from '../islands/buy-form/use-choice.ts';
import { BuyForm } from '../islands/buy-form.tsx';
import { chooseMember, listProblems } from '../islands/set-form/member-choice.ts';
import { SetForm } from '../islands/set-form.tsx';
import { hasForm, listOffers } from '../offers.ts';
import { productFormTexts as texts } from '../texts.ts';
import { findVariation } from '../variation-selection.shared.ts';
import { buildButtonProps, buildStickyProps } from './button-props.ts';
import { buildBuyFormProps, type PreselectedVariation } from './buy-form-props.ts';
import { ExternalBar, PendingBar } from './pending-bar.tsx';
import { buildSetFormProps, type SetInUrl } from './set-form-props.ts';
import { SoldOutChoice, SoldOutDefaultButton } from './sold-out-choice.tsx';

export interface ProductFormInput {
  readonly product: ProductViewWithoutLinks;
  readonly action: string;
  readonly maxQuantity: number;
  readonly preselected: PreselectedVariation | null;
  readonly set?: SetInUrl | undefined;
  /** Says when a variation arrives; null when the shop can't say. Default: no arrival is shown. */
  readonly formatArrival?: (variation: VariationView) => string | null;
  /** Wallet buttons below the main button, shown unless nothing can be bought. Default: none. */
  readonly express?: ReactNode;
  /** Content of other features below the button. */
  readonly extra: ReactNode;
  /** Prefix of element ids that distinguishes several forms of the same product. */
  readonly instance?: string | undefined;
  /**
   * Whether the form is on the product's own page: it then has a sticky bar while the button is out of view, and
   * writes the choice to the page's URL.
   */
  readonly isProductPage?: boolean | undefined;
}

export interface ProductForm {
  /**
   * The price, to be placed beside the name. The form keeps the price up to date when both are in the same `.buy`
   * element.
   */
  readonly price: ReactNode;
  /** Null when nothing can be bought, not even at another site. */
  readonly form: ReactNode;
  /** The sticky bar, to be placed outside of the form; null when it is switched off. */
  readonly bar: ReactNode;
  /**
   * Whether nothing can be bought now. The form then begins with the sold-out text, and can be placed next to the
   * price.
   */
  readonly isSoldOut: boolean;
}

/** Renders the form and the price of a product of any type. A set needs one query, all others none. */
export async function renderProductForm(
  shop: Shop,
  context: RenderContext,
  input: ProductFormInput,
): Promise<ProductForm> {
  const { product, action, express, extra, instance, isProductPage = false } = input;
  const id = getFormId(product.id, instance);
  const { fields, chosenPrice, bar, isSoldOut } = await renderFields(shop, context, { ...input, isProductPage }, id);
  const price = <HeadlinePrice {...{ shop, context, product }} chosen={chosenPrice} />;
  if (product.type === 'external')
    return { price, isSoldOut: false, ...renderExternal(shop, context, product, { id, isProductPage }) };
  if (!hasForm(product))
    return { price, isSoldOut, form: <p className="stock stock--out">{context.t(texts.notForSale)}</p>, bar };
  const takesFiles = product.addons.some(({ kind }) => kind === 'file');
  const form = (
    <form
      className={isSoldOut ? 'buy__form buy__form--sold-out' : 'buy__form'}
      id={id}
      method="post"
      action={action}
      encType={takesFiles ? 'multipart/form-data' : undefined}
      // Read by existing scripts of a migrated shop, together with the events of chosen variations.
      data-product_id={product.id}
    >
      <input type="hidden" name="product_id" value={product.id} />
      {fields}
      {express && !isSoldOut && (
        <div className="buy__express">
          <InsideForm value={true}>{express}</InsideForm>
        </div>
      )}
      {extra && (
        <div className="buy__extra">
          <InsideForm value={true}>{extra}</InsideForm>
        </div>
      )}
    </form>
  );
  return { price, form, bar, isSoldOut };
}

interface FieldsInput extends ProductFormInput {
  readonly isProductPage: boolean;
}

interface Fields {
  readonly fields: ReactNode;
  /** Null when nothing is chosen. */
  readonly chosenPrice: ReactNode;
  readonly bar: ReactNode;
  readonly isSoldOut: boolean;
}

async function renderFields(shop: Shop, context: RenderContext, input: FieldsInput, id: string): Promise<Fields> {
  const { product, isProductPage } = input;
  const sticky = isProductPage ? buildStickyProps(shop, context, product) : null;
  const buttons = buildButtonProps(shop, product);
  // The bar must work before the form is scrolled into view.
  const when = sticky ? 'load' : 'visible';
  if (product.type === 'grouped') {
    const props = { ...(await buildSetFormProps(shop, context, input, id)), buttons, sticky };
    const canBuy = props.members.some(({ obstacle }) => obstacle === null);
    const rows = props.members.map((member) => chooseMember(member));
    const needsChoice = listProblems(rows, props.labels).length > 0;
    const { headline } = props.price;
    return {
      fields: <Island of={SetForm} props={props} when={when} />,
      chosenPrice: canBuy ? <Price price={headline} note={props.labels.priceNote} /> : null,
      bar: sticky && canBuy ? <PendingBar {...{ id, sticky, buttons, needsChoice }} price={headline} /> : null,
      isSoldOut: !canBuy,
    };
  }
  if (listOffers(product).length === 0) return { fields: null, chosenPrice: null, bar: null, isSoldOut: true };
  const props = { ...buildBuyFormProps(shop, context, input, id), buttons, sticky };
  const { offers, choices, chosen, labels } = props;
  const offer = choices.length === 0 ? offers[0] : findVariation(offers, chosen).variation;
  const isSoldOut = offers.every(isOfferSoldOut);
  const isChoiceSoldOut = !isSoldOut && offer !== undefined && isOfferSoldOut(offer);
  const island = <Island of={BuyForm} props={props} when={when} />;
  return {
    fields:
      isProductPage && isChoiceSoldOut ? (
        <>
          <SoldOutDefaultButton context={context} />
          {island}
          <SoldOutChoice context={context} form={props} stock={offer.stock.text} />
        </>
      ) : (
        island
      ),
    chosenPrice: offer ? (
      <>
        <OfferPrice offer={offer} labels={labels} note={labels.priceNote} />
        <OfferPriorPrice priorPrice={offer.priorPrice} />
      </>
    ) : null,
    bar:
      sticky && !isSoldOut ? (
        <PendingBar
          {...{ id, sticky, buttons }}
          price={offer && <OfferPrice offer={offer} labels={labels} />}
          needsChoice={!offer}
          isSoldOut={isChoiceSoldOut}
        />
      ) : null,
    isSoldOut,
  };
}

function renderExternal(
  shop: Shop,
  context: RenderContext,
  product: ProductViewWithoutLinks,
  { id, isProductPage }: { readonly id: string; readonly isProductPage: boolean },
): Pick<ProductForm, 'form' | 'bar'> {
  const { externalUrl, buttonText } = product;
  if (externalUrl === null) return { form: null, bar: null };
  const link = {
    href: externalUrl,
    rel: 'noopener nofollow',
    children: buttonText || context.t(texts.buyElsewhere),
  };
  const sticky = isProductPage ? buildStickyProps(shop, context, product) : null;
  return {
    form: (
      <p className="buy__row">
        <ButtonLink className="buy__button" id={id} {...link} />
      </p>
    ),
    bar: sticky && (
      <ExternalBar {...{ id, sticky }}>
        <ButtonLink className="sticky-bar__button" {...link} />
      </ExternalBar>
    ),
  };
}

interface HeadlinePriceProps {
  readonly shop: Shop;
  readonly context: RenderContext;
  readonly product: ProductViewWithoutLinks;
  /** Price of the initial choice; null when nothing is chosen. */
  readonly chosen: ReactNode;
}

/** The price of the choice, or the range of prices. The form replaces it (`islands/buy-form/headline.tsx`). */
function HeadlinePrice({ shop, context, product: { type, priceRange }, chosen }: HeadlinePriceProps) {
  return (
    <p className="buy__price">
      {(type === 'variable' || chosen === null) && (
        <span className="buy__range" hidden={chosen !== null}>
          <ProductPrice context={context} range={priceRange} suffix={getPriceSuffix(shop)} />
          <PriorPrice context={context} range={priceRange} />
        </span>
      )}
      <span className="buy__chosen">{chosen}</span>
    </p>
  );
}
