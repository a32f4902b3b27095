/**
 * Calculates the part of an amount that falls to `units` of its `quantity` units when `done` units
 * were refunded before: f(done + units) − f(done) with f(i) = round(total · i / quantity). However a
 * quantity is split into refunds, they add up to the whole amount.
 * @param total minor units, 0 or more
 */
export function calculateUnitShare(total: number, quantity: number, done: number, units: number): number {
  return roundShare(total, done + units, quantity) - roundShare(total, done, quantity);
}

/** Half away from zero, in exact arithmetic: amounts times quantities exceed the safe integers. */
function roundShare(total: number, units: number, quantity: number): number {
  const divisor = BigInt(quantity) * 2n;
  return Number((BigInt(total) * BigInt(units) * 2n + BigInt(quantity)) / divisor);
}

export interface RefundablePayment {
  readonly id: number;
  /** Captured money that is neither refunded nor reserved by a requested refund. */
  readonly left: number;
}

export interface PaymentShare {
  readonly paymentId: number;
  readonly amount: number;
}

/**
 * Takes an amount from payments in their order.
 * @returns null when they have less
 */
export function allocateToPayments(amount: number, payments: readonly RefundablePayment[]): PaymentShare[] | null {
  const shares: PaymentShare[] = [];
  let rest = amount;
  for (const { id, left } of payments) {
    const part = Math.min(rest, left);
    if (part > 0) shares.push({ paymentId: id, amount: part });
    rest -= part;
  }
  return rest === 0 ? shares : null;
}
