import {
  allocateCatalogIds,
  type ProductInput,
  type SaveResult,
  type SwatchUpdate,
  saveProducts,
  toAttributeKey,
  toCategoryPathKey,
  toNameKey,
  toTermKey,
  updateSwatches,
} from '#features/catalog/index.ts';
import type { Tx } from '#platform/database/database.ts';
import { type BatchImages, findImages } from '../images/find-images.ts';
import type { ParsedRow } from '../parse/parsed-row.ts';
import { type BatchResult, getReference, type ImportTarget, type RowWarning } from './batch.ts';
import { ensureNamedIds, type NamedIds, type RowWithId } from './ensure-named-ids.ts';
import { type FoundRows, findRows } from './find-references.ts';
import { importVariationRows } from './import-variation-rows.ts';
import {
  findUsedAttributes,
  listDefaultWarnings,
  listRepeatedValueWarnings,
  type RowAttributes,
  resolveRowAttributes,
} from './row-attributes.ts';
import { findStoredProducts, type StoredProduct } from './stored-products.ts';
import { toVariationFields } from './variation-fields.ts';

const listSwatchImages = ({ swatches }: ParsedRow): string[] =>
  swatches.flatMap(({ terms }) => terms.flatMap(({ image }) => image ?? []));

/** @returns lines of the rows that changed a swatch */
async function saveSwatches(
  target: ImportTarget,
  tx: Tx,
  rows: readonly RowWithId[],
  namedIds: NamedIds,
  images: BatchImages,
): Promise<ReadonlySet<number>> {
  const swatches = rows.flatMap((row) =>
    toSwatches(row, namedIds, images).map((swatch) => ({ ...swatch, line: row[0].line })),
  );
  if (swatches.length === 0) return new Set();
  // One statement can't update a term twice, so only the last row for a term is used.
  const updates = [...new Map(swatches.map((swatch) => [swatch.termId, swatch])).values()];
  const changed = await updateSwatches(
    target.shop,
    tx,
    updates.map(({ line: _, image: __, ...swatch }) => swatch),
  );
  for (const { image, line } of updates) if (image !== null) await images.enqueueSwatchFetch(line, image);
  return new Set(swatches.filter(({ attributeId }) => changed.has(attributeId)).map(({ line }) => line));
}

const noImage = { mediaId: null, remoteId: null };

function toSwatches([row, productId]: RowWithId, namedIds: NamedIds, images: BatchImages) {
  return row.swatches.flatMap(({ attribute, terms }) => {
    const findAttributeId = (ownerId: number | null) =>
      namedIds.attributes.get(toAttributeKey({ name: attribute, productId: ownerId }));
    const attributeId = findAttributeId(productId) ?? findAttributeId(null);
    if (attributeId === undefined) return [];
    return terms.flatMap(({ name, color, image }) => {
      const termId = namedIds.terms.get(toTermKey({ attributeId, name }));
      if (termId === undefined) return [];
      const { mediaId, remoteId } = image === null ? noImage : images.getSwatchImage(image);
      const swatch: SwatchUpdate & { readonly image: string | null } = {
        attributeId,
        termId,
        color,
        image,
        imageId: mediaId,
        remoteId,
        keepsImage: image !== null && mediaId === null,
      };
      return [swatch];
    });
  });
}

function listSwatchWarnings(row: ParsedRow, images: BatchImages): RowWarning[] {
  return images.listWarnings({ line: row.line, field: 'swatches', images: [...new Set(listSwatchImages(row))] });
}

interface ResolvedRow {
  readonly found: FoundRows;
  readonly namedIds: NamedIds;
  readonly images: BatchImages;
  readonly stored: StoredProduct | undefined;
  readonly attributes: RowAttributes;
}

/**
 * Saves products of all types without their links. In files without a type column, also saves variations that the
 * shop already has.
 */
export async function importProductRows(
  target: ImportTarget,
  tx: Tx,
  rows: readonly ParsedRow[],
): Promise<BatchResult> {
  const found = await findRows(tx, rows);
  const isVariation = (row: ParsedRow) => {
    const ids = found.findIds(row);
    return !row.hasType && ids !== undefined && ids.id !== ids.productId;
  };
  const variationRows = rows.filter(isVariation);
  if (variationRows.length === 0) return saveProductRows(target, tx, rows, found);
  const productRows = rows.filter((row) => !isVariation(row));
  const [savedProducts, savedVariations] = [
    await saveProductRows(target, tx, productRows, found),
    await importVariationRows(target, tx, variationRows),
  ];
  const results = new Map(
    [...productRows, ...variationRows].map((row, index) => [
      row,
      [...savedProducts.results, ...savedVariations.results][index],
    ]),
  );
  return {
    results: rows.map((row) => results.get(row) ?? { ok: false, problems: [] }),
    warnings: [...savedProducts.warnings, ...savedVariations.warnings],
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
  const storedProducts = await findStoredProducts(
    tx,
    [...ids.values()].flatMap((id) => id ?? []),
  );
  const newIds = await allocateCatalogIds(tx, rows.filter(({ line }) => ids.get(line) === undefined).length);
  const rowsWithIds = rows.map((row): RowWithId => [row, ids.get(row.line) ?? newIds.shift() ?? 0]);
  const namedIds = await ensureNamedIds(shop, tx, rowsWithIds);
  const images = await findImages(
    target,
    tx,
    rows.flatMap((row) => [...(row.images ?? []), ...listSwatchImages(row)]),
  );
  const used = await findUsedAttributes(
    tx,
    rowsWithIds.flatMap(([row, id]) => (row.attributes && storedProducts.has(id) ? id : [])),
  );
  const inputs = rowsWithIds.map(([row, id]) => {
    const attributes = resolveRowAttributes(row, id, namedIds, used);
    if (attributes.keptTerms.length > 0) target.linesToFinish?.add(row.line);
    return toProductInput(row, id, { found, namedIds, images, stored: storedProducts.get(id), attributes });
  });
  const saved = await saveProducts(shop, tx, inputs, getReference(target));
  const isSaved = (_: unknown, index: number) => saved[index]?.ok === true;
  const linesWithNewSwatches = await saveSwatches(target, tx, rowsWithIds.filter(isSaved), namedIds, images);
  await images.enqueueFetches(rows.filter(isSaved));
  const results = rows.map((row, index): SaveResult => {
    const result = saved[index] ?? { ok: false, problems: [] };
    return result.ok && result.outcome === 'unchanged' && linesWithNewSwatches.has(row.line)
      ? { ...result, outcome: 'updated' }
      : result;
  });
  const listWarnings = (row: ParsedRow) => [
    ...images.listWarnings({ line: row.line, field: 'images', images: row.images ?? [] }),
    ...listSwatchWarnings(row, images),
    ...listDefaultWarnings(row),
    ...listRepeatedValueWarnings(row),
  ];
  return { results, warnings: rows.filter(isSaved).flatMap(listWarnings) };
}

/** Undefined when the SKU belongs to a variation; saving then reports the conflict. */
const getMasterId = (ids: { id: number; productId: number } | undefined) =>
  ids?.id === ids?.productId ? ids?.id : undefined;

function toProductInput(
  row: ParsedRow,
  id: number,
  { found, namedIds, images, stored, attributes }: ResolvedRow,
): ProductInput {
  const findIds = (names: readonly string[] | undefined, ids: ReadonlyMap<string, number>) =>
    names && [...new Set(names.flatMap((name) => ids.get(toNameKey(name)) ?? []))];
  return {
    ...(stored ? { id } : { newId: id }),
    type: !row.hasType || row.type === 'variation' ? undefined : row.type,
    importId: found.getImportId(row),
    name: row.name,
    slug: row.slug,
    status: resolveStatus(row, stored),
    publishedAt: row.publishedAt,
    featured: row.featured,
    visibility: row.visibility,
    shortDescription: row.shortDescription,
    description: row.description,
    taxStatus: row.taxStatus,
    taxClass: row.taxClass ?? undefined,
    soldIndividually: row.soldIndividually,
    minQuantity: row.minQuantity,
    maxQuantity: row.maxQuantity,
    quantityStep: row.quantityStep,
    reviewsAllowed: row.reviewsAllowed,
    purchaseNote: row.purchaseNote,
    shippingClassId:
      row.shippingClass === undefined
        ? undefined
        : (namedIds.shippingClasses.get(toNameKey(row.shippingClass)) ?? null),
    externalUrl: row.externalUrl,
    buttonText: row.buttonText,
    position: row.position,
    meta: row.meta,
    categories: row.categories && [
      ...new Set(row.categories.flatMap((path) => namedIds.categories.get(toCategoryPathKey(path)) ?? [])),
    ],
    tags: findIds(row.tags, namedIds.tags),
    brands: findIds(row.brands, namedIds.brands),
    images: row.images && images.toImageRecords(row.images, stored?.images ?? []),
    attributes: attributes.inputs,
    addons: row.addons,
    // Products can be linked only after all products are saved.
    upsells: clearIfEmpty(row.upsells),
    crossSells: clearIfEmpty(row.crossSells),
    grouped: clearIfEmpty(row.grouped),
    master: toVariationFields(row),
  };
}

/** Older exports write drafts and pending products in the same way. */
function resolveStatus({ status }: ParsedRow, known: StoredProduct | undefined): ProductInput['status'] {
  if (status === 'draft' && known?.status === 'pending') return 'pending';
  return status ?? (known ? undefined : 'published');
}

const clearIfEmpty = (links: readonly unknown[] | undefined): [] | undefined => (links?.length === 0 ? [] : undefined);
