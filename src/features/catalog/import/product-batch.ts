import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { ensureCategories, pathKey } from '../category-paths.ts';
import { fetchRemoteImage } from '../image-job.ts';
import type { AttributeInput, ProductInput, SaveResult } from '../records.ts';
import { ensureRemoteImages, type RemoteImage } from '../remote-images.ts';
import { newIds } from '../save-lookups.ts';
import { saveProducts } from '../save-products.ts';
import {
  attributeKey,
  ensureAttributes,
  ensureBrands,
  ensureShippingClasses,
  ensureTags,
  ensureTerms,
  nameKey,
  termKey,
} from '../vocabulary.ts';
import { commonFields, imageUrls } from './common-fields.ts';
import type { ParsedRow } from './parsed-row.ts';
import { findRows, identityOf } from './references.ts';

/** Names of everything that rows refer to, made where it is missing. */
interface Words {
  readonly categories: ReadonlyMap<string, number>;
  readonly tags: ReadonlyMap<string, number>;
  readonly brands: ReadonlyMap<string, number>;
  readonly shippingClasses: ReadonlyMap<string, number>;
  readonly images: ReadonlyMap<string, RemoteImage>;
  readonly attributes: ReadonlyMap<string, number>;
  readonly terms: ReadonlyMap<string, number>;
}

type Numbered = readonly [row: ParsedRow, productId: number];

/** Writes products of all types but their links and variations. */
export async function importProducts(shop: Shop, tx: Tx, rows: readonly ParsedRow[]): Promise<SaveResult[]> {
  const find = await findRows(tx, rows);
  const known = new Map(rows.map((row) => [row.line, masterOf(find(row))]));
  const fresh = await newIds(tx, rows.filter(({ line }) => known.get(line) === undefined).length);
  const numbered = rows.map((row): Numbered => [row, known.get(row.line) ?? fresh.shift() ?? 0]);
  const words = await ensureWords(shop, tx, numbered);
  const inputs = numbered.map(([row, id]) => toInput(row, id, known.get(row.line) === undefined, words));
  const results = await saveProducts(shop, tx, inputs, 'import');
  const shown = rows.filter((_, at) => results[at]?.ok);
  await fetchImages(shop, tx, shown, words.images);
  return results;
}

/** A SKU that belongs to a variation is no product; saving it will say so. */
const masterOf = (place: { id: number; productId: number } | undefined) =>
  place?.id === place?.productId ? place?.id : undefined;

export async function fetchImages(
  shop: Shop,
  tx: Tx,
  rows: readonly ParsedRow[],
  images: ReadonlyMap<string, RemoteImage>,
): Promise<void> {
  const waiting = new Set(
    rows
      .flatMap(imageUrls)
      .map((url) => images.get(url))
      .filter((image) => image !== undefined && image.state !== 'stored'),
  );
  for (const image of waiting)
    if (image) await shop.jobs.add(tx, fetchRemoteImage, { id: image.id }, { key: `catalog:image:${image.id}` });
}

async function ensureWords(shop: Shop, tx: Tx, rows: readonly Numbered[]): Promise<Words> {
  const all = rows.map(([row]) => row);
  const named = rows.flatMap(([row, productId]) =>
    (row.attributes ?? []).map((attribute) => ({ attribute, owner: attribute.global ? null : productId })),
  );
  const attributes = await ensureAttributes(
    tx,
    named.map(({ attribute, owner }) => ({ name: attribute.name, productId: owner })),
  );
  const terms = named.flatMap(({ attribute, owner }) => {
    const attributeId = attributes.get(attributeKey({ name: attribute.name, productId: owner })) ?? 0;
    return attribute.values.map((name) => ({ attributeId, name }));
  });
  return {
    categories: await ensureCategories(
      shop,
      tx,
      all.flatMap((row) => row.categories ?? []),
    ),
    tags: await ensureTags(
      tx,
      all.flatMap((row) => row.tags ?? []),
    ),
    brands: await ensureBrands(
      tx,
      all.flatMap((row) => row.brands ?? []),
    ),
    shippingClasses: await ensureShippingClasses(
      tx,
      all.flatMap((row) => row.shippingClass || []),
    ),
    images: await ensureRemoteImages(tx, all.flatMap(imageUrls)),
    attributes,
    terms: await ensureTerms(tx, terms),
  };
}

function toInput(row: ParsedRow, id: number, isNew: boolean, words: Words): ProductInput {
  const ids = (names: readonly string[] | undefined, known: ReadonlyMap<string, number>) =>
    names && [...new Set(names.flatMap((name) => known.get(nameKey(name)) ?? []))];
  return {
    ...(isNew ? { newId: id } : { id }),
    type: !row.typed || row.type === 'variation' ? undefined : row.type,
    importId: identityOf(row) ?? undefined,
    name: row.name,
    status: row.status ?? (isNew ? 'published' : undefined),
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
      row.shippingClass === undefined ? undefined : (words.shippingClasses.get(nameKey(row.shippingClass)) ?? null),
    externalUrl: row.externalUrl,
    buttonText: row.buttonText,
    position: row.position,
    meta: row.meta,
    categories: row.categories && [
      ...new Set(row.categories.flatMap((path) => words.categories.get(pathKey(path)) ?? [])),
    ],
    tags: ids(row.tags, words.tags),
    brands: ids(row.brands, words.brands),
    images: row.images && [...new Set(imageUrls(row))].flatMap((url) => imageOf(words.images.get(url))),
    attributes: row.attributes?.map((attribute) => toAttribute(attribute, id, words)),
    // Others can be linked only once they are there.
    ...{ upsells: noneYet(row.upsells), crossSells: noneYet(row.crossSells), grouped: noneYet(row.grouped) },
    master: commonFields(row),
  };
}

const noneYet = (links: readonly unknown[] | undefined): [] | undefined => (links?.length === 0 ? [] : undefined);

function imageOf(image: RemoteImage | undefined) {
  return image ? [{ mediaId: image.mediaId, remoteId: image.id }] : [];
}

function toAttribute(
  attribute: NonNullable<ParsedRow['attributes']>[number],
  productId: number,
  words: Words,
): AttributeInput {
  const attributeId =
    words.attributes.get(attributeKey({ name: attribute.name, productId: attribute.global ? null : productId })) ?? 0;
  const termOf = (name: string) => words.terms.get(termKey({ attributeId, name }));
  const chosen = attribute.default === undefined ? undefined : termOf(attribute.default);
  return {
    attributeId,
    terms: [...new Set(attribute.values.flatMap((value) => termOf(value) ?? []))],
    visible: attribute.visible,
    defaultTermId: chosen ?? null,
    forVariations: chosen === undefined ? undefined : true,
  };
}
