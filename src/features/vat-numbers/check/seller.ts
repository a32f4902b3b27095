import { getBaseAddress } from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { checkVatNumber } from '../check-vat-number.ts';
import { sellerVatNumber } from '../ports.ts';
import { vatNumberSettings } from '../settings.ts';
import { getVatArea } from './vat-area.ts';

/** A shop that applies the reverse charge. */
export interface ReverseChargeSeller {
  /** Prefix of its member state. */
  readonly area: string;
  /** With the prefix. */
  readonly number: string;
}

type SellerShop = Pick<Shop, 'settings' | 'choices' | 'implementations'>;

/** @returns null for a shop that does not apply the reverse charge, or can't: it has no VAT number of its member state */
export async function findSeller(shop: SellerShop): Promise<ReverseChargeSeller | null> {
  return shop.settings(vatNumberSettings).reverseCharge ? findRegisteredSeller(shop) : null;
}

export async function findRegisteredSeller(shop: SellerShop): Promise<ReverseChargeSeller | null> {
  const base = getBaseAddress(shop.choices);
  const area = getVatArea(base);
  const typed = shop.implementations(sellerVatNumber).at(-1)?.(shop) ?? '';
  // Northern Ireland is no member state for services, and its shops charge the tax of the United Kingdom.
  if (area === null || area === 'XI' || typed === '') return null;
  const checked = await checkVatNumber(typed, base.country);
  return checked.ok && checked.number.startsWith(area) ? { area, number: checked.number } : null;
}
