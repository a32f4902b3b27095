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

/** Returns the first quantities of the rule, to show what it allows. */
export function listFirstQuantities(rule: QuantityRule, count: number): number[] {
  const quantities = Array.from({ length: count }, (_, index) => rule.minQuantity + index * rule.quantityStep);
  return quantities.filter((quantity) => rule.maxQuantity === null || quantity <= rule.maxQuantity);
}
