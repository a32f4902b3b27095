import type { Selection } from '#features/product-form/variation-selection.shared.ts';
import type { BuyFormProps, BuyOffer } from '../buy-form.shared.ts';

interface ChoiceStateProps {
  readonly form: BuyFormProps;
  readonly chosen: Readonly<Record<string, string>>;
  readonly selection: Selection<BuyOffer>;
  /** Whether fields without a choice show an error. */
  readonly hasTriedToBuy: boolean;
}

/** The stock of the choice, or what is still missing. That of a choice needs script. */
export function ChoiceState({ form: { choices, labels }, chosen, selection, hasTriedToBuy }: ChoiceStateProps) {
  const { state, variation: offer } = selection;
  const missing = choices.find(({ slug }) => !chosen[slug]);
  const needsScript = choices.length > 0 ? ' when-script' : '';
  if (state === 'unavailable') return <p className={`stock stock--out${needsScript}`}>{labels.unavailable}</p>;
  if (offer) return <p className={`stock stock--${offer.stock.kind}${needsScript}`}>{offer.stock.text}</p>;
  return missing && !hasTriedToBuy && <p className="buy__missing when-script">{missing.selectText}</p>;
}
