/** How many of a product one line of a cart can have. */
export interface QuantityRule {
  readonly minQuantity: number;
  /** Null: as much as the shop allows of any product. */
  readonly maxQuantity: number | null;
  /** From the minimum: with a minimum of 2 and a step of 4, quantities are 2, 6, 10. */
  readonly quantityStep: number;
}

/** Whether the rule allows a quantity, apart from its maximum. */
export function isInSteps({ minQuantity, quantityStep }: QuantityRule, quantity: number): boolean {
  return quantity >= minQuantity && (quantity - minQuantity) % quantityStep === 0;
}

/** Returns the largest quantity of the rule that is not above a limit; 0 when the limit is below the minimum. */
export function lowerToStep({ minQuantity, maxQuantity, quantityStep }: QuantityRule, limit: number): number {
  const max = Math.min(limit, maxQuantity ?? limit);
  if (max < minQuantity) return 0;
  if (!Number.isFinite(max)) return max;
  return max - ((max - minQuantity) % quantityStep);
}

/** Returns the first quantities of the rule, at most three, to show what it allows. */
export function listFirstQuantities({ minQuantity, maxQuantity, quantityStep }: QuantityRule): number[] {
  const quantities = [0, 1, 2].map((index) => minQuantity + index * quantityStep);
  return quantities.filter((quantity) => maxQuantity === null || quantity <= maxQuantity);
}

/**
 * Returns the step of a number input from 0, which removes the line or leaves the product out: that
 * of the rule where its minimum is one of the steps from 0.
 */
export function getStepFromZero({ minQuantity, quantityStep }: QuantityRule): number {
  return minQuantity % quantityStep === 0 ? quantityStep : 1;
}
