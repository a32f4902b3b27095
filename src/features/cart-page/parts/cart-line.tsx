import type { ReactNode } from 'react';
import {
  cartTexts,
  formatLineProblem,
  getLinePath,
  getMaxQuantity,
  LineChoices,
  lineKeyField,
  lineQuantityField,
  type PricedLine,
} from '#features/cart/index.ts';
import { getStepFromZero } from '#features/catalog/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { renderOutputs } from '#platform/features/slots.ts';
import { Island } from '#platform/islands/island.tsx';
import type { RenderContext } from '#platform/pages/render-context.ts';
import type { Translate } from '#platform/texts/texts.ts';
import { Button } from '#ui/button.tsx';
import { FieldError } from '#ui/field.tsx';
import { Quantity } from '#ui/islands/quantity.tsx';
import { Picture } from '#ui/picture.tsx';
import { Price } from '#ui/price.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { cartPageTexts as texts } from '../texts.ts';

/** Id of the form that the remove buttons submit. */
export const removeFormId = 'remove-line';

interface CartLineProps {
  readonly shop: Shop;
  readonly context: RenderContext;
  readonly currency: string;
  readonly line: PricedLine;
  /** Total of all units as displayed, in minor units. */
  readonly total: number;
  /** Actions that other features add. */
  readonly actions: readonly ReactNode[];
}

export function CartLine({ shop, context, currency, line, total, actions }: CartLineProps) {
  const { t, price } = context;
  const { key, name, variation, quantity } = line;
  const path = getLinePath(line);
  const problem = formatLineProblem(context.t, line);
  const isPriced = hasPrice(line);
  return (
    <li className="cart-line">
      <div className="cart-line__photo">
        {variation?.image && (
          <Picture picture={{ ...shop.media.picture(variation.image), alt: '' }} sizes="136px" loading="lazy" />
        )}
      </div>
      <div className="cart-line__text">
        <h2 className="cart-line__name">{path === null ? t(cartTexts.unavailableName) : <a href={path}>{name}</a>}</h2>
        <LineChoices line={line} context={context} currency={currency} />
        {quantity > 1 && isPriced && (
          <p className="cart-line__each">
            <Price price={price({ amount: Math.round(total / quantity), currency })} note={t(texts.each)} />
          </p>
        )}
        {!problem && <StockNote context={context} line={line} />}
        <FieldError id={`line-${key}`} error={problem} />
      </div>
      <div className="cart-line__quantity" data-limit={formatLimit(t, line, getMaxQuantity(shop))}>
        {variation && <LineQuantity shop={shop} context={context} line={line} />}
        <p className="cart-line__limit" data-filled-by-script="" />
      </div>
      <p className="cart-line__total">{isPriced && <Price price={price({ amount: total, currency })} />}</p>
      <div className="cart-line__remove">
        {renderOutputs(actions)}
        <Button look="text" form={removeFormId} name={lineKeyField} value={key}>
          {t(cartTexts.remove)} <VisuallyHidden>{name}</VisuallyHidden>
        </Button>
      </div>
    </li>
  );
}

function hasPrice({ problem }: PricedLine): boolean {
  return problem?.code !== 'UNAVAILABLE' && problem?.code !== 'ADDONS_CHANGED';
}

function LineQuantity({ shop, context: { t }, line }: Pick<CartLineProps, 'shop' | 'context' | 'line'>) {
  const { key, name, quantity, max, variation } = line;
  // The field must show the current quantity, even when it is too large.
  const limit = Math.max(max ?? getMaxQuantity(shop), quantity);
  const step = variation ? getStepFromZero(variation.quantityRule) : 1;
  const labels = {
    label: t(cartTexts.quantityOf, { name }),
    less: t(cartTexts.decreaseQuantity),
    more: t(cartTexts.increaseQuantity),
  };
  return (
    <Island
      of={Quantity}
      id={`quantity-${key}`}
      when="idle"
      props={{ id: `q-${key}`, name: lineQuantityField(key), value: quantity, min: 0, max: limit, step, labels }}
    />
  );
}

function StockNote({ context: { t }, line: { variation } }: Pick<CartLineProps, 'context' | 'line'>) {
  if (variation?.stock.state === 'backorder') return <p className="stock stock--backorder">{t(texts.backorder)}</p>;
  const left = variation?.stock.left ?? null;
  return left === null ? null : <p className="stock stock--low">{t(texts.onlyLeft, { count: left })}</p>;
}

/** Explains why a larger quantity is not possible; undefined when nothing can be ordered. */
function formatLimit(
  t: Translate,
  { name, max, variation }: Pick<PricedLine, 'name' | 'max' | 'variation'>,
  maxQuantity: number,
): string | undefined {
  if (max === null || max === 0) return undefined;
  if (variation?.soldIndividually) return t(texts.limitOne, { name });
  return t(max < maxQuantity ? texts.limitStock : texts.limitMax, { name, max });
}
