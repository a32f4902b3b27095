import type { ConfirmedBy, LockedOrder, OrderInput } from '#features/orders/index.ts';
import type { PaymentMethod } from '#features/payments/index.ts';
import type { Author } from '#platform/sessions/author.ts';
import type { Owner } from '#platform/sessions/owner.ts';
import type { OrderCalculation } from '../calculate-order.ts';
import type { CheckoutInput } from '../read-form.ts';

interface OrderSource {
  readonly owner: Owner;
  /** Null for the next id of the sequence. */
  readonly id: number | null;
  readonly requestKey: string;
  readonly placedBy: Author;
  readonly confirmedBy: ConfirmedBy | null;
  readonly isPaymentHeld: boolean;
  readonly network: string | null;
  readonly supersedes: readonly LockedOrder[];
}

export function toOrderInput(
  { cart, lines, calculation }: OrderCalculation,
  source: OrderSource,
  { email, phone, note, billing, shipping, meta, extensions }: CheckoutInput,
  method: PaymentMethod,
): OrderInput {
  return {
    ...source,
    source: 'checkout',
    isPaidNow: method.provider.kind === 'remote',
    amendsOrderId: null,
    lines,
    calculation,
    email,
    phone,
    note,
    billing,
    delivery: cart.needsShipping ? (shipping ?? billing) : null,
    paymentMethod: method.id,
    paymentTitle: method.title,
    meta,
    ...(extensions ? { extensions } : {}),
  };
}
