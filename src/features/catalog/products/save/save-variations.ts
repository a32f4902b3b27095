import { publishStockChanges } from '#features/inventory/index.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { createDefaultVariation } from './default-records.ts';
import { loadProducts, loadVariations } from './load-records.ts';
import { allocateCatalogIds, findTakenImportIds, findTakenSkus } from './product-lookups.ts';
import type { ProductProblem, ProductRecord, SaveResult, VariationInput, VariationRecord } from './product-records.ts';
import { validateVariation } from './product-validation.ts';
import { publishProductChanges } from './publish-product-changes.ts';
import { mergeVariation } from './save-products.ts';
import { hasChanged, type RecordWrite } from './write-products.ts';
import { writeVariations } from './write-variations.ts';

export interface ProductVariationInput extends VariationInput {
  readonly productId: number;
}

interface PreparedVariation extends RecordWrite<VariationRecord> {
  readonly at: number;
  readonly problems: ProductProblem[];
}

/** Creates and changes variations of variable products, like `saveProducts`. Masters are saved with their products. */
export async function saveVariations(
  shop: Shop,
  tx: Tx,
  inputs: readonly ProductVariationInput[],
  reference: string,
): Promise<SaveResult[]> {
  const products = await loadProducts(tx, [...new Set(inputs.map(({ productId }) => productId))]);
  const drafts = await prepareVariations(shop, tx, inputs, products);
  const records = drafts.map(({ record }) => record);
  const taken = [await findTakenSkus(tx, records, ''), await findTakenImportIds(tx, records)];
  for (const { record, problems } of drafts) problems.push(...taken.flatMap((found) => found.get(record.id) ?? []));
  const written = drafts.filter((one) => one.problems.length === 0 && hasChanged(one));
  const stockChanges = await writeVariations(tx, written, reference);
  const touched = [...new Set(written.map(({ record }) => record.productId))].flatMap((id) => products.get(id) ?? []);
  await publishProductChanges(
    shop,
    tx,
    touched.map((record) => ({ record, before: record })),
  );
  await publishStockChanges(shop, tx, stockChanges);
  return inputs.map((input, at) =>
    toSaveResult(
      input,
      drafts.find((one) => one.at === at),
    ),
  );
}

function toSaveResult({ id, productId }: ProductVariationInput, made: PreparedVariation | undefined): SaveResult {
  if (!made) {
    const message =
      id === undefined ? `there is not a variable product ${productId}` : `product ${productId} has no variation ${id}`;
    return { ok: false, problems: [{ code: 'NOT_FOUND', field: 'id', message }] };
  }
  if (made.problems.length > 0) return { ok: false, problems: made.problems };
  return {
    ok: true,
    id: made.record.id,
    outcome: made.before === null ? 'created' : hasChanged(made) ? 'updated' : 'unchanged',
  };
}

async function prepareVariations(
  shop: Shop,
  tx: Tx,
  inputs: readonly ProductVariationInput[],
  products: ReadonlyMap<number, ProductRecord>,
): Promise<PreparedVariation[]> {
  const known = await loadVariations(
    tx,
    inputs.flatMap(({ id }) => id ?? []),
  );
  const fresh = await allocateCatalogIds(tx, inputs.filter(({ id }) => id === undefined).length);
  const drafts = inputs.map((input, at): PreparedVariation | null => {
    const { productId, ...given } = input;
    const product = products.get(productId);
    const before = input.id === undefined ? null : known.get(input.id);
    if (before === undefined || product?.type !== 'variable' || input.id === productId) return null;
    if (before !== null && before.productId !== productId) return null;
    const base = before ?? createDefaultVariation(fresh.shift() ?? 0, productId, shop.choices.currency);
    const merged = mergeVariation(base, given);
    const record = {
      ...merged,
      terms: merged.terms.toSorted((first, second) => first.attributeId - second.attributeId),
    };
    return { at, record, before, problems: [...validateVariation(record, ''), ...findForeignTerms(record, product)] };
  });
  return drafts.filter((one) => one !== null);
}

function findForeignTerms({ terms }: VariationRecord, product: ProductRecord): ProductProblem[] {
  const foreign = terms.some(({ attributeId, termId }) => {
    const attribute = product.attributes.find((one) => one.attributeId === attributeId);
    return !attribute || (termId !== null && !attribute.terms.includes(termId));
  });
  return foreign
    ? [
        {
          code: 'TERM_NOT_OF_PRODUCT',
          field: 'terms',
          message: 'has an attribute or a value that its product does not have',
        },
      ]
    : [];
}
