import type { ProductStatus } from '#features/catalog/contract.ts';
import type { StockReference } from '#features/inventory/index.ts';
import type { Tx } from '#platform/database/database.ts';
import { postgresError } from '#platform/database/postgres-errors.ts';
import type { Shop } from '#platform/features/shop.ts';
import { normaliseText } from '#platform/input/normalise-text.ts';
import { findVariationIdsBySku } from './product-lookups.ts';
import type { ProductInput, ProductProblem, SaveResult, VariationInput } from './product-records.ts';
import { saveProducts } from './save-products.ts';
import { saveVariations } from './save-variations.ts';

export type SaveProductResult =
  | {
      readonly ok: true;
      readonly id: number;
      readonly outcome: 'created' | 'updated' | 'unchanged';
      readonly variationIds: readonly number[];
    }
  | { readonly ok: false; readonly problems: readonly ProductProblem[] };

/**
 * Creates or updates one product with some or all of its variations, atomically (in a savepoint). Problems of
 * variations have fields such as `variations.0.sku`.
 */
export async function saveProduct(
  shop: Shop,
  tx: Tx,
  { variations = [], ...product }: ProductInput & { readonly variations?: readonly VariationInput[] | undefined },
  reference: StockReference = 'shop',
): Promise<SaveProductResult> {
  try {
    return await retryTakenSlug(() =>
      tx.transaction(async (inner) => {
        const saved = getFirstResult(await saveProducts(shop, inner, [product], reference));
        if (!saved.ok) return saved;
        const results = await saveVariations(
          shop,
          inner,
          variations.map((variation) => ({ ...variation, productId: saved.id })),
          reference,
        );
        const problems = results.flatMap((result, index) =>
          result.ok
            ? []
            : result.problems.map((problem) => ({ ...problem, field: `variations.${index}.${problem.field}` })),
        );
        if (problems.length > 0) throw new SaveRejectedError(problems);
        const hasChangedVariation =
          saved.outcome === 'unchanged' && results.some((result) => result.ok && result.outcome !== 'unchanged');
        const variationIds = results.flatMap((result) => (result.ok ? [result.id] : []));
        return { ok: true, id: saved.id, outcome: hasChangedVariation ? 'updated' : saved.outcome, variationIds };
      }),
    );
  } catch (error) {
    if (error instanceof SaveRejectedError) return { ok: false, problems: error.problems };
    throw error;
  }
}

/**
 * Saves again if another product takes the slug between the check and the insert. The second check finds that
 * product.
 */
async function retryTakenSlug<Result>(save: () => Promise<Result>): Promise<Result> {
  try {
    return await save();
  } catch (error) {
    if (postgresError(error)?.constraint !== 'products_locale_slug_key') throw error;
    return save();
  }
}

class SaveRejectedError extends Error {
  readonly problems: readonly ProductProblem[];
  constructor(problems: readonly ProductProblem[]) {
    super('a variation has problems');
    this.problems = problems;
  }
}

function getFirstResult(results: readonly SaveResult[]): SaveResult {
  return results[0] ?? { ok: false, problems: [] };
}

/** New values of a product or variation. Amounts are in minor units; null removes the price. */
export interface ProductUpdate {
  readonly price?: number | null | undefined;
  readonly sale?: number | null | undefined;
  /** Quantity on hand; null turns stock management off. */
  readonly stock?: number | null | undefined;
  readonly lowStockThreshold?: number | null | undefined;
  readonly backorders?: 'no' | 'notify' | 'yes' | undefined;
  /** Applies to one cart line of the product, for whichever variation. */
  readonly minQuantity?: number | undefined;
  /** Null for the maximum that the shop allows for any product. */
  readonly maxQuantity?: number | null | undefined;
  readonly quantityStep?: number | undefined;
  /** For a variation, 'published' enables it and any other status disables it. */
  readonly status?: ProductStatus | undefined;
}

export type UpdateProductResult =
  | {
      readonly ok: true;
      readonly productId: number;
      readonly variationId: number;
      readonly outcome: 'updated' | 'unchanged';
    }
  | { readonly ok: false; readonly code: 'SKU_NOT_FOUND' }
  | { readonly ok: false; readonly code: 'REFUSED'; readonly problems: readonly ProductProblem[] };

export async function updateProductBySku(
  shop: Shop,
  tx: Tx,
  sku: string,
  changes: ProductUpdate,
  reference: StockReference = 'shop',
): Promise<UpdateProductResult> {
  const typed = normaliseText(sku);
  const ids = (await findVariationIdsBySku(tx, [typed])).get(typed.toLowerCase());
  if (!ids) return { ok: false, code: 'SKU_NOT_FOUND' };
  const { id, productId } = ids;
  const { price, sale, stock, lowStockThreshold, backorders, status, ...rule } = changes;
  const changedFields: VariationInput = {
    regularPrice: price,
    salePrice: sale,
    stock: {
      ...(stock === undefined ? {} : { managed: stock !== null }),
      onHand: stock ?? undefined,
      lowStockThreshold,
      backorders,
      // A stock change gives a variation a stock row of its own.
      isOwn: stock === undefined ? undefined : true,
    },
  };
  if (id !== productId && Object.values(rule).some((value) => value !== undefined)) {
    const message = 'is set for the whole product: pass the SKU of the product';
    return { ok: false, code: 'REFUSED', problems: [{ code: 'INVALID', field: 'minQuantity', message }] };
  }
  const saved =
    id === productId
      ? await saveProducts(shop, tx, [{ id, status, ...rule, master: changedFields }], reference)
      : await saveVariations(
          shop,
          tx,
          [{ id, productId, ...changedFields, enabled: status === undefined ? undefined : status === 'published' }],
          reference,
        );
  const result = getFirstResult(saved);
  if (!result.ok) return { ok: false, code: 'REFUSED', problems: result.problems };
  return { ok: true, productId, variationId: id, outcome: result.outcome === 'unchanged' ? 'unchanged' : 'updated' };
}
