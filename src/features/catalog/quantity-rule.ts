/** The quantities of a product that a cart line may have. */
export interface QuantityRule {
  readonly minQuantity: number;
  /** Null for the maximum that the shop allows for any product. */
  readonly maxQuantity: number | null;
  /** Counted from the minimum: with a minimum of 2 and a step of 4, quantities are 2, 6, 10. */
  readonly quantityStep: number;
}

/** Does not check the maximum. */
export function isInSteps({ minQuantity, quantityStep }: QuantityRule, quantity: number): boolean {
  return quantity >= minQuantity && (quantity - minQuantity) % quantityStep === 0;
}

/** Returns the largest quantity that the rule allows up to a limit; 0 when the limit is below the minimum. */
export function lowerToStep({ minQuantity, maxQuantity, quantityStep }: QuantityRule, limit: number): number {
  const max = Math.min(limit, maxQuantity ?? limit);
  if (max < minQuantity) return 0;
  if (!Number.isFinite(max)) return max;
  return max - ((max - minQuantity) % quantityStep);
}

/** Returns the first quantities that the rule allows, at most three, to explain the rule. */
export function listFirstQuantities({ minQuantity, maxQuantity, quantityStep }: QuantityRule): number[] {
  const quantities = [0, 1, 2].map((index) => minQuantity + index * quantityStep);
  return quantities.filter((quantity) => maxQuantity === null || quantity <= maxQuantity);
}

/**
 * Returns the step of a number input that starts at 0 (for no item): the rule's step if the minimum is a multiple of
 * it, otherwise 1.
 */
export function getStepFromZero({ minQuantity, quantityStep }: QuantityRule): number {
  return minQuantity % quantityStep === 0 ? quantityStep : 1;
}
