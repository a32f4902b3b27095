import type { RenderContext } from '#platform/pages/render-context.ts';
import { Button } from '#ui/button.tsx';
import { Quantity } from '#ui/islands/quantity.tsx';
import type { BuyFormProps } from '../islands/buy-form.shared.ts';
import { productFormTexts as texts } from '../texts.ts';

interface SoldOutChoiceProps {
  readonly context: RenderContext;
  readonly form: Omit<BuyFormProps, 'buttons' | 'sticky'>;
  readonly stock: string;
}

/**
 * Placed after a form whose initial choice is sold out while another choice is not. Without script the form's button
 * stays disabled, whatever is chosen: this button and quantity replace it. They are in a `<noscript>`, because a
 * merely hidden field would be sent together with the field of the island. Markup parsed by script includes the
 * content of `<noscript>`, so the quick view must leave this component out.
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
 * Placed before such a form: Enter in a field presses the first submit button of the form, and does nothing when that
 * button is disabled. It is invisible and not reachable by Tab, since `SoldOutChoice` has a visible button.
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
