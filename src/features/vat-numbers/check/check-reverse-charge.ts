import type { ShopCheck } from '#platform/checks/checks.ts';
import { vatNumberSettings } from '../settings.ts';
import { findRegisteredSeller } from './seller.ts';

/** Reports why a shop that is set to apply the reverse charge does not apply it. */
export const checkReverseCharge: ShopCheck = async (shop) => {
  if (!shop.settings(vatNumberSettings).reverseCharge) return [];
  const finding = { what: 'Reverse charge', about: vatNumberSettings.name };
  if (await findRegisteredSeller(shop))
    return [{ ...finding, state: 'ok', text: 'businesses of other member states pay no tax' }];
  const text = 'it is not applied: the shop has no VAT number of a member state of the EU';
  const action = 'Set documents.vatId and the base address, or switch vat-numbers.reverseCharge off';
  return [{ ...finding, state: 'error', text, action }];
};
