import type { VariationChange } from '#features/product-form/contract.ts';

/**
 * Calls `show` with the chosen variation now, and after each change.
 * @param show called with null when no variation is chosen
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

/** Finds the variation that was chosen before this script ran: the product's form then has its id. */
function findChosenVariation(productId: number): number | null {
  const chosen = document.querySelector<HTMLInputElement>(
    `form:not(.alert-form, [data-alert-popup]):has([name="product_id"][value="${productId}"]) [name="variation_id"]`,
  )?.value;
  return chosen ? Number(chosen) : null;
}
