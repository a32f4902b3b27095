import { findAddressProblems, hasKnownStates } from '#features/addresses/index.ts';
import type { Cart } from '#features/cart/index.ts';
import { type Calculation, getOnlyPackage, type TaxAddress } from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { calculateOrder } from '../calculate-order.ts';
import type { ExpressRefusal } from '../contract.ts';

export interface QuotedDelivery {
  readonly address: TaxAddress;
  /** Id of the chosen shipping option; empty while none is chosen. */
  readonly shippingMethod: string;
}

/**
 * Finds the part of a delivery that prevents shipping. Missing parts don't count: the form asks for them after the
 * approval, because wallets do not supply, for instance, the county of an Irish address.
 */
export async function findRefusal(
  shop: Shop,
  cart: Cart,
  calculation: Calculation,
  { address, shippingMethod }: QuotedDelivery,
): Promise<ExpressRefusal | null> {
  const { country, state, postcode } = address;
  const { selected, refusals } = getOnlyPackage(calculation);
  if (selected !== null) {
    if (shippingMethod !== '' && selected.methodId !== shippingMethod) return 'method';
    return findInvalidPart(address);
  }
  const [zone] = refusals;
  if (zone?.code !== 'NO_ZONE') return 'address';
  if (!zone.isCountryServed) return 'country';
  if (postcode === '') return hasKnownStates(country) && state !== '' ? 'state' : 'address';
  const elsewhere = {
    email: null,
    shippingAddress: null,
    billingAddress: { ...address, postcode: '' },
    shippingMethod,
  };
  const { calculation: other } = await calculateOrder(shop, shop.db, cart, elsewhere);
  return getOnlyPackage(other).selected !== null || !hasKnownStates(country) ? 'postcode' : 'state';
}

/** Finds a state or postcode that does not exist in the country. Both determine taxes and delivery. */
function findInvalidPart({ country, state, postcode, city }: TaxAddress): 'state' | 'postcode' | null {
  const unknown = { first_name: '', last_name: '', company: '', address_1: '', address_2: '' };
  const invalid = findAddressProblems({ ...unknown, country, state, postcode, city }).flatMap(({ field, problem }) =>
    problem === 'REQUIRED' ? [] : [field],
  );
  return (['state', 'postcode'] as const).find((field) => invalid.includes(field)) ?? null;
}
