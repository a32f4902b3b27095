import type { ReactNode } from 'react';
import {
  type Cart,
  cartPath,
  cartPutBackPath,
  cartQuantityPath,
  cartRemovePath,
  cartRestorePath,
  ExpressSection,
  FreeShippingNote,
  formatAside,
  formatLineProblem,
  getLinePath,
  getMaxQuantity,
  getShownTotal,
  InlineCartState,
  LineChoices,
  type LoadedCart,
  lineKeyField,
  lineQuantityField,
  type PricedLine,
  cartTexts as texts,
  toCheckoutField,
} from '#features/cart/index.ts';
import { getStepFromZero, shopPath } from '#features/catalog/index.ts';
import { calculationToTotalsView } from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { renderOutputs } from '#platform/features/slots.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { FieldError } from '#ui/field.tsx';
import { Icon } from '#ui/icon.tsx';
import { Picture } from '#ui/picture.tsx';
import { Price } from '#ui/price.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';

/** Differences of a mini-cart for third-party scripts from the shop's own mini-cart. */
export interface MiniCartMarkup {
  /** Prefix of the element ids, which must be unique in a page. */
  readonly idPrefix: string;
  /** This class and `lineClass` are added to the list and to its lines. */
  readonly listClass: string;
  readonly lineClass: string;
  /** Renders the control that replaces the button that removes a line. */
  readonly renderRemove: (line: PricedLine) => ReactNode;
}

interface MiniCartFormProps extends Pick<LoadedCart, 'cart' | 'calculation'> {
  readonly shop: Shop;
  readonly context: RenderContext;
  /** Buttons of wallets. */
  readonly express?: readonly ReactNode[];
  /** Default: the markup of the shop, whose scripts also need buttons for steps. */
  readonly markup?: MiniCartMarkup;
  readonly children?: ReactNode;
}

/** Renders the content of the shop's own mini-cart, with the state that its scripts read. */
export function MiniCart({ state, ...props }: LoadedCart & Pick<MiniCartFormProps, 'shop' | 'context' | 'express'>) {
  return (
    <MiniCartForm {...props}>
      <InlineCartState state={state} />
    </MiniCartForm>
  );
}

/**
 * Renders the lines, the subtotal and the links to the cart and the checkout. The form works without script: it posts
 * to its own paths.
 */
export function MiniCartForm(props: MiniCartFormProps) {
  const { shop, context, cart, calculation, markup, children } = props;
  const { t } = context;
  return (
    <form className="mini-cart__form" method="post" action={cartQuantityPath}>
      {children}
      {/* The Enter key in a quantity field presses the first button of the form. */}
      <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true">
        {t(texts.update)}
      </button>
      <div className="mini-cart__scroll">
        <AsideLines context={context} cart={cart} />
        <RemovedLine context={context} cart={cart} />
        {cart.lines.length === 0 ? (
          <div className="mini-cart__empty">
            <p>{t(texts.emptyTitle)}</p>
            <ButtonLink look="quiet" href={shopPath}>
              {t(texts.continueShopping)}
            </ButtonLink>
          </div>
        ) : (
          <ul className={joinClasses('mini-cart__lines', markup?.listClass)}>
            {cart.lines.map((line) => (
              <MiniCartLine
                key={line.key}
                {...{ shop, context, line, markup }}
                currency={cart.currency}
                total={getShownTotal(context, calculation, line)}
              />
            ))}
          </ul>
        )}
      </div>
      {cart.lines.length > 0 && <MiniCartFoot {...props} />}
    </form>
  );
}

const joinClasses = (own: string, further: string | undefined) => (further ? `${own} ${further}` : own);

function AsideLines({ context, cart }: { readonly context: RenderContext; readonly cart: Cart }) {
  if (cart.aside.length === 0) return null;
  return (
    <p className="mini-cart__removed">
      {context.t(texts.aside, { items: formatAside(context, cart) })}{' '}
      <Button look="text" formAction={cartPutBackPath} formNoValidate>
        {context.t(texts.putBack)}
      </Button>
    </p>
  );
}

function RemovedLine({ context: { t }, cart }: { readonly context: RenderContext; readonly cart: Cart }) {
  if (!cart.removed) return null;
  const { key, name } = cart.removed;
  return (
    <p className="mini-cart__removed">
      {t(texts.removed, { name })}{' '}
      <Button look="text" formAction={cartRestorePath} formNoValidate name={lineKeyField} value={key}>
        {t(texts.undo)}
      </Button>
    </p>
  );
}

interface MiniCartLineProps {
  readonly shop: Shop;
  readonly context: RenderContext;
  readonly currency: string;
  readonly line: PricedLine;
  /** Displayed amount of the line with all its items, in minor units. */
  readonly total: number;
  readonly markup: MiniCartMarkup | undefined;
}

function MiniCartLine({ shop, context, currency, line, total, markup }: MiniCartLineProps) {
  const { t, price } = context;
  const { key, name, variation } = line;
  const path = getLinePath(line);
  const idPrefix = markup?.idPrefix ?? 'mini-cart';
  const isPriced = line.problem?.code !== 'UNAVAILABLE' && line.problem?.code !== 'ADDONS_CHANGED';
  return (
    <li className={joinClasses('mini-cart__line', markup?.lineClass)} id={`${idPrefix}-${key}`}>
      <div className="mini-cart__photo">
        {variation?.image && <Picture picture={{ ...shop.media.picture(variation.image), alt: '' }} sizes="72px" />}
      </div>
      <div className="mini-cart__text">
        <h3 className="mini-cart__name">{path === null ? t(texts.unavailableName) : <a href={path}>{name}</a>}</h3>
        <LineChoices line={line} context={context} currency={currency} />
        <FieldError id={`${idPrefix}-line-${key}`} error={formatLineProblem(t, line)} />
      </div>
      <p className="mini-cart__total">{isPriced && <Price price={price({ amount: total, currency })} />}</p>
      <div className="mini-cart__quantity">
        {variation && <LineQuantity {...{ shop, context, line, idPrefix }} hasSteps={!markup} />}
      </div>
      {markup ? (
        markup.renderRemove(line)
      ) : (
        <Button
          className="mini-cart__remove"
          look="text"
          formAction={cartRemovePath}
          formNoValidate
          name={lineKeyField}
          value={key}
        >
          {t(texts.remove)} <VisuallyHidden>{name}</VisuallyHidden>
        </Button>
      )}
    </li>
  );
}

interface LineQuantityProps extends Pick<MiniCartLineProps, 'shop' | 'context' | 'line'> {
  readonly idPrefix: string;
  /** Whether the line has buttons to add and remove one unit, which need the shop's own script. */
  readonly hasSteps: boolean;
}

/** The limits are attributes of the field, so that the browser validates the amount. */
function LineQuantity({ shop, context: { t }, line, idPrefix, hasSteps }: LineQuantityProps) {
  const { key, name, quantity, max, variation } = line;
  const id = `${idPrefix}-quantity-${key}`;
  const renderStep = (step: 1 | -1, label: string) => (
    <button className="quantity__step" type="button" data-step={step} aria-controls={id} aria-label={label}>
      <Icon name={step === 1 ? 'plus' : 'minus'} small />
    </button>
  );
  return (
    <div className="quantity">
      {hasSteps && renderStep(-1, `${t(texts.decreaseQuantity)}: ${name}`)}
      <input
        className="quantity__input"
        id={id}
        type="number"
        inputMode="numeric"
        name={lineQuantityField(key)}
        data-cart-item-key={key}
        defaultValue={quantity}
        min={0}
        step={variation ? getStepFromZero(variation.quantityRule) : 1}
        max={max ?? getMaxQuantity(shop)}
        required
        aria-label={t(texts.quantityOf, { name })}
      />
      {hasSteps && renderStep(1, `${t(texts.increaseQuantity)}: ${name}`)}
    </div>
  );
}

export const canBeOrdered = ({ lines }: Cart): boolean =>
  lines.length > 0 && lines.every(({ problem }) => problem === null);

function MiniCartFoot({ context, cart, calculation, express = [] }: MiniCartFormProps) {
  const { t, price, taxDisplay } = context;
  const { itemsTotal, currency } = calculationToTotalsView(calculation, taxDisplay);
  const subtotal = price({ amount: itemsTotal, currency });
  return (
    <div className="mini-cart__foot">
      <FreeShippingNote context={context} calculation={calculation} />
      <p className="mini-cart__subtotal" data-announce={`${t(texts.subtotal)} ${subtotal}`}>
        <span>{t(texts.subtotal)}</span> <span className="price">{subtotal}</span>
      </p>
      {cart.lines.some(({ problem }) => problem !== null) && <p className="mini-cart__note">{t(texts.problems)}</p>}
      <div className="mini-cart__buttons">
        <ButtonLink look="quiet" href={cartPath}>
          {t(texts.viewCart)}
        </ButtonLink>
        {canBeOrdered(cart) && (
          // A submit button of the form with the quantities, so that an unsaved change of a quantity is not lost.
          <Button name={toCheckoutField} value="1">
            {t(texts.checkout)}
          </Button>
        )}
      </div>
      {express.length > 0 && <ExpressSection context={context}>{renderOutputs(express)}</ExpressSection>}
    </div>
  );
}
