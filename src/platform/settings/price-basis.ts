import { isDeepStrictEqual } from 'node:util';
import { type ShopDetails, shopDetails } from '#platform/config/shop-details.ts';
import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { loadSettingRows } from './setting-rows.ts';

/** What the amounts of prices mean. A trigger of the settings has the same keys. */
const basisKeys = ['shop.currency', 'shop.pricesIncludeTax', 'shop.baseAddress'] as const;

export const isPriceBasis = (key: string): boolean => basisKeys.some((each) => `${key}.`.startsWith(`${each}.`));

const selectFixed = sqlQuery<{ isFixed: boolean }>(
  'settings.is-price-basis-fixed',
  'select platform.is_price_basis_fixed() as "isFixed"',
);

/** Whether there are products or orders. Without a lock: for what a page shows. */
export async function isPriceBasisFixed(db: Db): Promise<boolean> {
  return (await selectFixed(db, []))[0]?.isFixed === true;
}

const lockBasis = sqlQuery<{ isFixed: boolean }>(
  'settings.lock-price-basis',
  'select platform.lock_price_basis() as "isFixed"',
);

/**
 * Keeps others from making the first product or order until the end of the transaction.
 * @returns whether there are some, so that the basis stays as it is
 */
export async function lockPriceBasis(tx: Tx): Promise<boolean> {
  return (await lockBasis(tx, []))[0]?.isFixed === true;
}

const shareBasis = sqlQuery('settings.share-price-basis', 'select pg_advisory_xact_lock_shared(824111215)');

/** This process has not heard yet that the basis of prices has changed. */
export class PriceBasisChangedError extends Error {
  override name = 'PriceBasisChangedError';
}

/**
 * Keeps the basis of prices as it is until the end of the transaction. Call it before new products are written.
 * @throws PriceBasisChangedError when it has changed since the transaction read it, so that a typed price meant another
 */
export async function requireCurrentBasis({ settingStore, settings }: BasisShop, tx: Tx): Promise<void> {
  await shareBasis(tx, []);
  const stored = settingStore.resolve(await loadSettingRows(tx)).values.get(shopDetails.name) as ShopDetails;
  if (isDeepStrictEqual(pickBasis(stored), pickBasis(settings(shopDetails)))) return;
  throw new PriceBasisChangedError('The currency or the taxes of prices were changed a moment ago. Try again.');
}

type BasisShop = Pick<Shop, 'settingStore' | 'settings'>;

const pickBasis = ({ currency, pricesIncludeTax, baseAddress }: ShopDetails) => ({
  ...{ currency, pricesIncludeTax, baseAddress },
});
