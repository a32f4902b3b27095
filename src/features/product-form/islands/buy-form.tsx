import { type MouseEvent, useRef, useState } from 'react';
import type { Selection } from '#features/product-form/variation-selection.shared.ts';
import { announce } from '#platform/islands/browser/announce.ts';
import { defineIsland } from '#platform/islands/island.shared.ts';
import { loadLightboxStyles } from '#ui/browser/load-style-sheet.ts';
import { scrollToElement } from '#ui/browser/scroll-to.ts';
import { Button } from '#ui/button.tsx';
import { Quantity } from '#ui/islands/quantity.tsx';
import { Prose } from '#ui/prose.tsx';
import { AddonFields } from './buy-form/addon-fields.tsx';
import { BuyBar } from './buy-form/buy-bar.tsx';
import { BuyButtons } from './buy-form/buy-buttons.tsx';
import { ChoiceFields } from './buy-form/choice-fields.tsx';
import { Headline } from './buy-form/headline.tsx';
import { OfferPrice, OfferPriorPrice } from './buy-form/offer-price.tsx';
import { SummaryRow } from './buy-form/summary-row.tsx';
import { isOfferSoldOut, useChoice } from './buy-form/use-choice.ts';
import { useLivePrice } from './buy-form/use-live-price.ts';
import { type SubmitTarget, useSubmitting } from './buy-form/use-submitting.ts';
import { useVariationEvent, useVariationInUrl } from './buy-form/use-variation.ts';
import type { BuyFormProps, BuyOffer } from './buy-form.shared.ts';

/** The fields and buttons of a product form. Without script every choice can still be submitted. */
export const BuyForm = defineIsland('product-form/buy-form', function BuyForm(props: BuyFormProps) {
  const { id, productId, choices, offers, labels, sticky } = props;
  const button = useRef<HTMLButtonElement>(null);
  const { chosen, choose, reset, selection, state: buttonState } = useChoice(props);
  const [hasTriedToBuy, setHasTriedToBuy] = useState(false);
  const submitting = useSubmitting(button);
  const offer = selection.variation;
  const quantity = useQuantity(props, offer, buttonState !== 'sold-out');
  const livePrice = useLivePrice(button, buttonState === 'sold-out' ? undefined : offer, props);
  const variation = choices.length > 0 ? offer : undefined;
  const variationId = variation?.id ?? null;
  const imageId = (variation ?? selection.first)?.imageId ?? null;
  const picture = sticky && (sticky.pictures[imageId ?? ''] ?? sticky.picture);
  useVariationEvent(button, { productId, variationId, imageId });
  useVariationInUrl(variation, chosen, props);
  const isWhollySoldOut = offers.every(isOfferSoldOut);
  const shownPrice = offer && livePrice.headline !== '' && { offer, labels, withAddons: livePrice.headline };

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
    // The reset button disappears, so the focus must move elsewhere.
    focusMissingChoice(button.current?.form, props, {});
  };
  return (
    <>
      {choices.length > 0 && (
        <div className="buy__choices">
          {/* Shown where the photographs are above the form and scrolled out of view. */}
          {picture && (
            <span className="buy__photo">
              <img src={picture} alt="" width={64} height={80} loading="lazy" />
            </span>
          )}
          <ChoiceFields {...props} isRequired chosen={chosen} hasTriedToBuy={hasTriedToBuy} onChoose={choose} />
          {Object.keys(chosen).length > 0 && (
            <Button className="buy__reset when-script" look="text" type="button" onClick={resetChoice}>
              {labels.reset}
            </Button>
          )}
        </div>
      )}
      {variation && variation.description !== '' && (
        <Prose html={variation.description} className="buy__about when-script" />
      )}
      {!isWhollySoldOut && <AddonFields id={id} addons={props.addons} selectOption={labels.selectOption} />}
      {variation && <input type="hidden" name="variation_id" value={variation.id} />}
      {!isWhollySoldOut && (
        <SummaryRow {...livePrice}>
          <ChoiceState form={props} chosen={chosen} selection={selection} hasTriedToBuy={hasTriedToBuy} />
        </SummaryRow>
      )}
      {!isWhollySoldOut && <Arrival offers={offers} offer={offer} />}
      <BuyButtons {...props.buttons} {...{ submitting, button }} state={buttonState} onPress={handlePress}>
        {quantity && <Quantity {...quantity} id={`${id}-quantity`} name="quantity" />}
      </BuyButtons>
      <Headline
        button={button}
        price={
          offer
            ? shownPrice && (
                <>
                  <OfferPrice {...shownPrice} note={labels.priceNote} />
                  <OfferPriorPrice priorPrice={offer.priorPrice} />
                </>
              )
            : null
        }
      />
      {sticky && !isWhollySoldOut && (
        <BuyBar
          {...{
            sticky,
            picture,
            button,
            offer,
            state: buttonState,
            submitting,
            form: props,
            onSelectOptions: focusMissing,
          }}
          price={offer ? shownPrice && <OfferPrice {...shownPrice} /> : sticky.price}
          quantity={quantity && { ...quantity, id: `${id}-bar-quantity` }}
        />
      )}
    </>
  );
});

/**
 * Quantity shared by the form's field and the field in the sticky bar. Null when the product has no quantity field.
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

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}

interface ArrivalProps {
  readonly offers: readonly BuyOffer[];
  readonly offer: BuyOffer | undefined;
}

/**
 * Shows when the chosen offer arrives; before a choice, the text that all offers in stock share. The paragraph is
 * always rendered, so that nothing moves. When the texts of the offers differ, it needs script.
 */
function Arrival({ offers, offer }: ArrivalProps) {
  const arrivals = offers.flatMap(({ stock, arrival }) => (stock.kind === 'out' ? [] : arrival));
  const [first = null, ...others] = new Set(arrivals);
  if (first === null && others.length === 0) return null;
  const isSame = others.length === 0;
  return (
    <p className={isSame ? 'buy__arrival' : 'buy__arrival when-script'} aria-live="polite">
      {offer ? offer.arrival : isSame && first}
    </p>
  );
}

interface ChoiceStateProps {
  readonly form: BuyFormProps;
  readonly chosen: Readonly<Record<string, string>>;
  readonly selection: Selection<BuyOffer>;
  readonly hasTriedToBuy: boolean;
}

/** Shows the stock of the chosen variation, which needs script, or the choice that is still missing. */
function ChoiceState({ form, chosen, selection, hasTriedToBuy }: ChoiceStateProps) {
  const { choices, labels, buttons } = form;
  const { state, variation: offer } = selection;
  const missing = choices.find(({ slug }) => !chosen[slug]);
  const needsScript = choices.length > 0 ? ' when-script' : '';
  if (state === 'unavailable') return <p className={`stock stock--out${needsScript}`}>{labels.unavailable}</p>;
  if (offer) {
    const { kind, text } = offer.stock;
    // The button shows this text already; screen readers are told when the choice changes.
    const look = text === buttons.labels.soldOut ? 'visually-hidden' : `stock stock--${kind}`;
    return <p className={look + needsScript}>{text}</p>;
  }
  return missing && !hasTriedToBuy && <p className="buy__missing when-script">{missing.selectText}</p>;
}

/**
 * Explains why nothing was added to the cart. 'Buy now' shows an alert; otherwise the form shows the error and
 * announces it to screen readers.
 */
async function showSelectionError(
  { labels, name, alerts }: BuyFormProps,
  isUnavailable: boolean,
  target: SubmitTarget,
): Promise<void> {
  const text = isUnavailable ? labels.unavailable : labels.makeASelection;
  if (target === 'cart') {
    announce(text);
    return;
  }
  // Show the alert even when its styles can't be loaded.
  const styles = loadLightboxStyles().catch(() => {});
  const [{ showAlert }] = await Promise.all([import('#ui/browser/alert.ts'), styles]);
  showAlert(text, { label: name, okLabel: labels.ok, isNative: alerts === 'browser' });
}

function focusMissingChoice(
  form: HTMLFormElement | null | undefined,
  { choices }: Pick<BuyFormProps, 'choices'>,
  chosen: Readonly<Record<string, string>>,
): HTMLElement | null {
  const { field = '' } = choices.find(({ slug }) => !chosen[slug]) ?? choices[0] ?? {};
  const fields = [...(form?.elements ?? [])] as HTMLInputElement[];
  const choiceFields = fields.filter(({ name, disabled }) => name === field && !disabled);
  const control = choiceFields.find(({ checked }) => checked) ?? choiceFields[0];
  control?.focus({ preventScroll: true });
  return control ?? null;
}
