import type { Address } from '#features/addresses/index.ts';
import { separateWebAddresses } from '#platform/texts/web-addresses.ts';
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

/**
 * Makes links of what the shopper typed unusable. For e-mails to an address that nobody has proved yet:
 * a script could have the shop send its links to anybody.
 */
export function separateTypedLinks(order: Order): Order {
  return {
    ...order,
    note: separateWebAddresses(order.note),
    billing: order.billing && separateLinksOfAddress(order.billing),
    delivery: order.delivery && separateLinksOfAddress(order.delivery),
    lines: order.lines.map((line) => ({
      ...line,
      addons: line.addons.map((addon) => ({ ...addon, value: separateWebAddresses(addon.value) })),
    })),
  };
}

function separateLinksOfAddress(address: Address): Address {
  const { first_name, last_name, company, address_1, address_2, city } = address;
  const fields = Object.entries({ first_name, last_name, company, address_1, address_2, city });
  return { ...address, ...Object.fromEntries(fields.map(([name, text]) => [name, separateWebAddresses(text)])) };
}
