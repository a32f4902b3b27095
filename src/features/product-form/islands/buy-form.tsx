import { type MouseEvent, useRef, useState } from 'react';
import { defineIsland } from '#platform/islands/island.shared.ts';
import { scrollToElement } from '#ui/browser/scroll-to.ts';
import { Quantity } from '#ui/islands/quantity.tsx';
import { AddonFields } from './buy-form/addon-fields.tsx';
import { BuyBar } from './buy-form/buy-bar.tsx';
import { BuyButtons } from './buy-form/buy-buttons.tsx';
import { ChoiceFields } from './buy-form/choice-fields.tsx';
import { ChoiceState } from './buy-form/choice-state.tsx';
import { LiveTotal } from './buy-form/live-total.tsx';
import { focusMissingChoice, showSelectionError } from './buy-form/show-selection-error.ts';
import { useChoice } from './buy-form/use-choice.ts';
import { useLivePrice } from './buy-form/use-live-price.ts';
import { type SubmitTarget, useSubmitting } from './buy-form/use-submitting.ts';
import { useVariationEvent } from './buy-form/use-variation-event.ts';
import type { BuyFormProps, BuyOffer } from './buy-form.shared.ts';

/** The fields and buttons of a product form. Without script every choice can still be submitted. */
export const BuyForm = defineIsland('product-form/buy-form', function BuyForm(props: BuyFormProps) {
  const { id, choices, labels, sticky } = props;
  const button = useRef<HTMLButtonElement>(null);
  const { chosen, choose, reset, selection, state } = useChoice(props);
  const [hasTriedToBuy, setHasTriedToBuy] = useState(false);
  const sending = useSubmitting(button);
  const offer = selection.variation;
  const quantity = useQuantity(props, offer, state !== 'sold-out');
  const live = useLivePrice(button, state === 'sold-out' ? null : (offer?.id ?? null), props);
  const variation = choices.length > 0 ? offer : undefined;
  const { productId } = props;
  useVariationEvent(button, { productId, variationId: variation?.id ?? null, imageId: variation?.imageId ?? null });

  const handlePress = (event: MouseEvent, way: SubmitTarget) => {
    if (selection.state === 'found') return;
    event.preventDefault();
    setHasTriedToBuy(true);
    void showSelectionError(props, selection.state === 'unavailable', way);
    if (way === 'cart') focusMissing();
  };
  const focusMissing = () => {
    const control = focusMissingChoice(button.current?.form, props, chosen);
    const group = control?.closest('.option');
    if (group && !isInView(group)) scrollToElement(group as HTMLElement);
  };
  const resetChoice = () => {
    reset();
    // The reset button disappears, so its focus must move.
    focusMissingChoice(button.current?.form, props, {});
  };
  return (
    <>
      <ChoiceFields {...props} chosen={chosen} hasTriedToBuy={hasTriedToBuy} onChoose={choose} />
      <ChoiceState
        form={props}
        chosen={chosen}
        selection={selection}
        hasTriedToBuy={hasTriedToBuy}
        onReset={resetChoice}
      />
      <AddonFields id={id} addons={props.addons} selectOption={labels.selectOption} />
      {variation && <input type="hidden" name="variation_id" value={variation.id} />}
      <BuyButtons {...props.buttons} state={state} sending={sending} button={button} onPress={handlePress}>
        {quantity && <Quantity {...quantity} id={`${id}-quantity`} name="quantity" />}
      </BuyButtons>
      <LiveTotal {...live} />
      {sticky && (
        <BuyBar
          {...{ sticky, button, offer, state, sending, form: props, onSelect: focusMissing }}
          quantity={quantity && { ...quantity, id: `${id}-bar-quantity` }}
        />
      )}
    </>
  );
});

/**
 * Shared by the form's quantity field and the one in the sticky bar; null without a quantity field.
 */
function useQuantity(
  { isSoldIndividually, maxQuantity, labels }: BuyFormProps,
  offer: BuyOffer | undefined,
  canBuy: boolean,
) {
  const [value, onQuantity] = useState(1);
  if (isSoldIndividually || !canBuy) return null;
  const { quantity: label, less, more } = labels;
  return {
    value,
    min: 1,
    max: Math.min(offer?.max ?? maxQuantity, maxQuantity),
    labels: { label, less, more },
    onQuantity,
  };
}

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}
