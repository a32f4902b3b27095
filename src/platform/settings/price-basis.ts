import { isDeepStrictEqual } from 'node:util';
import { type ShopDetails, shopDetails } from '#platform/config/shop-details.ts';
import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { loadSettingRows } from './setting-rows.ts';

/** Settings that determine the meaning of prices. A trigger of the settings has the same keys. */
const basisKeys = ['shop.currency', 'shop.pricesIncludeTax', 'shop.baseAddress'] as const;

export const isPriceBasis = (key: string): boolean => basisKeys.some((each) => `${key}.`.startsWith(`${each}.`));

const selectFixed = sqlQuery<{ isFixed: boolean }>(
  'settings.is-price-basis-fixed',
  'select platform.is_price_basis_fixed() as "isFixed"',
);

/** Whether there are products or orders. It takes no lock, so it is only for display. */
export async function isPriceBasisFixed(db: Db): Promise<boolean> {
  return (await selectFixed(db, []))[0]?.isFixed === true;
}

const lockBasis = sqlQuery<{ isFixed: boolean }>(
  'settings.lock-price-basis',
  'select platform.lock_price_basis() as "isFixed"',
);

/**
 * Keeps other transactions from creating the first product or order until the end of this transaction.
 * @returns whether there are products or orders, so that the basis must not change
 */
export async function lockPriceBasis(tx: Tx): Promise<boolean> {
  return (await lockBasis(tx, []))[0]?.isFixed === true;
}

const takeSharedPriceBasisLock = sqlQuery(
  'settings.share-price-basis',
  'select pg_advisory_xact_lock_shared(824111215)',
);

/** The basis of prices has changed, and this process has not loaded the change yet. */
export class PriceBasisChangedError extends Error {
  override name = 'PriceBasisChangedError';
}

/**
 * Keeps the basis of prices unchanged until the end of the transaction. Call it before new products are written.
 * @throws PriceBasisChangedError when the basis differs from the settings of this process, by which prices were
 * entered
 */
export async function requireCurrentBasis({ settingStore, settings }: BasisShop, tx: Tx): Promise<void> {
  await takeSharedPriceBasisLock(tx, []);
  const stored = settingStore.resolve(await loadSettingRows(tx)).values.get(shopDetails.name) as ShopDetails;
  if (isDeepStrictEqual(pickBasis(stored), pickBasis(settings(shopDetails)))) return;
  throw new PriceBasisChangedError('The currency or the taxes of prices were changed a moment ago. Try again.');
}

type BasisShop = Pick<Shop, 'settingStore' | 'settings'>;

const pickBasis = ({ currency, pricesIncludeTax, baseAddress }: ShopDetails) => ({
  ...{ currency, pricesIncludeTax, baseAddress },
});
