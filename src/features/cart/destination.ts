import { getOnlyPackage, type TaxAddress } from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { calculateCart } from './calculate-cart.ts';
import { type Cart, getCart } from './cart.ts';
import { type CartOwner, defineOwnerQuery } from './owner.ts';

export type DestinationResult =
  | { readonly ok: true; readonly cart: Cart }
  | { readonly ok: false; readonly code: 'EMPTY_CART' };

const updateDestination = defineOwnerQuery<{ version: number }>(
  'set-destination',
  ({
    column,
  }) => `update carts set destination_country = coalesce($2, destination_country), destination_state = coalesce($3, destination_state),
    destination_postcode = coalesce($4, destination_postcode), destination_city = coalesce($5, destination_city),
    version = nextval('cart_versions'), updated_at = $6, billing_country = coalesce($7, billing_country),
    billing_state = coalesce($8, billing_state), billing_postcode = coalesce($9, billing_postcode), billing_city = coalesce($10, billing_city)
  where ${column} = $1 and state = 'open' returning version`,
);

/**
 * Keeps where a cart is sent. Addresses are normalized and checked.
 * @param destination null: as it is
 * @param billingAddress of the invoice. Default: as it is
 */
export async function setDestination(
  shop: Shop,
  owner: CartOwner,
  destination: TaxAddress | null,
  billingAddress: TaxAddress | null = null,
): Promise<DestinationResult> {
  const values = [...listParts(destination), shop.clock.now(), ...listParts(billingAddress)];
  const written = await updateDestination(shop.db, owner, values);
  if (written.length === 0) return { ok: false, code: 'EMPTY_CART' };
  return { ok: true, cart: await getCart(shop, owner) };
}

const removeDestination = defineOwnerQuery<{ version: number }>(
  'remove-destination',
  ({ column }) => `update carts set destination_country = null, destination_state = '', destination_postcode = '',
    destination_city = '', billing_country = null, billing_state = '', billing_postcode = '', billing_city = '',
    shipping_method = null, version = nextval('cart_versions'), updated_at = $2
  where ${column} = $1 and state = 'open' returning version`,
);

/** Forgets where a cart is sent, and how. */
export async function clearDestination({ db, clock }: Pick<Shop, 'db' | 'clock'>, owner: CartOwner): Promise<void> {
  await removeDestination(db, owner, [clock.now()]);
}

function listParts(address: TaxAddress | null): (string | null)[] {
  if (address === null) return [null, null, null, null];
  const { country, state, postcode, city } = address;
  return [country, state, postcode, city];
}

const updateShippingMethod = defineOwnerQuery<{ version: number }>(
  'select-shipping',
  ({ column }) => `update carts set shipping_method = $2, version = nextval('cart_versions'), updated_at = $3
  where ${column} = $1 and state = 'open' returning version`,
);

/**
 * Keeps the chosen shipping option of a cart, one of those for its destination. An option that
 * another request made unavailable meanwhile is replaced when the cart is read.
 */
export async function selectShipping(
  shop: Shop,
  owner: CartOwner,
  methodId: string,
): Promise<DestinationResult | { readonly ok: false; readonly code: 'SHIPPING_UNAVAILABLE' }> {
  const cart = await getCart(shop, owner);
  if (cart.lines.length === 0) return { ok: false, code: 'EMPTY_CART' };
  const { options } = getOnlyPackage(await calculateCart(shop, shop.db, cart));
  if (!options.some(({ id }) => id === methodId)) return { ok: false, code: 'SHIPPING_UNAVAILABLE' };
  const [written] = await updateShippingMethod(shop.db, owner, [methodId, shop.clock.now()]);
  if (!written) return { ok: false, code: 'EMPTY_CART' };
  return { ok: true, cart: { ...cart, version: written.version, shippingMethod: methodId } };
}
