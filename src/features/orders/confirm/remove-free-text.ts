import type { Order } from '../order.ts';

/**
 * Removes everything that the shopper typed, and the payment instructions. For e-mails to an
 * unconfirmed address and the pages that they link to. Add-on labels stay: they are the shop's.
 */
export function removeFreeText(order: Order): Order {
  return {
    ...order,
    phone: '',
    note: '',
    meta: {},
    billing: null,
    delivery: null,
    paymentInstructions: [],
    lines: order.lines.map((line) => ({
      ...line,
      addons: line.addons.map(({ label, price }) => ({ label, price, value: '' })),
    })),
  };
}
