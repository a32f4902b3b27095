import { useState } from 'react';
import { findVariation, type Selection } from '#features/product-form/variation-selection.shared.ts';
import type { BuyFormProps, BuyOffer } from '../buy-form.shared.ts';
import type { ButtonState } from './buy-buttons.tsx';

interface Choice {
  readonly chosen: Readonly<Record<string, string>>;
  readonly selection: Selection<BuyOffer>;
  readonly state: ButtonState;
  choose(attribute: string, term: string): void;
  reset(): void;
}

export function useChoice({ choices, offers, chosen: initialChoice }: BuyFormProps): Choice {
  const [chosen, setChosen] = useState(initialChoice);
  const selection = choices.length === 0 ? selectOnlyOffer(offers) : findVariation(offers, chosen);
  const isSoldOut = offers.every(isOfferSoldOut) || (selection.variation && isOfferSoldOut(selection.variation));
  return {
    chosen,
    selection,
    state: isSoldOut ? 'sold-out' : selection.state === 'unavailable' ? 'unavailable' : 'ready',
    choose: (attribute, term) =>
      setChosen(({ [attribute]: _, ...others }) => (term === '' ? others : { ...others, [attribute]: term })),
    reset: () => setChosen({}),
  };
}

export const isOfferSoldOut = ({ stock }: BuyOffer) => stock.kind === 'out';

function selectOnlyOffer([offer]: readonly BuyOffer[]): Selection<BuyOffer> {
  return offer ? { state: 'found', variation: offer } : { state: 'unavailable' };
}
