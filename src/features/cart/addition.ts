import type { PurchasableVariation } from '#features/catalog/index.ts';
import { type AddonForm, addonFieldName, readAddons } from '#features/pricing/index.ts';
import { type AddFailure, addFailure, addonFailure } from './add-failures.ts';
import { fingerprintOf, type StoredAddons, type StoredChoices } from './cart-rows.ts';
import type { ChosenItem } from './choose.ts';

/** A line as it would be added. */
export interface Addition {
  readonly variationId: number;
  readonly productId: number;
  readonly quantity: number;
  readonly choices: StoredChoices;
  readonly addons: StoredAddons;
  readonly fingerprint: string;
  readonly sellable: PurchasableVariation;
}

export function toAddition(
  item: ChosenItem,
  sellable: PurchasableVariation | undefined,
  form: AddonForm,
): Addition | AddFailure {
  if (!sellable || sellable.productId !== item.productId || sellable.status !== 'published')
    return addFailure('NOT_FOUND', null);
  if (item.state === 'unavailable' || sellable.unavailableReason === 'NOT_FOR_SALE')
    return addFailure('UNAVAILABLE', sellable);
  if (item.state === 'incomplete' || sellable.unavailableReason === 'CHOOSE_OPTIONS')
    return addFailure('MAKE_A_SELECTION', sellable);
  const choices = readChoices(sellable, item.chosen);
  if ('code' in choices) return choices;
  const read = readAddons(sellable.addons, form);
  if (!read.ok) return addonFailure(read.failures, sellable);
  const addons: StoredAddons = Object.fromEntries(
    sellable.addons.flatMap((definition) => {
      const value = read.values.find(({ key }) => key === definition.key);
      return value ? [[addonFieldName(definition), value.sent]] : [];
    }),
  );
  const { variationId, productId } = sellable;
  const fingerprint = fingerprintOf(variationId, choices.open, addons);
  return { sellable, variationId, productId, quantity: item.quantity, choices: choices.open, addons, fingerprint };
}

/** Choices where the variation leaves it open; elsewhere they must say what the variation is. */
function readChoices(
  sellable: PurchasableVariation,
  chosen: StoredChoices,
): { readonly open: StoredChoices } | AddFailure {
  const open: Record<string, string> = {};
  for (const { attribute, term, terms } of sellable.options) {
    const slug = chosen[attribute];
    if (term) {
      if (slug && slug !== term.slug) return addFailure('UNAVAILABLE', sellable);
      continue;
    }
    if (!slug) return addFailure('MAKE_A_SELECTION', sellable);
    if (!terms.some((each) => each.slug === slug)) return addFailure('UNAVAILABLE', sellable);
    open[attribute] = slug;
  }
  return { open };
}
