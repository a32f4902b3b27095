import type { Address } from '#features/addresses/index.ts';
import { separateWebAddresses } from '#platform/texts/web-addresses.ts';
import type { Order } from '../order.ts';

/**
 * Removes everything that the shopper typed, and the payment instructions. For emails to an
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

/** The same for emails that say how an order is paid, which is the shop's text, and to which country it goes. */
export function removeTypedText(order: Order): Order {
  const { paymentInstructions, delivery } = order;
  return { ...removeFreeText(order), paymentInstructions, delivery: delivery && changeAddress(delivery, () => '') };
}

/**
 * Makes links of what the shopper typed unusable. For emails to an address that nobody has proved yet:
 * a script could have the shop send its links to anybody.
 */
export function separateTypedLinks(order: Order): Order {
  return {
    ...order,
    note: separateWebAddresses(order.note),
    billing: order.billing && changeAddress(order.billing, separateWebAddresses),
    delivery: order.delivery && changeAddress(order.delivery, separateWebAddresses),
    lines: order.lines.map((line) => ({
      ...line,
      addons: line.addons.map((addon) => ({ ...addon, value: separateWebAddresses(addon.value) })),
    })),
  };
}

/** Changes all that is typed: states and postcodes are free text in many countries. */
function changeAddress({ country, ...typed }: Address, change: (text: string) => string): Address {
  const changed = Object.entries(typed).map(([name, text]) => [name, change(text)] as const);
  return { country, ...(Object.fromEntries(changed) as typeof typed) };
}
