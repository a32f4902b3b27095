import type { PurchasableVariation } from '#features/catalog/index.ts';
import { type AddonFiles, type AddonValue, quotePrice } from '#features/pricing/index.ts';
import type { ItemAddons } from '../contract.ts';

/** `unavailable`: the product was deleted, or is no longer sold. */
export type ItemAvailability = 'available' | 'choose-options' | 'sold-out' | 'unavailable';

/** Price of one item with its add-ons, as entered, in minor units; null when it cannot be told. */
export function getItemPrice(variation: PurchasableVariation, addons: ItemAddons, files: AddonFiles): number | null {
  const { price, addons: definitions, unavailableReason } = variation;
  if (!price || unavailableReason === 'NOT_FOR_SALE' || unavailableReason === 'CHOOSE_OPTIONS') return null;
  const quote = quotePrice({ price, addons: definitions }, addons, 1, files);
  return quote.ok ? quote.unitPrice : price.current;
}

/** The add-ons of one item. None when they no longer fit the product. */
export function getItemAddons(
  { price, addons: definitions }: PurchasableVariation,
  addons: ItemAddons,
  files: AddonFiles,
): readonly AddonValue[] {
  const quote = price && quotePrice({ price, addons: definitions }, addons, 1, files);
  return quote?.ok ? quote.addons : [];
}

/** Whether it can be bought. Groups and products of other shops have a page on which to go on. */
export function getAvailability({ unavailableReason, type }: PurchasableVariation): ItemAvailability {
  if (unavailableReason === null) return 'available';
  if (unavailableReason === 'OUT_OF_STOCK') return 'sold-out';
  const isChosenOnPage = unavailableReason === 'CHOOSE_OPTIONS' || type === 'grouped' || type === 'external';
  return isChosenOnPage ? 'choose-options' : 'unavailable';
}
