import type { Address } from '#features/addresses/index.ts';
import type { Tx } from '#platform/database/database.ts';
import { namedQuery } from '#platform/database/named-query.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Author } from '#platform/sessions/author.ts';
import { addHistoryEntry } from './history.ts';
import type { OrderChangeResult } from './status/change-order.ts';
import { hasShipment } from './status/change-order.ts';
import { canTransition, lockOrder, orderNotFound, statusNotAllowed } from './status/order-status.ts';

const updateAddress = namedQuery<Address & Pick<AddressChange, 'orderId' | 'kind'>, { kind: string }>(
  'orders.update-address',
  `update order_addresses set first_name = $first_name, last_name = $last_name, company = $company, address_1 = $address_1, address_2 = $address_2, city = $city, state = $state, postcode = $postcode,
    country = $country
  where order_id = $orderId and kind = $kind returning kind`,
);

interface AddressChange {
  readonly orderId: number;
  readonly kind: 'billing' | 'shipping';
  readonly address: Address;
  readonly by: Author;
}

/**
 * Corrects an address of an order, until any unit was shipped. The order's prices and taxes stay unchanged, as the
 * shopper agreed to them.
 */
export async function changeAddress(
  { clock }: Pick<Shop, 'clock'>,
  tx: Tx,
  { orderId, kind, address, by }: AddressChange,
): Promise<OrderChangeResult> {
  const order = await lockOrder(tx, orderId);
  if (!order) return orderNotFound;
  if (!canTransition(order.status, 'cancelled') || (await hasShipment(tx, orderId)))
    return statusNotAllowed(order.status);
  if ((await updateAddress(tx, { orderId, kind, ...address })).length === 0) return statusNotAllowed(order.status);
  const text = kind === 'billing' ? 'billing address changed' : 'delivery address changed';
  await addHistoryEntry(tx, { orderId, at: clock.now(), text, by });
  return { ok: true, changed: true };
}
