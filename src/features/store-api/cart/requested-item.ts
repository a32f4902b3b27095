import type { AddRequest } from '#features/cart/index.ts';
import { getProductViews, getPurchasableVariations, type ProductViewWithoutLinks } from '#features/catalog/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { foldCase } from '#platform/input/fold-text.ts';
import { toStorableText } from '#platform/texts/storable-text.ts';
import { createStoreFailure, type StoreFailure } from '../protocol/operation.ts';
import { storeApiTexts as texts } from '../texts.ts';
import { attributePrefix } from './item-reply.ts';

interface RequestedVariation {
  readonly id: number;
  readonly quantity: number;
  readonly variation: readonly { readonly attribute: string; readonly value: string }[];
  readonly [field: string]: unknown;
}

const maxId = 2_147_483_647;
const addonField = /^addon-.{1,200}$/;

/** Finds the product of an id, which may be a variation's id, and reads the choices. */
export async function toAddRequest(
  shop: Shop,
  input: RequestedVariation,
): Promise<{ readonly ok: true; readonly request: AddRequest } | StoreFailure> {
  const { id, quantity, variation } = input;
  const found =
    id >= 1 && id <= maxId ? (await getPurchasableVariations(shop.db, [id], shop.clock.now())).get(id) : undefined;
  if (!found) return createStoreFailure('cart_invalid_product', shop.t(texts.noProduct));
  const { productId } = found;
  const choices = await readChoices(shop, productId, variation);
  if (!choices.ok) return choices;
  const variationId = id === productId ? null : id;
  const { chosen } = choices;
  const own = getOwnTerms(found);
  const other = Object.keys(chosen).find(
    (attribute) => own[attribute] !== undefined && own[attribute] !== chosen[attribute],
  );
  if (other !== undefined)
    return createStoreFailure(
      'invalid_variation_data',
      shop.t(texts.unknownTerm, { name: other, value: chosen[other] ?? '' }),
    );
  const items = [{ productId, variationId, chosen: { ...chosen, ...own }, quantity }];
  return { ok: true, request: { items, form: readAddonFields(input) } };
}

/**
 * Returns the terms of a variation that was named by its id, so that the request can't change them by other choices.
 */
function getOwnTerms({
  options,
  variationId,
  productId,
}: {
  readonly options: readonly { readonly attribute: string; readonly term: { readonly slug: string } | null }[];
  readonly variationId: number;
  readonly productId: number;
}): Record<string, string> {
  if (variationId === productId) return {};
  return Object.fromEntries(options.flatMap(({ attribute, term }) => (term ? [[attribute, term.slug]] : [])));
}

async function readChoices(
  shop: Shop,
  productId: number,
  variation: RequestedVariation['variation'],
): Promise<{ readonly ok: true; readonly chosen: Readonly<Record<string, string>> } | StoreFailure> {
  if (variation.length === 0) return { ok: true, chosen: {} };
  const [product] = await getProductViews(shop.db, [productId], shop.clock.now());
  const chosen: Record<string, string> = {};
  for (const { attribute: name, value } of variation) {
    const attribute = findAttribute(product, name);
    if (!attribute) return createStoreFailure('invalid_variation_data', shop.t(texts.unknownAttribute, { name }));
    const term = findByName(attribute.terms, value);
    if (!term) return createStoreFailure('invalid_variation_data', shop.t(texts.unknownTerm, { name, value }));
    chosen[attribute.slug] = term.slug;
  }
  return { ok: true, chosen };
}

/** Finds an attribute named as `pa_color`, `attribute_pa_color`, `color` or by its name. */
function findAttribute(product: ProductViewWithoutLinks | undefined, name: string) {
  const slug = name.replace(/^attribute_/i, '').replace(new RegExp(`^${attributePrefix}`, 'i'), '');
  const attributes = product?.attributes ?? [];
  return findByName(attributes, name) ?? findByName(attributes, slug);
}

/** Finds a record by slug or name. An exact match comes before a match in another case. */
function findByName<Named extends { readonly slug: string; readonly name: string }>(
  records: readonly Named[],
  text: string,
): Named | undefined {
  const key = foldCase(text);
  return (
    records.find(({ slug, name }) => slug === text || name === text) ??
    records.find(({ slug, name }) => foldCase(slug) === key || foldCase(name) === key)
  );
}

function readAddonFields(input: RequestedVariation): Record<string, string | string[]> {
  const entries = Object.entries(input).flatMap(([name, value]): [string, string | string[]][] => {
    if (!addonField.test(name)) return [];
    // An array is the value of a group of checkboxes, whose field name ends in [].
    if (Array.isArray(value)) return [[`${name.replace(/\[\]$/, '')}[]`, value.slice(0, 100).flatMap(toTexts)]];
    return toTexts(value).map((text) => [name, text]);
  });
  return Object.fromEntries(entries.slice(0, 200));
}

/** Ignores objects: the client may have sent a `toString` property, which a conversion to text would use. */
function toTexts(value: unknown): string[] {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return [];
  return [toStorableText(String(value).slice(0, 10_000))];
}
