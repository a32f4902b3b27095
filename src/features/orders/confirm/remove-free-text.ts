import type { Order } from '../order.ts';

/**
 * The order without anything that its shopper typed, and without how to pay it: for mails to an address, and pages that such a mail links to,
 * while nobody has confirmed that the address is the shopper's. An add-on keeps its label, which is the shop's.
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
    lines: order.lines.map((line) => ({ ...line, addons: line.addons.map((addon) => ({ ...addon, value: '' })) })),
  };
}
