import type { RenderContext } from '#platform/pages/render-context.ts';
import { Button } from '#ui/button.tsx';
import { Quantity } from '#ui/islands/quantity.tsx';
import type { BuyFormProps } from '../islands/buy-form.shared.ts';
import { productFormTexts as texts } from '../texts.ts';

interface SoldOutChoiceProps {
  readonly context: RenderContext;
  readonly form: Omit<BuyFormProps, 'buttons' | 'sticky'>;
  /** Why the choice can't be bought. */
  readonly stock: string;
}

/**
 * Follows a form that starts with a choice that is sold out, while another one is not. Without script the button stays
 * disabled whatever is chosen, so this one takes its place, with the quantity. In a `<noscript>`, because a field that is
 * only hidden would be sent beside that of the island. A page that script has parsed has its fields, so the quick view
 * must not have it.
 */
export function SoldOutChoice({ context: { t }, form, stock }: SoldOutChoiceProps) {
  const { id, choices, chosen, isSoldIndividually, quantity, labels } = form;
  const names = choices.flatMap(({ slug, terms }) => terms.find((term) => term.slug === chosen[slug])?.name ?? []);
  return (
    <noscript>
      <p className="stock stock--out">{t(texts.choiceWithStock, { choice: names.join(', '), stock })}</p>
      <div className="buy__row">
        {!isSoldIndividually && (
          <Quantity
            {...{ ...quantity, id: `${id}-quantity`, name: 'quantity', value: quantity.min }}
            labels={{ label: labels.quantity, less: labels.less, more: labels.more }}
          />
        )}
        <Button>{t(texts.addToCart)}</Button>
      </div>
    </noscript>
  );
}

/**
 * Stands before such a form. Enter in a field presses the first button of its form, and does nothing when that one is
 * disabled. Neither seen nor reached by Tab: `SoldOutChoice` has the button for that.
 */
export function SoldOutDefaultButton({ context: { t } }: Pick<SoldOutChoiceProps, 'context'>) {
  return (
    <noscript>
      <button className="visually-hidden" type="submit" tabIndex={-1} aria-hidden="true">
        {t(texts.addToCart)}
      </button>
    </noscript>
  );
}
