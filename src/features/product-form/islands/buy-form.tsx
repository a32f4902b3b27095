import { type MouseEvent, useRef, useState } from 'react';
import { defineIsland } from '#platform/islands/island.shared.ts';
import { scrollToElement } from '#ui/browser/scroll-to.ts';
import { Quantity } from '#ui/islands/quantity.tsx';
import { AddonFields } from './buy-form/addon-fields.tsx';
import { BuyBar } from './buy-form/buy-bar.tsx';
import { BuyButtons } from './buy-form/buy-buttons.tsx';
import { ChoiceFields } from './buy-form/choice-fields.tsx';
import { ChoiceState } from './buy-form/choice-state.tsx';
import { LiveSum } from './buy-form/live-sum.tsx';
import { focusChoice, refuse } from './buy-form/refuse.ts';
import { useChoice } from './buy-form/use-choice.ts';
import { useLivePrice } from './buy-form/use-live-price.ts';
import { useSending, type Way } from './buy-form/use-sending.ts';
import { useVariationEvent } from './buy-form/use-variation-event.ts';
import type { BuyFormProps, BuyOffer } from './buy-form.shared.ts';

/** What stands inside a product's form. Without script every choice can be made too, and the server says what it comes to. */
export const BuyForm = defineIsland('product-form/buy-form', function BuyForm(props: BuyFormProps) {
  const { id, choices, labels, sticky } = props;
  const button = useRef<HTMLButtonElement>(null);
  const { chosen, choose, reset, selection, state } = useChoice(props);
  const [isAsked, ask] = useState(false);
  const sending = useSending(button);
  const offer = selection.variation;
  const quantity = useQuantity(props, offer, state !== 'sold-out');
  const live = useLivePrice(button, state === 'sold-out' ? null : (offer?.id ?? null), props);
  const variation = choices.length > 0 ? offer : undefined;
  const { productId } = props;
  useVariationEvent(button, { productId, variationId: variation?.id ?? null, imageId: variation?.imageId ?? null });

  const press = (event: MouseEvent, way: Way) => {
    if (selection.state === 'found') return;
    event.preventDefault();
    ask(true);
    void refuse(props, selection.state === 'unavailable', way);
    if (way === 'cart') select();
  };
  const select = () => {
    const control = focusChoice(button.current?.form, props, chosen);
    const group = control?.closest('.option');
    if (group && !isInView(group)) scrollToElement(group as HTMLElement);
  };
  const clear = () => {
    reset();
    // The button goes, and the focus with it.
    focusChoice(button.current?.form, props, {});
  };
  return (
    <>
      <ChoiceFields {...props} chosen={chosen} isAsked={isAsked} onChoose={choose} />
      <ChoiceState form={props} chosen={chosen} selection={selection} isAsked={isAsked} onReset={clear} />
      <AddonFields id={id} addons={props.addons} selectOption={labels.selectOption} />
      {variation && <input type="hidden" name="variation_id" value={variation.id} />}
      <BuyButtons {...props.buttons} state={state} sending={sending} button={button} onPress={press}>
        {quantity && <Quantity {...quantity} id={`${id}-quantity`} name="quantity" />}
      </BuyButtons>
      <LiveSum {...live} />
      {sticky && (
        <BuyBar
          {...{ sticky, button, offer, state, sending, form: props, onSelect: select }}
          quantity={quantity && { ...quantity, id: `${id}-bar-quantity` }}
        />
      )}
    </>
  );
});

/** For a field of the form and its twin in the bar; null where none is asked. */
function useQuantity({ single, maxQuantity, labels }: BuyFormProps, offer: BuyOffer | undefined, canBuy: boolean) {
  const [value, onQuantity] = useState(1);
  if (single || !canBuy) return null;
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
