import { isDeepStrictEqual } from 'node:util';
import { publishStockChanges } from '#features/inventory/index.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { slugify } from '#platform/texts/slugs.ts';
import { createDefaultProduct, createDefaultVariation } from './default-records.ts';
import { loadProducts, loadVariations } from './load-records.ts';
import {
  allocateCatalogIds,
  findProductIdsBySlug,
  findRemovedTermsInUse,
  findTakenImportIds,
  findTakenSkus,
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
  readonly at: number;
  readonly id: number;
  readonly product: RecordWrite<ProductRecord>;
  readonly master: RecordWrite<VariationRecord>;
  readonly problems: ProductProblem[];
}

/**
 * Creates and changes products, each with its master variation. What has problems is left as it was; the others are written. As many
 * statements for hundreds as for one.
 * @param reference kept in the stock ledger
 * @returns a result for each input, in order
 */
export async function saveProducts(
  shop: Shop,
  tx: Tx,
  inputs: readonly ProductInput[],
  reference: string,
): Promise<SaveResult[]> {
  const drafts = await prepareProducts(shop, tx, inputs);
  await addConflictProblems(tx, drafts);
  const good = drafts.filter(({ problems }) => problems.length === 0);
  const products = good.map(({ product }) => product).filter(hasChanged);
  const masters = good.map(({ master }) => master).filter(hasChanged);
  await writeProducts(tx, products);
  const stockChanges = await writeVariations(tx, masters, reference);
  const touched = good.filter(({ product, master }) => hasChanged(product) || hasChanged(master));
  await publishProductChanges(
    shop,
    tx,
    touched.map(({ product }) => product),
  );
  await publishStockChanges(shop, tx, stockChanges);
  return inputs.map((input, at) =>
    toSaveResult(
      input,
      drafts.find((one) => one.at === at),
    ),
  );
}

function toSaveResult({ id }: ProductInput, made: PreparedProduct | undefined): SaveResult {
  if (!made) return { ok: false, problems: [{ code: 'NOT_FOUND', field: 'id', message: `product ${id} not found` }] };
  if (made.problems.length > 0) return { ok: false, problems: made.problems };
  const unchanged = !hasChanged(made.product) && !hasChanged(made.master);
  return {
    ok: true,
    id: made.id,
    outcome: made.product.before === null ? 'created' : unchanged ? 'unchanged' : 'updated',
  };
}

async function prepareProducts(shop: Shop, tx: Tx, inputs: readonly ProductInput[]): Promise<PreparedProduct[]> {
  const known = inputs.flatMap(({ id }) => id ?? []);
  const products = await loadProducts(tx, known);
  const masters = await loadVariations(tx, known);
  const fresh = await allocateCatalogIds(
    tx,
    inputs.filter(({ id, newId }) => id === undefined && newId === undefined).length,
  );
  const drafts = inputs.map((input, at): PreparedProduct | null => {
    const before = input.id === undefined ? null : products.get(input.id);
    const masterBefore = input.id === undefined ? null : masters.get(input.id);
    if (before === undefined || masterBefore === undefined) return null;
    const { id: _, newId, master: masterInput = {}, attributes, ...fields } = input;
    const id = before?.id ?? newId ?? fresh.shift() ?? 0;
    const given = { ...fields, attributes: attributes?.map((one) => mergeAttribute(before, one)) };
    const tidied = normaliseProduct(applyChanges(before ?? createDefaultProduct(id), given), given, shop.clock.now());
    const record = { ...tidied, slug: tidied.slug || slugify(tidied.name) };
    const master = mergeVariation(masterBefore ?? createDefaultVariation(id, id, shop.choices.currency), masterInput);
    const problems = [...validateProduct(record), ...validateVariation(master, 'master.')];
    return { at, id, product: { record, before }, master: { record: master, before: masterBefore }, problems };
  });
  return drafts.filter((one) => one !== null);
}

function mergeAttribute(
  before: ProductRecord | null,
  { attributeId, terms, ...given }: AttributeInput,
): ProductAttributeRecord {
  const known = before?.attributes.find((one) => one.attributeId === attributeId);
  const kept = known && terms.includes(known.defaultTermId ?? 0) ? known.defaultTermId : null;
  return {
    attributeId,
    visible: given.visible ?? known?.visible ?? true,
    forVariations: given.forVariations ?? known?.forVariations ?? false,
    defaultTermId: given.defaultTermId === undefined ? kept : given.defaultTermId,
    terms,
  };
}

export function mergeVariation(before: VariationRecord, { id: _, stock, ...given }: VariationInput): VariationRecord {
  const merged = applyChanges(before, given);
  return normaliseVariation({ ...merged, stock: applyChanges(before.stock, stock ?? {}) }, given);
}

/** What the database would refuse. A slug that was made up gives way; one that was asked for does not. */
async function addConflictProblems(tx: Tx, drafts: readonly PreparedProduct[]): Promise<void> {
  const owners = await findProductIdsBySlug(
    tx,
    drafts.map(({ product }) => product.record.slug),
  );
  for (const {
    id,
    product: { record, before },
    problems,
  } of drafts) {
    const owner = owners.get(record.slug);
    if (owner !== undefined && owner !== id) {
      const madeUp = before === null && record.slug === slugify(record.name);
      if (madeUp) record.slug = `${record.slug}-${id}`;
      else
        problems.push({
          code: 'SLUG_TAKEN',
          field: 'slug',
          message: `${record.slug} is already the slug of product ${owner}`,
        });
    }
    owners.set(record.slug, id);
  }
  const skus = await findTakenSkus(
    tx,
    drafts.map(({ master }) => master.record),
    'master.',
  );
  const records = drafts.map(({ product }) => product.record);
  const imported = await findTakenImportIds(tx, records);
  const rearranged = drafts.filter(
    ({ product: { record, before } }) => before !== null && !isDeepStrictEqual(record.attributes, before.attributes),
  );
  const lost = await findRemovedTermsInUse(
    tx,
    rearranged.map(({ product }) => product.record),
  );
  for (const { id, problems } of drafts) {
    problems.push(...[skus.get(id), imported.get(id), lost.get(id)].filter((problem) => problem !== undefined));
  }
}
