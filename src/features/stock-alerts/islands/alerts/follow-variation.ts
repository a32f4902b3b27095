import type { VariationChange } from '#features/product-form/contract.ts';

/**
 * Calls `show` with the chosen variation now, and after each change.
 * @param show null: none is chosen
 */
export function followVariation(
  productId: number,
  show: (variationId: number | null) => void,
  signal: AbortSignal,
): void {
  const handleVariation = ({ detail }: CustomEvent<VariationChange>) => {
    if (detail.productId === productId) show(detail.variationId);
  };
  document.addEventListener('vt:variation-changed', handleVariation as EventListener, { signal });
  show(findChosenVariation(productId));
}

/** The variation that was chosen before this script ran: the form of the product has its id by then. */
function findChosenVariation(productId: number): number | null {
  const chosen = document.querySelector<HTMLInputElement>(
    `form:not(.alert-form, [data-alert-popup]):has([name="product_id"][value="${productId}"]) [name="variation_id"]`,
  )?.value;
  return chosen ? Number(chosen) : null;
}
