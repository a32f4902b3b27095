import type { PurchasableVariation, VariationTerms } from '#features/catalog/index.ts';
import {
  type AddonFile,
  type AddonFiles,
  type AddonForm,
  addonFieldName,
  readAddons,
} from '#features/pricing/index.ts';
import { findVariation } from '#features/product-form/index.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import { type CartLineInput, createFingerprint, type StoredAddons, type StoredChoices } from '../lines/cart-rows.ts';
import { type AddFailure, createAddFailure, createAddonFailure } from './add-failures.ts';

/** A product as the product form names it. */
export interface RequestedItem {
  readonly productId: number;
  readonly variationId: number | null;
  /** Attribute slug to term slug. Takes precedence over `variationId`. */
  readonly chosen: Readonly<Record<string, string>>;
  readonly quantity: number;
  /** Id of the grouped product whose form contains the item. */
  readonly setId?: number;
}

/** When `variationId` is null, the item is the master variation, whose id is the product's. */
export interface ResolvedItem extends RequestedItem {
  readonly state: 'found' | 'incomplete' | 'unavailable';
}

interface OfferedRow {
  productId: number;
  id: number;
  terms: VariationTerms;
}

// The subquery hides the array's length, so that PostgreSQL plans once.
const findOfferedVariations = sqlQuery<OfferedRow>(
  'cart.find-offered-variations',
  `select v.product_id as "productId", v.id, json_object_agg(a.slug, t.slug order by a.id) as terms
  from offered_variations v join variation_terms vt on vt.variation_id = v.id join attributes a on a.id = vt.attribute_id
  left join attribute_terms t on t.id = vt.term_id
  where v.product_id = any(array(select unnest($1::integer[])))
  group by v.product_id, v.id, v.position order by v.position, v.id`,
);

/**
 * Finds the variations that match the chosen attributes. The form's `variation_id` may be outdated, since without
 * script it does not follow the choice. At most one query.
 */
export async function resolveVariations(db: Db, items: readonly RequestedItem[]): Promise<ResolvedItem[]> {
  const withChoices = items.filter(({ chosen }) => Object.keys(chosen).length > 0);
  const rows =
    withChoices.length > 0 ? await findOfferedVariations(db, [withChoices.map(({ productId }) => productId)]) : [];
  return items.map((item) => {
    const variations = rows.filter(({ productId }) => productId === item.productId);
    if (variations.length === 0) return { ...item, state: 'found' };
    // Another variation may accept the same choices. The named variation takes precedence.
    const named = variations.find(({ id }) => id === item.variationId);
    if (named && findVariation([named], item.chosen).state === 'found') return { ...item, state: 'found' };
    const selection = findVariation(variations, item.chosen);
    if (selection.state === 'found') return { ...item, state: 'found', variationId: selection.variation.id };
    return { ...item, state: selection.state === 'unavailable' ? 'unavailable' : 'incomplete' };
  });
}

const findSets = sqlQuery<NamedSet & { id: number; memberId: number }>(
  'cart.find-sets',
  `select p.id, p.name, l.linked_id as "memberId" from published_products p join product_links l on l.product_id = p.id and l.kind = 'grouped'
  where p.id = any(array(select unnest($1::integer[])))`,
);

export interface NamedSet {
  readonly id: number;
  readonly name: string;
}

/** Returns the sets of items in the items' order; null for an item without a set. At most one query. */
export async function findSetsOf(db: Db, items: readonly RequestedItem[]): Promise<(NamedSet | null)[]> {
  const ids = [...new Set(items.flatMap(({ setId }) => setId ?? []))];
  const rows = ids.length > 0 ? await findSets(db, [ids]) : [];
  return items.map(
    ({ setId, productId }) => rows.find(({ id, memberId }) => id === setId && memberId === productId) ?? null,
  );
}

export interface NewCartLine extends CartLineInput {
  readonly setName: string | null;
  readonly files: readonly AddonFile[];
  readonly variation: PurchasableVariation;
}

/**
 * Validates choices and add-on fields of one item.
 * @param ownFiles files named in the form that belong to the cart's owner
 */
export function toNewCartLine(
  item: ResolvedItem,
  variation: PurchasableVariation | undefined,
  form: AddonForm,
  ownFiles: AddonFiles,
  set: NamedSet | null = null,
): NewCartLine | AddFailure {
  if (!variation || variation.productId !== item.productId || variation.status !== 'published')
    return createAddFailure('NOT_FOUND', null);
  if (item.state === 'unavailable' || variation.unavailableReason === 'NOT_FOR_SALE')
    return createAddFailure('UNAVAILABLE', variation);
  if (item.state === 'incomplete' || variation.unavailableReason === 'CHOOSE_OPTIONS')
    return createAddFailure('MAKE_A_SELECTION', variation);
  const choices = readChoices(variation, item.chosen);
  if ('ok' in choices) return choices;
  const addonResult = readAddons(variation.addons, form, ownFiles);
  if (!addonResult.ok) return createAddonFailure(addonResult.failures, variation);
  const values = variation.addons.flatMap((definition) => {
    const value = addonResult.values.find(({ key }) => key === definition.key);
    return value ? [{ ...value, field: addonFieldName(definition) }] : [];
  });
  const addons: StoredAddons = Object.fromEntries(values.map(({ field, sent }) => [field, sent]));
  const contents = values.map(({ field, sent, files }) => [field, files.length > 0 ? listContents(files) : sent]);
  const files = values.flatMap((value) => value.files);
  const { variationId, productId } = variation;
  const fingerprint = createFingerprint(variationId, choices.open, Object.fromEntries(contents), set?.id);
  const uploads = files.map(({ id }) => id);
  const line = { variationId, productId, quantity: item.quantity, choices: choices.open, addons, uploads };
  return { ...line, setId: set?.id ?? null, setName: set?.name ?? null, variation, files, fingerprint };
}

/** Identifies files by content and name, so that the same file uploaded twice makes the same line. */
function listContents(files: readonly AddonFile[]): string[] {
  return files.map(({ name, sha256 }) => `${sha256} ${name}`).sort();
}

/** Reads the attributes that the variation leaves open. Other choices must match the variation. */
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
