import { type RefObject, useEffect, useRef } from 'react';
import { type VariationChange, variationChangedEvent } from '#features/product-form/contract.ts';

/**
 * Dispatches the chosen variation on the form: initially if there is one, then on each change.
 * @param button of the form
 */
export function useVariationEvent(
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
