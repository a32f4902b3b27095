import type { PurchasableVariation } from '#features/catalog/index.ts';
import { type AddonForm, addonFieldName, readAddons } from '#features/pricing/index.ts';
import { type AddFailure, createAddFailure, createAddonFailure } from './add-failures.ts';
import { createFingerprint, type StoredAddons, type StoredChoices } from './cart-rows.ts';
import type { ResolvedItem } from './choose.ts';

/** A line as it would be added. */
export interface NewCartLine {
  readonly variationId: number;
  readonly productId: number;
  readonly quantity: number;
  readonly choices: StoredChoices;
  readonly addons: StoredAddons;
  readonly fingerprint: string;
  readonly variation: PurchasableVariation;
}

export function toNewCartLine(
  item: ResolvedItem,
  variation: PurchasableVariation | undefined,
  form: AddonForm,
): NewCartLine | AddFailure {
  if (!variation || variation.productId !== item.productId || variation.status !== 'published')
    return createAddFailure('NOT_FOUND', null);
  if (item.state === 'unavailable' || variation.unavailableReason === 'NOT_FOR_SALE')
    return createAddFailure('UNAVAILABLE', variation);
  if (item.state === 'incomplete' || variation.unavailableReason === 'CHOOSE_OPTIONS')
    return createAddFailure('MAKE_A_SELECTION', variation);
  const choices = readChoices(variation, item.chosen);
  if ('code' in choices) return choices;
  const read = readAddons(variation.addons, form);
  if (!read.ok) return createAddonFailure(read.failures, variation);
  const addons: StoredAddons = Object.fromEntries(
    variation.addons.flatMap((definition) => {
      const value = read.values.find(({ key }) => key === definition.key);
      return value ? [[addonFieldName(definition), value.sent]] : [];
    }),
  );
  const { variationId, productId } = variation;
  const fingerprint = createFingerprint(variationId, choices.open, addons);
  return { variation, variationId, productId, quantity: item.quantity, choices: choices.open, addons, fingerprint };
}

/** Choices where the variation leaves it open; elsewhere they must say what the variation is. */
function readChoices(
  variation: PurchasableVariation,
  chosen: StoredChoices,
): { readonly open: StoredChoices } | AddFailure {
  const open: Record<string, string> = {};
  for (const { attribute, term, terms } of variation.options) {
    const slug = chosen[attribute];
    if (term) {
      if (slug && slug !== term.slug) return createAddFailure('UNAVAILABLE', variation);
      continue;
    }
    if (!slug) return createAddFailure('MAKE_A_SELECTION', variation);
    if (!terms.some((each) => each.slug === slug)) return createAddFailure('UNAVAILABLE', variation);
    open[attribute] = slug;
  }
  return { open };
}
