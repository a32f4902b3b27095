import type { Address } from '#features/addresses/index.ts';
import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Author } from '#platform/sessions/author.ts';
import { addHistoryEntry } from './history.ts';
import type { OrderChangeResult } from './status/change-order.ts';
import { hasShipment } from './status/change-order.ts';
import { lockOrder, orderNotFound, statusNotAllowed } from './status/order-status.ts';

const updateAddress = sqlQuery<{ kind: string }>(
  'orders.update-address',
  `update order_addresses set first_name = $3, last_name = $4, company = $5, address_1 = $6, address_2 = $7, city = $8, state = $9, postcode = $10,
    country = $11
  where order_id = $1 and kind = $2 returning kind`,
);

interface AddressChange {
  readonly orderId: number;
  readonly kind: 'billing' | 'shipping';
  readonly address: Address;
  readonly by: Author;
}

/**
 * Corrects an address of an order, until something was shipped. The order's prices and taxes stay
 * as they were agreed.
 */
export async function changeAddress(
  { clock }: Pick<Shop, 'clock'>,
  tx: Tx,
  { orderId, kind, address, by }: AddressChange,
): Promise<OrderChangeResult> {
  const order = await lockOrder(tx, orderId);
  if (!order) return orderNotFound;
  const isOpen = ['pending', 'failed', 'on-hold', 'processing'].includes(order.status);
  if (!isOpen || (await hasShipment(tx, orderId))) return statusNotAllowed(order.status);
  const { first_name, last_name, company, address_1, address_2, city, state, postcode, country } = address;
  const values = [first_name, last_name, company, address_1, address_2, city, state, postcode, country];
  if ((await updateAddress(tx, [orderId, kind, ...values])).length === 0) return statusNotAllowed(order.status);
  const text = kind === 'billing' ? 'billing address changed' : 'delivery address changed';
  await addHistoryEntry(tx, { orderId, at: clock.now(), text, by });
  return { ok: true, changed: true };
}
