import { isDeepStrictEqual } from 'node:util';
import type { StockReference } from '#features/inventory/index.ts';
import { lockStockLevels, publishStockChanges } from '#features/inventory/index.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { requireCurrentBasis } from '#platform/settings/price-basis.ts';
import { slugify } from '#platform/texts/slugs.ts';
import { createDefaultProduct, createDefaultVariation } from './default-records.ts';
import { loadProducts, loadVariations } from './load-records.ts';
import {
  allocateCatalogIds,
  findProductIdsBySlug,
  findRemovedTermsInUse,
  findTakenImportIds,
  findTakenSkus,
  lockProducts,
} from './product-lookups.ts';
import type {
  AttributeInput,
  ProductAttributeRecord,
  ProductInput,
  ProductProblem,
  ProductRecord,
  SaveResult,
  VariationInput,
  VariationRecord,
} from './product-records.ts';
import {
  applyChanges,
  normaliseProduct,
  normaliseVariation,
  validateProduct,
  validateVariation,
} from './product-validation.ts';
import { publishProductChanges } from './publish-product-changes.ts';
import { hasChanged, type RecordWrite, writeProducts } from './write-products.ts';
import { writeVariations } from './write-variations.ts';

interface PreparedProduct {
  readonly index: number;
  readonly id: number;
  readonly product: RecordWrite<ProductRecord>;
  readonly master: RecordWrite<VariationRecord>;
  readonly problems: ProductProblem[];
}

/**
 * Creates and updates products with their master variations. Writes only valid products that have changes. The number
 * of statements does not depend on the number of products.
 * @param reference stored in the stock ledger
 * @returns a result per input, in the given order
 */
export async function saveProducts(
  shop: Shop,
  tx: Tx,
  inputs: readonly ProductInput[],
  reference: StockReference,
): Promise<SaveResult[]> {
  const prepared = await prepareProducts(shop, tx, inputs);
  await addConflictProblems(shop, tx, prepared);
  const valid = prepared.filter(({ problems }) => problems.length === 0);
  const products = valid.map(({ product }) => product).filter(hasChanged);
  const masters = valid.map(({ master }) => master).filter(hasChanged);
  if (products.some(({ before }) => before === null)) await requireCurrentBasis(shop, tx);
  await writeProducts(tx, products);
  const stockChanges = await writeVariations(tx, masters, { reference, now: shop.clock.now() });
  const changed = valid.filter(({ product, master }) => hasChanged(product) || hasChanged(master));
  await publishProductChanges(
    shop,
    tx,
    changed.map(({ product }) => product),
  );
  await publishStockChanges(shop, tx, stockChanges);
  return inputs.map((input, index) =>
    toSaveResult(
      input,
      prepared.find((product) => product.index === index),
    ),
  );
}

function toSaveResult({ id }: ProductInput, prepared: PreparedProduct | undefined): SaveResult {
  if (!prepared)
    return { ok: false, problems: [{ code: 'NOT_FOUND', field: 'id', message: `product ${id} not found` }] };
  if (prepared.problems.length > 0) return { ok: false, problems: prepared.problems };
  const isUnchanged = !hasChanged(prepared.product) && !hasChanged(prepared.master);
  return {
    ok: true,
    id: prepared.id,
    outcome: prepared.product.before === null ? 'created' : isUnchanged ? 'unchanged' : 'updated',
  };
}

/**
 * Whether the input contains a stock field. Inputs of a dry run contain none, since it must not lock stock that is
 * being sold.
 */
export const setsStock = (input: Pick<VariationInput, 'stock'> | undefined): boolean =>
  Object.values(input?.stock ?? {}).some((value) => value !== undefined);

async function prepareProducts(shop: Shop, tx: Tx, inputs: readonly ProductInput[]): Promise<PreparedProduct[]> {
  const { currency } = shop.choices;
  const existingIds = inputs.flatMap(({ id }) => id ?? []);
  // Products are read and written back as a whole, so they must not change in between.
  await lockProducts(tx, existingIds);
  // Stock rows are also written as a whole: without the lock, a sale in between would be undone.
  await lockStockLevels(
    tx,
    inputs.flatMap(({ id, master }) => (id !== undefined && setsStock(master) ? id : [])),
  );
  const products = await loadProducts(tx, existingIds);
  const masters = await loadVariations(tx, existingIds, currency);
  const newIds = await allocateCatalogIds(
    tx,
    inputs.filter(({ id, newId }) => id === undefined && newId === undefined).length,
  );
  const prepared = inputs.map((input, index): PreparedProduct | null => {
    const before = input.id === undefined ? null : products.get(input.id);
    const masterBefore = input.id === undefined ? null : masters.get(input.id);
    if (before === undefined || masterBefore === undefined) return null;
    const { id: _, newId, master: masterInput = {}, attributes, ...fields } = input;
    const id = before?.id ?? newId ?? newIds.shift() ?? 0;
    const given = { ...fields, attributes: attributes?.map((attribute) => mergeAttribute(before, attribute)) };
    const normalised = normaliseProduct(
      applyChanges(before ?? createDefaultProduct(id, shop.choices.locale), given),
      given,
      shop.clock.now(),
    );
    const record = { ...normalised, slug: normalised.slug || slugify(normalised.name) };
    const master = mergeVariation(masterBefore ?? createDefaultVariation(id, id, currency), masterInput, currency);
    const problems = [...validateProduct(record), ...validateVariation(master, 'master.')];
    return { index, id, product: { record, before }, master: { record: master, before: masterBefore }, problems };
  });
  return prepared.filter((product) => product !== null);
}

function mergeAttribute(
  before: ProductRecord | null,
  { attributeId, terms, ...given }: AttributeInput,
): ProductAttributeRecord {
  const stored = before?.attributes.find((attribute) => attribute.attributeId === attributeId);
  const keptDefault = stored && terms.includes(stored.defaultTermId ?? 0) ? stored.defaultTermId : null;
  return {
    attributeId,
    visible: given.visible ?? stored?.visible ?? true,
    forVariations: given.forVariations ?? stored?.forVariations ?? false,
    defaultTermId: given.defaultTermId === undefined ? keptDefault : given.defaultTermId,
    terms,
  };
}

/** @param currency currency of a new price */
export function mergeVariation(
  before: VariationRecord,
  { id: _, stock, ...given }: VariationInput,
  currency: string,
): VariationRecord {
  const merged = applyChanges(before, typeof given.regularPrice === 'number' ? { currency, ...given } : given);
  return normaliseVariation({ ...merged, stock: applyChanges(before.stock, stock ?? {}) }, given);
}

/**
 * Adds problems that would violate database constraints. A taken slug gets the product id as suffix when it was
 * generated from the name; a taken slug from the input is a problem.
 */
async function addConflictProblems({ choices }: Shop, tx: Tx, prepared: readonly PreparedProduct[]): Promise<void> {
  const owners = await findProductIdsBySlug(
    tx,
    choices.locale,
    prepared.map(({ product }) => product.record.slug),
  );
  for (const {
    id,
    product: { record, before },
    problems,
  } of prepared) {
    const owner = owners.get(record.slug);
    if (owner !== undefined && owner !== id) {
      const isGenerated = before === null && record.slug === slugify(record.name);
      if (isGenerated) record.slug = `${record.slug}-${id}`;
      else
        problems.push({
          code: 'SLUG_TAKEN',
          field: 'slug',
          message: `${record.slug} is already the slug of product ${owner}`,
        });
    }
    owners.set(record.slug, id);
  }
  const takenSkus = await findTakenSkus(
    tx,
    prepared.map(({ master }) => master.record),
    'master.',
  );
  const records = prepared.map(({ product }) => product.record);
  const takenImportIds = await findTakenImportIds(tx, records);
  const withNewAttributes = prepared.filter(
    ({ product: { record, before } }) => before !== null && !isDeepStrictEqual(record.attributes, before.attributes),
  );
  const removedTerms = await findRemovedTermsInUse(
    tx,
    withNewAttributes.map(({ product }) => product.record),
  );
  for (const { id, problems } of prepared) {
    problems.push(
      ...[takenSkus.get(id), takenImportIds.get(id), removedTerms.get(id)].filter((problem) => problem !== undefined),
    );
  }
}
