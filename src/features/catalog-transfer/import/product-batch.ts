import type { ProductInput, SaveResult } from '#features/catalog/index.ts';
import { allocateCatalogIds, saveProducts, toCategoryPathKey, toNameKey } from '#features/catalog/index.ts';
import type { Tx } from '#platform/database/database.ts';
import { attributesOf, defaultNotes, findUsedAttributes, type RowAttributes } from './attributes.ts';
import type { BatchResult, Target } from './batch.ts';
import { commonFields } from './common-fields.ts';
import { findPictures, type Pictures } from './images.ts';
import { type KnownProduct, knownProducts } from './known-products.ts';
import type { ParsedRow } from './parsed-row.ts';
import { type FoundRows, findRows } from './references.ts';
import { paintSwatches, swatchImages, swatchNotes } from './swatches.ts';
import { importVariations } from './variation-batch.ts';
import { ensureWords, type Numbered, type Words } from './words.ts';

interface Surroundings {
  readonly found: FoundRows;
  readonly words: Words;
  readonly pictures: Pictures;
  readonly known: KnownProduct | undefined;
  readonly attributes: RowAttributes;
}

/** Writes products of all types but their links; of variations only those that are known, in a file that tells no types. */
export async function importProducts(target: Target, tx: Tx, rows: readonly ParsedRow[]): Promise<BatchResult> {
  const found = await findRows(tx, rows);
  const isVariation = (row: ParsedRow) => {
    const place = found.place(row);
    return !row.typed && place !== undefined && place.id !== place.productId;
  };
  const varied = rows.filter(isVariation);
  if (varied.length === 0) return writeProducts(target, tx, rows, found);
  const products = rows.filter((row) => !isVariation(row));
  const [first, second] = [
    await writeProducts(target, tx, products, found),
    await importVariations(target, tx, varied),
  ];
  const results = new Map([...products, ...varied].map((row, at) => [row, [...first.results, ...second.results][at]]));
  return {
    results: rows.map((row) => results.get(row) ?? { ok: false, problems: [] }),
    notes: [...first.notes, ...second.notes],
  };
}

async function writeProducts(
  target: Target,
  tx: Tx,
  rows: readonly ParsedRow[],
  found: FoundRows,
): Promise<BatchResult> {
  const { shop } = target;
  const ids = new Map(rows.map((row) => [row.line, masterOf(found.place(row))]));
  const known = await knownProducts(
    tx,
    [...ids.values()].flatMap((id) => id ?? []),
  );
  const fresh = await allocateCatalogIds(tx, rows.filter(({ line }) => ids.get(line) === undefined).length);
  const numbered = rows.map((row): Numbered => [row, ids.get(row.line) ?? fresh.shift() ?? 0]);
  const words = await ensureWords(shop, tx, numbered);
  const pictures = await findPictures(
    target,
    tx,
    rows.flatMap((row) => [...(row.images ?? []), ...swatchImages(row)]),
  );
  const used = await findUsedAttributes(
    tx,
    numbered.flatMap(([row, id]) => (row.attributes && known.has(id) ? id : [])),
  );
  const inputs = numbered.map(([row, id]) => {
    const attributes = attributesOf(row, id, words, used);
    if (attributes.kept.length > 0) target.rearranged?.add(row.line);
    return toInput(row, id, { found, words, pictures, known: known.get(id), attributes });
  });
  const saved = await saveProducts(shop, tx, inputs, 'import');
  const isIn = (_: unknown, at: number) => saved[at]?.ok === true;
  const painted = await paintSwatches(target, tx, numbered.filter(isIn), words, pictures);
  await pictures.fetch(rows.filter(isIn));
  const results = rows.map((row, at): SaveResult => {
    const result = saved[at] ?? { ok: false, problems: [] };
    return result.ok && result.outcome === 'unchanged' && painted.has(row.line)
      ? { ...result, outcome: 'updated' }
      : result;
  });
  const notesOf = (row: ParsedRow) => [
    ...pictures.notes({ line: row.line, field: 'images', images: row.images ?? [] }),
    ...swatchNotes(row, pictures),
    ...defaultNotes(row),
  ];
  return { results, notes: rows.filter(isIn).flatMap(notesOf) };
}

/** A SKU that belongs to a variation is no product; saving it will say so. */
const masterOf = (place: { id: number; productId: number } | undefined) =>
  place?.id === place?.productId ? place?.id : undefined;

function toInput(
  row: ParsedRow,
  id: number,
  { found, words, pictures, known, attributes }: Surroundings,
): ProductInput {
  const idsOf = (names: readonly string[] | undefined, ids: ReadonlyMap<string, number>) =>
    names && [...new Set(names.flatMap((name) => ids.get(toNameKey(name)) ?? []))];
  return {
    ...(known ? { id } : { newId: id }),
    type: !row.typed || row.type === 'variation' ? undefined : row.type,
    importId: found.identity(row),
    name: row.name,
    slug: row.slug,
    status: statusOf(row, known),
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
    images: row.images && pictures.records(row.images, known?.images ?? []),
    attributes: attributes.inputs,
    addons: row.addons,
    // Others can be linked only once they are there.
    ...{ upsells: noneYet(row.upsells), crossSells: noneYet(row.crossSells), grouped: noneYet(row.grouped) },
    master: commonFields(row),
  };
}

/** Older exports have one mark for drafts and for what waits for review. */
function statusOf({ status }: ParsedRow, known: KnownProduct | undefined): ProductInput['status'] {
  if (status === 'draft' && known?.status === 'pending') return 'pending';
  return status ?? (known ? undefined : 'published');
}

const noneYet = (links: readonly unknown[] | undefined): [] | undefined => (links?.length === 0 ? [] : undefined);
