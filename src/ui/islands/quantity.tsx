import { type RefObject, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { Icon } from '#ui/icon.tsx';
import { canStep, clampQuantity, type QuantityLimits, stepQuantity } from './quantity.shared.ts';

export interface QuantityProps extends QuantityLimits {
  readonly id: string;
  /** Absent: the form does not send it. */
  readonly name?: string | undefined;
  readonly value: number;
  readonly labels: { readonly label: string; readonly less: string; readonly more: string };
  /** Id of the form, when it stands outside of it. */
  readonly form?: string | undefined;
  /** Inside another island: told of each number that the input holds. */
  readonly onQuantity?: ((quantity: number) => void) | undefined;
}

/**
 * A number input with a button on either side. The input is the browser's own, so that it works without script, in any form, and keeps what was
 * typed before the script came; whoever listens hears its `input` and `change` events.
 */
function QuantityInput({ id, name, value, min = 0, max, step = 1, labels, form, onQuantity }: QuantityProps) {
  const input = useRef<HTMLInputElement>(null);
  const limits = { min, max, step };
  const current = useCurrent(input, value, limits, onQuantity);
  const hasScript = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
  const [spoken, speak] = useState('');
  const press = (direction: 1 | -1) => {
    const next = stepQuantity(current, direction, limits);
    if (input.current) change(input.current, next);
    speak(String(next));
  };
  const button = (direction: 1 | -1, label: string) => (
    <button
      className="quantity__step"
      type="button"
      aria-controls={id}
      aria-label={label}
      aria-disabled={!canStep(current, direction, limits)}
      // Takes up its room from the start.
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
      {button(-1, labels.less)}
      <input
        ref={input}
        className="quantity__input"
        type="number"
        inputMode={Number.isInteger(step) ? 'numeric' : 'decimal'}
        {...{ id, name, min, max, step, form }}
        defaultValue={clampQuantity(value, limits)}
      />
      {button(1, labels.more)}
      <span className="visually-hidden" role="status">
        {spoken}
      </span>
    </div>
  );
}

export const Quantity = Object.assign(QuantityInput, { islandName: 'ui/quantity' });

/** What the input holds, kept within its limits; follows the server when it sends another value. */
function useCurrent(
  input: RefObject<HTMLInputElement | null>,
  value: number,
  limits: QuantityLimits,
  onQuantity: QuantityProps['onQuantity'],
): number {
  const { min, max, step } = limits;
  const [current, setCurrent] = useState(() => clampQuantity(value, limits));
  const sent = useRef(value);
  const tell = useEffectEvent((quantity: number) => {
    setCurrent(quantity);
    onQuantity?.(quantity);
  });
  useEffect(() => {
    const field = input.current;
    if (!field) return;
    const limited = { min, max, step };
    const read = () => field.value !== '' && tell(field.valueAsNumber);
    const good = () => (field.value === '' ? Number(field.defaultValue) : clampQuantity(field.valueAsNumber, limited));
    // Caught on the way down, so that whoever hears the change finds a good value.
    const mend = () => {
      if (field.valueAsNumber !== good()) field.value = String(good());
      read();
    };
    field.addEventListener('input', read);
    field.addEventListener('change', mend, { capture: true });
    if (field !== document.activeElement) {
      if (sent.current !== value) field.value = String(clampQuantity(value, limited));
      change(field, good());
    }
    sent.current = value;
    read();
    return () => {
      field.removeEventListener('input', read);
      field.removeEventListener('change', mend, { capture: true });
    };
  }, [input, value, min, max, step]);
  return current;
}

function change(field: HTMLInputElement, value: number): void {
  if (field.valueAsNumber === value) return;
  field.value = String(value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

const neverChanges = () => () => {};
