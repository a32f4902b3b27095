import type { Order } from '#features/orders/index.ts';
import {
  type CalculatedShipping,
  type Calculation,
  getOnlyPackage,
  listSelectedShipping,
  type TaxedShippingOption,
} from '#features/pricing/index.ts';
import type { PaymentBreakdown, PaymentContent, PaymentShippingOption } from '../providers/remote-provider.ts';

interface Grosses {
  readonly lines: readonly { readonly subtotalGross: number; readonly gross: number }[];
  readonly shipping: readonly { readonly gross: number }[];
  readonly fees: readonly { readonly gross: number }[];
}

const sumGross = (parts: readonly { readonly gross: number }[]) => parts.reduce((sum, { gross }) => sum + gross, 0);

function createBreakdown({ lines, shipping, fees }: Grosses): PaymentBreakdown {
  const net = sumGross(lines);
  // By rounding of taxes a line may cost more than before its discounts.
  const items = Math.max(
    lines.reduce((sum, { subtotalGross }) => sum + subtotalGross, 0),
    net,
  );
  const fee = sumGross(fees);
  return {
    items,
    discount: items - net + Math.max(-fee, 0),
    shipping: sumGross(shipping),
    fees: Math.max(fee, 0),
  };
}

/** Creates the content of an order's payment. A payment of a part of the total has no breakdown. */
export function createOrderContent(order: Order, amount: number): PaymentContent {
  const isWhole = amount === order.total;
  const whole = { items: amount, discount: 0, shipping: 0, fees: 0 };
  return {
    needsShipping: order.delivery !== null,
    shippingAddress: order.delivery,
    breakdown: isWhole ? createBreakdown(order) : whole,
    shippingOptions: [],
  };
}

export function createHeldContent(calculation: Calculation, needsShipping: boolean): PaymentContent {
  const { lines, fees } = calculation;
  const { options, selected } = getOnlyPackage(calculation);
  return {
    needsShipping,
    shippingAddress: null,
    breakdown: createBreakdown({ lines, fees, shipping: listSelectedShipping(calculation) }),
    shippingOptions: selected === null ? [] : options.map((option) => toPaymentOption(option, selected)),
  };
}

/** Only the amount of the selected option includes its discounts. */
function toPaymentOption(
  { id, title, gross }: TaxedShippingOption,
  selected: CalculatedShipping,
): PaymentShippingOption {
  const isSelected = id === selected.methodId;
  return { id, title, amount: isSelected ? selected.gross : gross, isSelected };
}
