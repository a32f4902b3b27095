import type { IsReverseCharged } from '#features/pricing/index.ts';
import { sqlQuery } from '#platform/database/database.ts';
import { findAnswer } from './check/answers.ts';
import { findSeller } from './check/seller.ts';
import { getVatArea } from './check/vat-area.ts';

const selectKept = sqlQuery(
  'vat-numbers.find-kept-answer',
  `select from order_vat_checks where order_id = $1 and number = $2 and outcome = 'valid'`,
);

/**
 * Provides `pricing.reverse-charge`. The charge applies to goods sent to another member state, and to services for a
 * business of it, when the customer has a valid VAT number (Directive 2006/112/EC, articles 138 and 196). Only reads
 * stored answers of the service.
 */
export const isReverseCharged: IsReverseCharged = async (
  shop,
  db,
  { vatNumber, taxed, destination, hasServices, checkedOrder },
) => {
  const area = getVatArea(taxed);
  if (area === null || !vatNumber.startsWith(area) || (area === 'XI' && hasServices)) return false;
  const seller = await findSeller(shop);
  if (seller === null || seller.area === area) return false;
  const goods = destination === null ? area : getVatArea(destination);
  // Exclude goods that stay in the shop's member state or leave the Union: their taxation does not depend on the
  // buyer's number.
  if (goods === null || goods === seller.area) return false;
  if (checkedOrder !== null && (await selectKept(db, [checkedOrder, vatNumber])).length > 0) return true;
  return (await findAnswer(shop, db, vatNumber)) === 'valid';
};
