import { type RefObject, useEffect, useRef } from 'react';
import { type VariationChange, variationChangedEvent } from '#features/product-form/contract.ts';
import { afterLayers } from '#ui/browser/close-on-back.ts';

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

/** Names the chosen variation in the address after each change, so that it can be shared. */
export function useVariationInUrl(variationId: number | null, isKept: boolean): void {
  const lastId = useRef(variationId);
  useEffect(() => {
    if (!isKept || lastId.current === variationId) return;
    lastId.current = variationId;
    afterLayers(() => {
      const url = new URL(location.href);
      if (variationId === null) url.searchParams.delete('variation');
      else url.searchParams.set('variation', String(variationId));
      history.replaceState(history.state, '', url);
    });
  }, [variationId, isKept]);
}
