import type { PurchasableVariation } from '#features/catalog/index.ts';
import {
  type AddonDefinition,
  type AddonFiles,
  type AddonValue,
  quotePrice,
  readAddons,
} from '#features/pricing/index.ts';
import type { ItemAddons, ItemChoices } from '../contract.ts';

/** `unavailable`: the product was deleted, or is no longer sold. */
export type ItemAvailability = 'available' | 'choose-options' | 'sold-out' | 'unavailable';

/** Returns the price of one item with its add-ons, as entered, in minor units; null when it can't be calculated. */
export function getItemPrice(variation: PurchasableVariation, addons: ItemAddons, files: AddonFiles): number | null {
  const { price, addons: definitions, unavailableReason } = variation;
  if (!price || unavailableReason === 'NOT_FOR_SALE' || unavailableReason === 'CHOOSE_OPTIONS') return null;
  const quote = quotePrice({ price, addons: definitions }, addons, 1, files);
  return quote.ok ? quote.unitPrice : price.current;
}

const ownedKinds: readonly AddonDefinition['kind'][] = ['text', 'textarea', 'file'];

/**
 * Returns the add-ons of one item that still fit the product.
 * @param isOwner other viewers see only chosen values: typed texts and uploads may be personal, and nobody has
 * moderated them
 */
export function getItemAddons(
  { addons: definitions }: PurchasableVariation,
  addons: ItemAddons,
  files: AddonFiles,
  isOwner: boolean,
): AddonValue[] {
  return definitions
    .filter(({ kind }) => isOwner || !ownedKinds.includes(kind))
    .flatMap((definition) => {
      const result = readAddons([definition], addons, files);
      return result.ok ? result.values : [];
    });
}

/**
 * Returns whether the item can be bought with these choices. `choose-options` means that the shopper must continue on
 * the product's page: options are open, or the product is a group or an external product.
 */
export function getAvailability(
  { unavailableReason, type, options }: PurchasableVariation,
  choices: ItemChoices,
): ItemAvailability {
  if (unavailableReason === null) {
    const isChosen = options.every(
      ({ attribute, term, terms }) => term !== null || terms.some(({ slug }) => slug === choices[attribute]),
    );
    return isChosen ? 'available' : 'choose-options';
  }
  if (unavailableReason === 'OUT_OF_STOCK') return 'sold-out';
  const isChosenOnPage = unavailableReason === 'CHOOSE_OPTIONS' || type === 'grouped' || type === 'external';
  return isChosenOnPage ? 'choose-options' : 'unavailable';
}
