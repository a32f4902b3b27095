import { type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { type VariationChange, variationChangedEvent } from '#features/product-form/contract.ts';
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
import type { BuyFormProps, BuyOffer } from './buy-form.shared.ts';

/** The fields and buttons of a product form. Without script every choice can still be submitted. */
export const BuyForm = defineIsland('product-form/buy-form', function BuyForm(props: BuyFormProps) {
  const { id, choices, labels, sticky } = props;
  const button = useRef<HTMLButtonElement>(null);
  const { chosen, choose, reset, selection, state: buttonState } = useChoice(props);
  const [hasTriedToBuy, setHasTriedToBuy] = useState(false);
  const submitting = useSubmitting(button);
  const offer = selection.variation;
  const quantity = useQuantity(props, offer, buttonState !== 'sold-out');
  const livePrice = useLivePrice(button, buttonState === 'sold-out' ? null : (offer?.id ?? null), props);
  const variation = choices.length > 0 ? offer : undefined;
  const { productId } = props;
  useVariationEvent(button, { productId, variationId: variation?.id ?? null, imageId: variation?.imageId ?? null });

  const handlePress = (event: MouseEvent, target: SubmitTarget) => {
    if (selection.state === 'found') return;
    event.preventDefault();
    setHasTriedToBuy(true);
    void showSelectionError(props, selection.state === 'unavailable', target);
    if (target === 'cart') focusMissing();
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
      <BuyButtons {...props.buttons} state={buttonState} submitting={submitting} button={button} onPress={handlePress}>
        {quantity && <Quantity {...quantity} id={`${id}-quantity`} name="quantity" />}
      </BuyButtons>
      <LiveTotal {...livePrice} />
      {sticky && (
        <BuyBar
          {...{ sticky, button, offer, state: buttonState, submitting, form: props, onSelectOptions: focusMissing }}
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
  { isSoldIndividually, quantity: { min, max, step }, labels }: BuyFormProps,
  offer: BuyOffer | undefined,
  canBuy: boolean,
) {
  const [value, onQuantity] = useState(min);
  if (isSoldIndividually || !canBuy) return null;
  const { quantity: label, less, more } = labels;
  return {
    ...{ value, min, step },
    max: Math.min(offer?.max ?? max, max),
    labels: { label, less, more },
    onQuantity,
  };
}

/**
 * Dispatches the chosen variation on the form: initially if there is one, then on each change.
 * @param button of the form
 */
function useVariationEvent(
  button: RefObject<HTMLButtonElement | null>,
  { productId, variationId, imageId }: VariationChange,
): void {
  const lastSent = useRef<number | null>(null);
  useEffect(() => {
    if (lastSent.current === variationId) return;
    lastSent.current = variationId;
    const detail: VariationChange = { productId, variationId, imageId };
    const form = button.current?.form;
    form?.dispatchEvent(new CustomEvent(variationChangedEvent, { bubbles: true, detail }));
  }, [button, productId, variationId, imageId]);
}

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}
