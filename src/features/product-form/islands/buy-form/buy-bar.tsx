import type { ReactNode, RefObject } from 'react';
import { Button } from '#ui/button.tsx';
import { Quantity, type QuantityProps } from '#ui/islands/quantity.tsx';
import type { BuyFormProps, BuyOffer, StickyProps } from '../buy-form.shared.ts';
import { BarLink } from '../sticky-bar/bar-content.tsx';
import { StickyBar } from '../sticky-bar/sticky-bar.tsx';
import { type ButtonState, getAddLabel } from './buy-buttons.tsx';
import type { SubmitTarget } from './use-submitting.ts';

interface BuyBarProps {
  readonly sticky: StickyProps;
  readonly picture: string | null;
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly form: BuyFormProps;
  /** Undefined while a choice is missing. */
  readonly offer: BuyOffer | undefined;
  readonly state: ButtonState;
  readonly price: ReactNode;
  readonly submitting: SubmitTarget | null;
  /** State of the main quantity field, shown under another element id. Null when there is no quantity field. */
  readonly quantity: Omit<QuantityProps, 'name'> | null;
  readonly onSelectOptions: () => void;
}

/** The sticky bar of a product. It mirrors the main button and quantity. */
export function BuyBar({
  sticky,
  picture,
  button,
  form,
  offer,
  state,
  price,
  submitting,
  quantity,
  onSelectOptions,
}: BuyBarProps) {
  const { id, choices, buttons } = form;
  return (
    <StickyBar {...{ id, button, picture, price }} name={formatOfferName(form, offer)}>
      {choices.length > 0 && !offer ? (
        <BarLink id={id} text={sticky.selectOptions} onPress={onSelectOptions} />
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

/** Formats the name as 'Tideline mug, Celadon'. */
function formatOfferName({ name, choices }: BuyFormProps, offer: BuyOffer | undefined): string {
  const terms = choices.map(({ slug, terms }) => terms.find((term) => term.slug === offer?.terms[slug])?.name);
  return [name, ...terms].filter(Boolean).join(', ');
}
