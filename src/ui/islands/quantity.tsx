import { type RefObject, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { Icon } from '#ui/icon.tsx';
import { canStep, clampQuantity, type QuantityLimits, stepQuantity } from './quantity.shared.ts';

export interface QuantityProps extends QuantityLimits {
  readonly id: string;
  /** Without a name the form does not send the quantity. */
  readonly name?: string | undefined;
  readonly value: number;
  readonly labels: { readonly label: string; readonly less: string; readonly more: string };
  /** Id of the form when the field is outside of it. */
  readonly form?: string | undefined;
  /** Called with each number in the input, when another island contains the quantity. */
  readonly onQuantity?: ((quantity: number) => void) | undefined;
}

/**
 * A number input between two buttons. The native input works without script in any form, keeps the number
 * that was typed before hydration and fires `input` and `change` events.
 */
function QuantityInput({ id, name, value, min = 0, max, step = 1, labels, form, onQuantity }: QuantityProps) {
  const input = useRef<HTMLInputElement>(null);
  const limits = { min, max, step };
  const current = useQuantity(input, value, limits, onQuantity);
  // The default value stays unchanged when another island holds the value: after "back", browsers restore only a
  // field whose value was not its default.
  const [initialValue] = useState(value);
  const defaultValue = onQuantity ? initialValue : value;
  const hasScript = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
  const [announcement, announce] = useState('');
  const press = (direction: 1 | -1) => {
    const next = stepQuantity(current, direction, limits);
    if (input.current) setFieldValue(input.current, next);
    if (input.current && direction === 1 && next === current) reportCorrection(input.current);
    announce(String(next));
  };
  const renderButton = (direction: 1 | -1, label: string) => (
    <button
      className="quantity__step"
      type="button"
      aria-controls={id}
      aria-label={label}
      aria-disabled={!canStep(current, direction, limits)}
      // Reserves the button's space before hydration.
      style={hasScript ? undefined : { visibility: 'hidden' }}
      onClick={() => press(direction)}
    >
      <Icon name={direction === 1 ? 'plus' : 'minus'} small />
    </button>
  );
  return (
    <div className="quantity">
      <label className="visually-hidden" htmlFor={id}>
        {labels.label}
      </label>
      {renderButton(-1, labels.less)}
      <input
        ref={input}
        className="quantity__input"
        type="number"
        inputMode={Number.isInteger(step) ? 'numeric' : 'decimal'}
        {...{ id, name, min, max, step, form }}
        defaultValue={clampQuantity(defaultValue, limits)}
      />
      {renderButton(1, labels.more)}
      <span className="visually-hidden" role="status">
        {announcement}
      </span>
    </div>
  );
}

export const Quantity = Object.assign(QuantityInput, { islandName: 'ui/quantity' });

/** Returns the input's number within its limits. A new `value` from the server replaces it. */
function useQuantity(
  input: RefObject<HTMLInputElement | null>,
  value: number,
  limits: QuantityLimits,
  onQuantity: QuantityProps['onQuantity'],
): number {
  const { min, max, step } = limits;
  const [current, setCurrent] = useState(() => clampQuantity(value, limits));
  const serverValue = useRef(value);
  const isHeld = onQuantity !== undefined;
  const update = useEffectEvent((quantity: number) => {
    setCurrent(quantity);
    onQuantity?.(quantity);
  });
  useEffect(() => {
    const field = input.current;
    if (!field) return;
    const range = { min, max, step };
    const read = () => field.value !== '' && update(field.valueAsNumber);
    const getValidValue = () => {
      const entered = field.value === '' ? Number(isHeld ? value : field.defaultValue) : field.valueAsNumber;
      return clampQuantity(entered, range);
    };
    // Listens in the capture phase, so that other `change` listeners read a valid value.
    const correctValue = () => {
      const entered = field.valueAsNumber;
      const value = getValidValue();
      if (entered !== value) {
        field.value = String(value);
        if (!Number.isNaN(entered)) reportCorrection(field);
      }
      read();
    };
    field.addEventListener('input', read);
    field.addEventListener('change', correctValue, { capture: true });
    if (field !== document.activeElement) {
      if (serverValue.current !== value) field.value = String(clampQuantity(value, range));
      setFieldValue(field, getValidValue());
    }
    serverValue.current = value;
    read();
    return () => {
      field.removeEventListener('input', read);
      field.removeEventListener('change', correctValue, { capture: true });
    };
  }, [input, value, isHeld, min, max, step]);
  return current;
}

function setFieldValue(field: HTMLInputElement, value: number): void {
  if (field.valueAsNumber === value) return;
  field.value = String(value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Fires an event for a script that knows the reason of the limit. */
function reportCorrection(field: HTMLInputElement): void {
  field.dispatchEvent(new CustomEvent('vt:quantity-corrected', { bubbles: true }));
}

const neverChanges = () => () => {};
