import type { MouseEvent, ReactNode, Ref } from 'react';
import { buyNowField } from '#features/product-form/contract.ts';
import { Button } from '#ui/button.tsx';
import type { ButtonProps } from '../buy-form.shared.ts';
import type { SubmitTarget } from './use-submitting.ts';

/** `unavailable`: the button can be pressed, and then explains why nothing can be added. */
export type ButtonState = 'ready' | 'unavailable' | 'sold-out';

interface BuyButtonsProps extends ButtonProps {
  readonly state: ButtonState;
  readonly submitting: SubmitTarget | null;
  readonly button: Ref<HTMLButtonElement>;
  readonly onPress?: ((event: MouseEvent, target: SubmitTarget) => void) | undefined;
  /** Content before the buttons: the quantity field. */
  readonly children?: ReactNode;
}

/** 'Add to cart' and 'Buy now'. 'Buy now' is disabled whenever 'Add to cart' is. */
export function BuyButtons({ state, submitting, button, hasBuyNow, labels, onPress, children }: BuyButtonsProps) {
  const disabled = { disabled: state === 'sold-out', 'aria-disabled': state === 'unavailable' || undefined };
  return (
    <div className="buy__row">
      {children}
      <Button
        ref={button}
        className="buy__button"
        {...disabled}
        aria-busy={submitting === 'cart' || undefined}
        onClick={(event) => onPress?.(event, 'cart')}
      >
        {getAddLabel(labels, state, submitting)}
      </Button>
      {hasBuyNow && (
        <Button
          className="buy__now"
          look="quiet"
          name={buyNowField}
          value="1"
          {...disabled}
          aria-busy={submitting === 'checkout' || undefined}
          onClick={(event) => onPress?.(event, 'checkout')}
        >
          {submitting === 'checkout' ? labels.toCheckout : labels.buyNow}
        </Button>
      )}
    </div>
  );
}

export function getAddLabel(
  labels: ButtonProps['labels'],
  state: ButtonState,
  submitting: SubmitTarget | null,
): string {
  if (state === 'sold-out') return labels.soldOut;
  return submitting === 'cart' ? labels.adding : labels.addToCart;
}
