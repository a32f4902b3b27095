import { type RefObject, useEffect, useRef } from 'react';
import { type VariationChange, variationChangedEvent } from '#features/product-form/contract.ts';

/**
 * Tells the page which variation is chosen, on the form: at first when one is, then whenever it is another or none.
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
