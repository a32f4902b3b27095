import type { StockReference } from '#features/inventory/index.ts';
import { lockStockLevels, publishStockChanges } from '#features/inventory/index.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { createDefaultVariation } from './default-records.ts';
import { loadProducts, loadVariations } from './load-records.ts';
import { allocateCatalogIds, findTakenImportIds, findTakenSkus, lockProducts } from './product-lookups.ts';
import type { ProductProblem, ProductRecord, SaveResult, VariationInput, VariationRecord } from './product-records.ts';
import { validateVariation } from './product-validation.ts';
import { publishProductChanges } from './publish-product-changes.ts';
import { mergeVariation, setsStock } from './save-products.ts';
import { hasChanged, type RecordWrite } from './write-products.ts';
import { writeVariations } from './write-variations.ts';

export interface ProductVariationInput extends VariationInput {
  readonly productId: number;
}

interface PreparedVariation extends RecordWrite<VariationRecord> {
  readonly index: number;
  readonly problems: ProductProblem[];
}

/**
 * Creates and updates variations of variable products, like `saveProducts`. Masters are saved with their products.
 */
export async function saveVariations(
  shop: Shop,
  tx: Tx,
  inputs: readonly ProductVariationInput[],
  reference: StockReference,
): Promise<SaveResult[]> {
  const productIds = [...new Set(inputs.map(({ productId }) => productId))];
  await lockProducts(tx, productIds);
  const products = await loadProducts(tx, productIds);
  const prepared = await prepareVariations(shop, tx, inputs, products);
  const records = prepared.map(({ record }) => record);
  const taken = [await findTakenSkus(tx, records, ''), await findTakenImportIds(tx, records)];
  for (const { record, problems } of prepared) problems.push(...taken.flatMap((found) => found.get(record.id) ?? []));
  const changed = prepared.filter((variation) => variation.problems.length === 0 && hasChanged(variation));
  const stockChanges = await writeVariations(tx, changed, { reference, now: shop.clock.now() });
  const changedProducts = [...new Set(changed.map(({ record }) => record.productId))].flatMap(
    (id) => products.get(id) ?? [],
  );
  await publishProductChanges(
    shop,
    tx,
    changedProducts.map((record) => ({ record, before: record })),
  );
  await publishStockChanges(shop, tx, stockChanges);
  const byIndex = new Map(prepared.map((variation) => [variation.index, variation]));
  return inputs.map((input, index) => toSaveResult(input, byIndex.get(index)));
}

function toSaveResult({ id, productId }: ProductVariationInput, prepared: PreparedVariation | undefined): SaveResult {
  if (!prepared) {
    const message =
      id === undefined
        ? `product ${productId} does not exist or is not variable`
        : `product ${productId} has no variation ${id}`;
    return { ok: false, problems: [{ code: 'NOT_FOUND', field: 'id', message }] };
  }
  if (prepared.problems.length > 0) return { ok: false, problems: prepared.problems };
  return {
    ok: true,
    id: prepared.record.id,
    outcome: prepared.before === null ? 'created' : hasChanged(prepared) ? 'updated' : 'unchanged',
  };
}

async function prepareVariations(
  shop: Shop,
  tx: Tx,
  inputs: readonly ProductVariationInput[],
  products: ReadonlyMap<number, ProductRecord>,
): Promise<PreparedVariation[]> {
  const { currency } = shop.choices;
  // Stock rows are written as a whole: without the lock, a sale in between would be undone.
  await lockStockLevels(
    tx,
    inputs.flatMap((input) => (input.id !== undefined && setsStock(input) ? input.id : [])),
  );
  const existing = await loadVariations(
    tx,
    inputs.flatMap(({ id }) => id ?? []),
    currency,
  );
  const newIds = await allocateCatalogIds(tx, inputs.filter(({ id }) => id === undefined).length);
  const prepared = inputs.map((input, index): PreparedVariation | null => {
    const { productId, ...given } = input;
    const product = products.get(productId);
    const before = input.id === undefined ? null : existing.get(input.id);
    if (before === undefined || product?.type !== 'variable' || input.id === productId) return null;
    if (before !== null && before.productId !== productId) return null;
    const base = before ?? createDefaultVariation(newIds.shift() ?? 0, productId, currency);
    const merged = mergeVariation(base, given, currency);
    const record = {
      ...merged,
      terms: merged.terms.toSorted((first, second) => first.attributeId - second.attributeId),
    };
    return {
      index,
      record,
      before,
      problems: [...validateVariation(record, ''), ...findForeignTerms(record, product)],
    };
  });
  return prepared.filter((variation) => variation !== null);
}

function findForeignTerms({ terms }: VariationRecord, product: ProductRecord): ProductProblem[] {
  const hasForeignTerm = terms.some(({ attributeId, termId }) => {
    const attribute = product.attributes.find((candidate) => candidate.attributeId === attributeId);
    return !attribute || (termId !== null && !attribute.terms.includes(termId));
  });
  return hasForeignTerm
    ? [
        {
          code: 'TERM_NOT_OF_PRODUCT',
          field: 'terms',
          message: 'has an attribute or a value that its product does not have',
        },
      ]
    : [];
}
