import { getOnlyPackage, type TaxAddress } from '#features/pricing/index.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import { namedQuery } from '#platform/database/named-query.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Refusal } from '#platform/mutations/mutation.ts';
import { isOwnedSql, type Owner, type OwnerColumns, toOwnerValues } from '#platform/sessions/owner.ts';
import { calculateCart } from './calculate-cart.ts';
import { type Cart, getCart } from './cart.ts';

export type DestinationResult = { readonly ok: true; readonly cart: Cart } | Refusal<'EMPTY_CART'>;

type AddressPart = 'country' | 'state' | 'postcode' | 'city';
type DestinationValues = Record<AddressPart | `billing${Capitalize<AddressPart>}`, string | null> &
  OwnerColumns & { readonly now: Date };

const updateDestination = namedQuery<DestinationValues, { version: number }>(
  'cart.set-destination',
  `update carts set destination_country = coalesce($country, destination_country), destination_state = coalesce($state, destination_state),
    destination_postcode = coalesce($postcode, destination_postcode), destination_city = coalesce($city, destination_city),
    version = nextval('cart_versions'), updated_at = $now, billing_country = coalesce($billingCountry, billing_country),
    billing_state = coalesce($billingState, billing_state), billing_postcode = coalesce($billingPostcode, billing_postcode),
    billing_city = coalesce($billingCity, billing_city)
  where ${isOwnedSql('carts', ['$visitorId', '$customerId'])} and state = 'open' returning version`,
);

const asBefore = { country: null, state: null, postcode: null, city: null };

/**
 * Stores where a cart is sent. Addresses are normalized and checked.
 * @param destination null keeps the stored destination
 * @param billingAddress address of the invoice; null keeps the stored one
 */
export async function setDestination(
  shop: Shop,
  owner: Owner,
  destination: TaxAddress | null,
  billingAddress: TaxAddress | null = null,
): Promise<DestinationResult> {
  const [visitorId, customerId] = toOwnerValues(owner);
  const billing = billingAddress ?? asBefore;
  const written = await updateDestination(shop.db, {
    ...{ ...asBefore, ...destination, visitorId, customerId, now: shop.clock.now() },
    ...{ billingCountry: billing.country, billingState: billing.state },
    ...{ billingPostcode: billing.postcode, billingCity: billing.city },
  });
  if (written.length === 0) return { ok: false, code: 'EMPTY_CART' };
  return { ok: true, cart: await getCart(shop, owner) };
}

const removeDestination = sqlQuery<{ version: number }>(
  'cart.remove-destination',
  `update carts set destination_country = null, destination_state = '', destination_postcode = '',
    destination_city = '', billing_country = null, billing_state = '', billing_postcode = '', billing_city = '',
    shipping_method = null, vat_number = null, version = nextval('cart_versions'), updated_at = $3
  where ${isOwnedSql('carts')} and state = 'open' returning version`,
);

/** Removes destination, billing address, shipping option and VAT number of a cart. */
export async function clearDestination({ db, clock }: Pick<Shop, 'db' | 'clock'>, owner: Owner): Promise<void> {
  await removeDestination(db, [...toOwnerValues(owner), clock.now()]);
}

const updateVatNumber = sqlQuery(
  'cart.set-vat-number',
  `update carts set vat_number = $2 where id = $1 and state = 'open' and vat_number is distinct from $2`,
);

/**
 * Stores the VAT number that the owner of a cart has typed, so that all totals of the cart are calculated with it.
 */
export async function setVatNumber(db: Db, { id, vatNumber }: Pick<Cart, 'id' | 'vatNumber'>, typed: string | null) {
  if (id !== null && vatNumber !== typed) await updateVatNumber(db, [id, typed]);
}

const updateShippingMethod = sqlQuery<{ version: number }>(
  'cart.select-shipping',
  `update carts set shipping_method = $3, version = nextval('cart_versions'), updated_at = $4
  where ${isOwnedSql('carts')} and state = 'open' returning version`,
);

/**
 * Stores the chosen shipping option of a cart, which must be available for its destination. If a concurrent
 * request makes the option unavailable, it is replaced when the cart is read.
 */
export async function selectShipping(
  shop: Shop,
  owner: Owner,
  methodId: string,
): Promise<DestinationResult | Refusal<'SHIPPING_UNAVAILABLE'>> {
  const cart = await getCart(shop, owner);
  if (cart.lines.length === 0) return { ok: false, code: 'EMPTY_CART' };
  const { options } = getOnlyPackage(await calculateCart(shop, shop.db, cart));
  if (!options.some(({ id }) => id === methodId)) return { ok: false, code: 'SHIPPING_UNAVAILABLE' };
  const [written] = await updateShippingMethod(shop.db, [...toOwnerValues(owner), methodId, shop.clock.now()]);
  if (!written) return { ok: false, code: 'EMPTY_CART' };
  return { ok: true, cart: { ...cart, version: written.version, shippingMethod: methodId } };
}
