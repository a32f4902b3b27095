import type { Selection } from '#features/product-form/variation-selection.shared.ts';
import { Button } from '#ui/button.tsx';
import { Prose } from '#ui/prose.tsx';
import type { BuyFormProps, BuyOffer } from '../buy-form.shared.ts';
import { OfferPrice } from './offer-price.tsx';

interface ChoiceStateProps {
  readonly form: BuyFormProps;
  readonly chosen: Readonly<Record<string, string>>;
  readonly selection: Selection<BuyOffer>;
  /** Whether fields without a choice show an error. */
  readonly hasTriedToBuy: boolean;
  readonly onReset: () => void;
}

/**
 * Price and stock of the choice, or what is still missing. Its space is reserved, so the layout
 * doesn't shift. Hidden without script, which it needs.
 */
export function ChoiceState({ form, chosen, selection, hasTriedToBuy, onReset }: ChoiceStateProps) {
  const { choices, labels } = form;
  const offer = selection.variation;
  const missing = choices.find(({ slug }) => !chosen[slug]);
  return (
    <>
      <div className={choices.length > 0 ? 'buy__state when-script' : 'buy__state'}>
        <div className="buy__offer" aria-live="polite">
          {selection.state === 'unavailable' && <p className="stock stock--out">{labels.unavailable}</p>}
          {choices.length > 0 && offer && (
            <p className="buy__variation-price">
              <OfferPrice offer={offer} labels={labels} />
              {offer.priorPrice !== null && <small className="price__prior">{offer.priorPrice}</small>}
            </p>
          )}
          {offer && <p className={`stock stock--${offer.stock.kind}`}>{offer.stock.text}</p>}
          {selection.state !== 'unavailable' && missing && !hasTriedToBuy && (
            <p className="buy__missing">{missing.selectText}</p>
          )}
        </div>
        {Object.keys(chosen).length > 0 && (
          <Button look="text" type="button" onClick={onReset}>
            {labels.reset}
          </Button>
        )}
      </div>
      {choices.length > 0 && offer && offer.description !== '' && (
        <Prose html={offer.description} className="buy__about when-script" />
      )}
    </>
  );
}
