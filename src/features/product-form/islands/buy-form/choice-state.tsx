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
export function ChoiceState({ form, chosen, selection, hasTriedToBuy }: ChoiceStateProps) {
  const { choices, labels, buttons } = form;
  const { state, variation: offer } = selection;
  const missing = choices.find(({ slug }) => !chosen[slug]);
  const needsScript = choices.length > 0 ? ' when-script' : '';
  if (state === 'unavailable') return <p className={`stock stock--out${needsScript}`}>{labels.unavailable}</p>;
  if (offer) {
    const { kind, text } = offer.stock;
    // The button says it already; screen readers are told when the choice changes.
    const look = text === buttons.labels.soldOut ? 'visually-hidden' : `stock stock--${kind}`;
    return <p className={look + needsScript}>{text}</p>;
  }
  return missing && !hasTriedToBuy && <p className="buy__missing when-script">{missing.selectText}</p>;
}
