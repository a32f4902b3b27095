import type { RefObject } from 'react';
import { Button } from '#ui/button.tsx';
import { Quantity, type QuantityProps } from '#ui/islands/quantity.tsx';
import type { BuyFormProps, BuyOffer, StickyProps } from '../buy-form.shared.ts';
import { type ButtonState, getAddLabel } from './buy-buttons.tsx';
import { OfferPrice } from './offer-price.tsx';
import { StickyBar } from './sticky-bar.tsx';
import type { SubmitTarget } from './use-submitting.ts';

interface BuyBarProps {
  readonly sticky: StickyProps;
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly form: BuyFormProps;
  /** Undefined while a choice is missing. */
  readonly offer: BuyOffer | undefined;
  readonly state: ButtonState;
  readonly submitting: SubmitTarget | null;
  /** The main quantity field under another id; null: no quantity field. */
  readonly quantity: Omit<QuantityProps, 'name'> | null;
  /** Moves the focus to the missing choice. */
  readonly onSelectOptions: () => void;
}

/** The sticky bar of a product. It mirrors the main button and quantity (spec 2.3/9). */
export function BuyBar({ sticky, button, form, offer, state, submitting, quantity, onSelectOptions }: BuyBarProps) {
  const { id, choices, buttons, labels } = form;
  const picture = sticky.pictures[offer?.imageId ?? ''] ?? sticky.picture;
  const price = offer ? <OfferPrice offer={offer} labels={labels} /> : sticky.price;
  return (
    <StickyBar button={button} label={sticky.label} picture={picture} name={formatOfferName(form, offer)} price={price}>
      {choices.length > 0 && !offer ? (
        <Button type="button" className="sticky-bar__button" onClick={onSelectOptions}>
          {sticky.selectOptions}
        </Button>
      ) : (
        <>
          {quantity && <Quantity {...quantity} />}
          <Button
            className="sticky-bar__button"
            form={id}
            disabled={state === 'sold-out'}
            aria-busy={submitting === 'cart' || undefined}
          >
            {getAddLabel(buttons.labels, state, submitting)}
          </Button>
        </>
      )}
    </StickyBar>
  );
}

/** 'Tideline mug, Celadon' */
function formatOfferName({ name, choices }: BuyFormProps, offer: BuyOffer | undefined): string {
  const terms = choices.map(({ slug, terms }) => terms.find((term) => term.slug === offer?.terms[slug])?.name);
  return [name, ...terms].filter(Boolean).join(', ');
}
