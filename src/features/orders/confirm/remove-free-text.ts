import type { Address } from '#features/addresses/index.ts';
import { separateWebAddresses } from '#platform/texts/web-addresses.ts';
import type { Order } from '../order.ts';

/**
 * Removes everything that the shopper typed, and the payment instructions, for emails to an unconfirmed address and
 * the pages that these emails link to. Labels of add-ons stay, since the shop wrote them.
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

/**
 * Removes what `removeFreeText` removes, except the payment instructions, which the shop wrote, and the country of
 * the delivery.
 */
export function removeTypedText(order: Order): Order {
  const { paymentInstructions, delivery } = order;
  return { ...removeFreeText(order), paymentInstructions, delivery: delivery && changeAddress(delivery, () => '') };
}

/**
 * Makes links in texts of the shopper unusable, for emails to an address that nobody has proved yet: a script could
 * have the shop send its links to anybody.
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

/**
 * Changes all fields except the country. States and postcodes are included, since they are free text in many
 * countries.
 */
function changeAddress({ country, ...typed }: Address, change: (text: string) => string): Address {
  const changed = Object.entries(typed).map(([name, text]) => [name, change(text)] as const);
  return { country, ...(Object.fromEntries(changed) as typeof typed) };
}
