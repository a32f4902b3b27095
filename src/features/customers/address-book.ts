import type { Address } from '#features/addresses/index.ts';
import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Refusal } from '#platform/mutations/mutation.ts';
import { lockCustomer } from './customers.ts';

export interface AddressBookEntry {
  readonly id: number;
  readonly address: Address;
  readonly isDefaultBilling: boolean;
  readonly isDefaultShipping: boolean;
}

const maxAddresses = 20;

const selectAddresses = sqlQuery<AddressBookEntry>(
  'customers.list-addresses',
  `select id, address, is_default_billing as "isDefaultBilling", is_default_shipping as "isDefaultShipping"
  from customer_addresses where customer_id = $1 order by id`,
);

/** Lists addresses in the order in which they were added. */
export function listAddresses(db: Db, customerId: number): Promise<AddressBookEntry[]> {
  return selectAddresses(db, [customerId]);
}

/** Returns the addresses that the checkout preselects. Null where no address is the default. */
export async function findDefaultAddresses(
  db: Db,
  customerId: number,
): Promise<{ readonly billing: Address | null; readonly shipping: Address | null }> {
  const addresses = await listAddresses(db, customerId);
  return {
    billing: addresses.find(({ isDefaultBilling }) => isDefaultBilling)?.address ?? null,
    shipping: addresses.find(({ isDefaultShipping }) => isDefaultShipping)?.address ?? null,
  };
}

const selectIds = sqlQuery<{ id: number }>(
  'customers.list-address-ids',
  'select id from customer_addresses where customer_id = $1',
);
const clearDefaults = sqlQuery(
  'customers.clear-default-addresses',
  `update customer_addresses set is_default_billing = is_default_billing and not $2::boolean,
    is_default_shipping = is_default_shipping and not $3::boolean
  where customer_id = $1`,
);
const insertAddress = sqlQuery(
  'customers.add-address',
  `insert into customer_addresses (customer_id, address, is_default_billing, is_default_shipping, created_at)
  values ($1, $2, $3, $4, $5)`,
);
const updateAddress = sqlQuery(
  'customers.change-address',
  `update customer_addresses set address = $3, is_default_billing = $4, is_default_shipping = $5
  where customer_id = $1 and id = $2`,
);

interface SavedAddress extends Omit<AddressBookEntry, 'id'> {
  readonly customerId: number;
  /** Null to add an address. */
  readonly id: number | null;
  readonly now: Date;
}

/**
 * Saves an address. A new default replaces the earlier one, and the first address becomes both defaults. Fails for a
 * deleted account.
 */
export async function saveAddress(
  tx: Tx,
  { customerId, id, address, now, ...defaults }: SavedAddress,
): Promise<{ readonly ok: true } | Refusal<'not_found' | 'TOO_MANY_ADDRESSES'>> {
  // Use two statements: a statement that waits for the lock would not see addresses added meanwhile.
  if (!(await lockCustomer(tx, customerId))) return { ok: false, code: 'not_found' };
  const existing = (await selectIds(tx, [customerId])).map((entry) => entry.id);
  if (id === null && existing.length >= maxAddresses) return { ok: false, code: 'TOO_MANY_ADDRESSES' };
  if (id !== null && !existing.includes(id)) return { ok: false, code: 'not_found' };
  const isBilling = existing.length === 0 || defaults.isDefaultBilling;
  const isShipping = existing.length === 0 || defaults.isDefaultShipping;
  const json = JSON.stringify(address);
  await clearDefaults(tx, [customerId, isBilling, isShipping]);
  if (id === null) await insertAddress(tx, [customerId, json, isBilling, isShipping, now]);
  else await updateAddress(tx, [customerId, id, json, isBilling, isShipping]);
  return { ok: true };
}

const deleteAddress = sqlQuery<{ id: number }>(
  'customers.remove-address',
  'delete from customer_addresses where customer_id = $1 and id = $2 returning id',
);

/** @returns false when the customer has no such address */
export async function removeAddress(db: Db, customerId: number, id: number): Promise<boolean> {
  return (await deleteAddress(db, [customerId, id])).length === 1;
}
