import { getBaseAddress } from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { checkVatNumber } from '../check-vat-number.ts';
import { sellerVatNumber } from '../ports.ts';
import { vatNumberSettings } from '../settings.ts';
import { getVatArea } from './vat-area.ts';

export interface ReverseChargeSeller {
  /** VAT prefix of the shop's member state. */
  readonly area: string;
  /** VAT number with its prefix. */
  readonly number: string;
}

type SellerShop = Pick<Shop, 'settings' | 'choices' | 'implementations'>;

/** @returns null when the shop does not apply the reverse charge, or has no VAT number of its member state */
export async function findSeller(shop: SellerShop): Promise<ReverseChargeSeller | null> {
  return shop.settings(vatNumberSettings).reverseCharge ? findRegisteredSeller(shop) : null;
}

export async function findRegisteredSeller(shop: SellerShop): Promise<ReverseChargeSeller | null> {
  const base = getBaseAddress(shop.choices);
  const area = getVatArea(base);
  const typed = shop.implementations(sellerVatNumber).at(-1)?.(shop) ?? '';
  // Northern Ireland is not a member state for services, and its shops charge the tax of the United Kingdom.
  if (area === null || area === 'XI' || typed === '') return null;
  const checked = await checkVatNumber(typed, base.country);
  return checked.ok && checked.number.startsWith(area) ? { area, number: checked.number } : null;
}
