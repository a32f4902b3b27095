import type { ProductInput, SaveResult } from '#features/catalog/index.ts';
import { allocateCatalogIds, saveProducts, toCategoryPathKey, toNameKey } from '#features/catalog/index.ts';
import type { Tx } from '#platform/database/database.ts';
import type { ParsedRow } from '../parse/parsed-row.ts';
import { findPictures, type Pictures } from '../pictures/find-pictures.ts';
import { listSwatchImages, saveSwatches, warnOfSwatches } from '../pictures/save-swatches.ts';
import type { BatchResult, ImportTarget } from './batch.ts';
import { ensureNamedIds, type NamedIds, type NumberedRow } from './ensure-named-ids.ts';
import { type FoundRows, findRows } from './find-references.ts';
import { importVariationRows } from './import-variation-rows.ts';
import {
  findUsedAttributes,
  type RowAttributes,
  resolveRowAttributes,
  warnOfMissingDefaults,
} from './row-attributes.ts';
import { findStoredProducts, type StoredProduct } from './stored-products.ts';
import { toVariationFields } from './variation-fields.ts';

interface ProductContext {
  readonly found: FoundRows;
  readonly words: NamedIds;
  readonly pictures: Pictures;
  readonly known: StoredProduct | undefined;
  readonly attributes: RowAttributes;
}

/**
 * Saves products of all types without their links, and known variations of files without a type
 * column.
 */
export async function importProductRows(
  target: ImportTarget,
  tx: Tx,
  rows: readonly ParsedRow[],
): Promise<BatchResult> {
  const found = await findRows(tx, rows);
  const isVariation = (row: ParsedRow) => {
    const place = found.findIds(row);
    return !row.hasType && place !== undefined && place.id !== place.productId;
  };
  const varied = rows.filter(isVariation);
  if (varied.length === 0) return saveProductRows(target, tx, rows, found);
  const products = rows.filter((row) => !isVariation(row));
  const [first, second] = [
    await saveProductRows(target, tx, products, found),
    await importVariationRows(target, tx, varied),
  ];
  const results = new Map([...products, ...varied].map((row, at) => [row, [...first.results, ...second.results][at]]));
  return {
    results: rows.map((row) => results.get(row) ?? { ok: false, problems: [] }),
    warnings: [...first.warnings, ...second.warnings],
  };
}

async function saveProductRows(
  target: ImportTarget,
  tx: Tx,
  rows: readonly ParsedRow[],
  found: FoundRows,
): Promise<BatchResult> {
  const { shop } = target;
  const ids = new Map(rows.map((row) => [row.line, getMasterId(found.findIds(row))]));
  const known = await findStoredProducts(
    tx,
    [...ids.values()].flatMap((id) => id ?? []),
  );
  const fresh = await allocateCatalogIds(tx, rows.filter(({ line }) => ids.get(line) === undefined).length);
  const numbered = rows.map((row): NumberedRow => [row, ids.get(row.line) ?? fresh.shift() ?? 0]);
  const words = await ensureNamedIds(shop, tx, numbered);
  const pictures = await findPictures(
    target,
    tx,
    rows.flatMap((row) => [...(row.images ?? []), ...listSwatchImages(row)]),
  );
  const used = await findUsedAttributes(
    tx,
    numbered.flatMap(([row, id]) => (row.attributes && known.has(id) ? id : [])),
  );
  const inputs = numbered.map(([row, id]) => {
    const attributes = resolveRowAttributes(row, id, words, used);
    if (attributes.keptTerms.length > 0) target.linesToFinish?.add(row.line);
    return toProductInput(row, id, { found, words, pictures, known: known.get(id), attributes });
  });
  const saved = await saveProducts(shop, tx, inputs, 'import');
  const isIn = (_: unknown, at: number) => saved[at]?.ok === true;
  const painted = await saveSwatches(target, tx, numbered.filter(isIn), words, pictures);
  await pictures.enqueueFetches(rows.filter(isIn));
  const results = rows.map((row, at): SaveResult => {
    const result = saved[at] ?? { ok: false, problems: [] };
    return result.ok && result.outcome === 'unchanged' && painted.has(row.line)
      ? { ...result, outcome: 'updated' }
      : result;
  });
  const notesOf = (row: ParsedRow) => [
    ...pictures.listWarnings({ line: row.line, field: 'images', images: row.images ?? [] }),
    ...warnOfSwatches(row, pictures),
    ...warnOfMissingDefaults(row),
  ];
  return { results, warnings: rows.filter(isIn).flatMap(notesOf) };
}

/** Undefined for a SKU of a variation; saving reports the conflict. */
const getMasterId = (place: { id: number; productId: number } | undefined) =>
  place?.id === place?.productId ? place?.id : undefined;

function toProductInput(
  row: ParsedRow,
  id: number,
  { found, words, pictures, known, attributes }: ProductContext,
): ProductInput {
  const idsOf = (names: readonly string[] | undefined, ids: ReadonlyMap<string, number>) =>
    names && [...new Set(names.flatMap((name) => ids.get(toNameKey(name)) ?? []))];
  return {
    ...(known ? { id } : { newId: id }),
    type: !row.hasType || row.type === 'variation' ? undefined : row.type,
    importId: found.getImportId(row),
    name: row.name,
    slug: row.slug,
    status: resolveStatus(row, known),
    publishedAt: row.publishedAt,
    featured: row.featured,
    visibility: row.visibility,
    shortDescription: row.shortDescription,
    description: row.description,
    taxStatus: row.taxStatus,
    taxClass: row.taxClass ?? undefined,
    soldIndividually: row.soldIndividually,
    reviewsAllowed: row.reviewsAllowed,
    purchaseNote: row.purchaseNote,
    shippingClassId:
      row.shippingClass === undefined ? undefined : (words.shippingClasses.get(toNameKey(row.shippingClass)) ?? null),
    externalUrl: row.externalUrl,
    buttonText: row.buttonText,
    position: row.position,
    meta: row.meta,
    categories: row.categories && [
      ...new Set(row.categories.flatMap((path) => words.categories.get(toCategoryPathKey(path)) ?? [])),
    ],
    tags: idsOf(row.tags, words.tags),
    brands: idsOf(row.brands, words.brands),
    images: row.images && pictures.toImageRecords(row.images, known?.images ?? []),
    attributes: attributes.inputs,
    addons: row.addons,
    // Products can be linked only after all are saved.
    ...{
      upsells: clearIfEmpty(row.upsells),
      crossSells: clearIfEmpty(row.crossSells),
      grouped: clearIfEmpty(row.grouped),
    },
    master: toVariationFields(row),
  };
}

/** Older exports write drafts and pending products alike. */
function resolveStatus({ status }: ParsedRow, known: StoredProduct | undefined): ProductInput['status'] {
  if (status === 'draft' && known?.status === 'pending') return 'pending';
  return status ?? (known ? undefined : 'published');
}

const clearIfEmpty = (links: readonly unknown[] | undefined): [] | undefined => (links?.length === 0 ? [] : undefined);
