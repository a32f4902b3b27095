import type { ProductRecord, VariationRecord } from '#features/catalog/index.ts';
import { toExportId } from '#features/catalog/index.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';

export interface NamedTerm {
  readonly id: number;
  readonly name: string;
  readonly swatch: string | null;
  readonly imageId: number | null;
  readonly imageUrl: string | null;
}

export interface NamedAttribute {
  readonly id: number;
  readonly name: string;
  readonly global: boolean;
  readonly kind: 'select' | 'swatch';
}

export interface StoredImage {
  readonly sha256: string;
  readonly width: number;
}

export interface RemoteSource {
  readonly url: string;
  readonly isStored: boolean;
}

export interface RecordNames {
  /** Names of each category and its ancestors, from the root down. */
  readonly categories: ReadonlyMap<number, readonly string[]>;
  readonly tags: ReadonlyMap<number, string>;
  readonly brands: ReadonlyMap<number, string>;
  readonly shippingClasses: ReadonlyMap<number, string>;
  readonly attributes: ReadonlyMap<number, NamedAttribute>;
  readonly terms: ReadonlyMap<number, NamedTerm>;
  readonly media: ReadonlyMap<number, StoredImage>;
  /** Images that were named by an import. */
  readonly remoteImages: ReadonlyMap<number, RemoteSource>;
  readonly identities: ReadonlyMap<number, RecordIdentity>;
}

export interface RecordIdentity {
  readonly id: number;
  readonly sku: string | null;
  /** Value of the column ID: an import id or an export id; empty when the SKU is enough. */
  readonly exportedId: string;
}

interface NamedRow {
  readonly id: number;
  readonly name: string;
}

function defineLookup<Row extends { readonly id: number }>(name: string, text: string) {
  const query = sqlQuery<Row>(`catalog-transfer.export-${name}`, text);
  return async (db: Db, ids: readonly (number | null)[]): Promise<Map<number, Row>> => {
    const wanted = [...new Set(ids.filter((id) => id !== null))];
    return wanted.length === 0 ? new Map() : new Map((await query(db, [wanted])).map((row) => [row.id, row]));
  };
}

const loadTags = defineLookup<NamedRow>('tags', 'select id, name from tags where id = any($1::integer[])');
const loadBrands = defineLookup<NamedRow>('brands', 'select id, name from brands where id = any($1::integer[])');
const loadShippingClasses = defineLookup<NamedRow>(
  'shipping-classes',
  'select id, name from shipping_classes where id = any($1::integer[])',
);
const loadAttributes = defineLookup<NamedAttribute>(
  'attributes',
  'select id, name, kind, product_id is null as global from attributes where id = any($1::integer[])',
);
const loadTerms = defineLookup<NamedTerm>(
  'terms',
  `select id, name, swatch, image_id as "imageId",
    (select url from remote_images r where r.media_id = t.image_id and r.url ~* '^https?:' order by r.id limit 1) as "imageUrl"
  from attribute_terms t where id = any($1::integer[])`,
);
const loadMedia = defineLookup<StoredImage & { readonly id: number }>(
  'media',
  'select id, sha256, width from platform.media where id = any($1::integer[])',
);
const loadRemoteImages = defineLookup<RemoteSource & { readonly id: number }>(
  'remote-images',
  `select id, url, state = 'stored' as "isStored" from remote_images where id = any($1::integer[])`,
);
const loadCategoryPaths = defineLookup<{ readonly id: number; readonly path: readonly string[] }>(
  'category-paths',
  `with recursive ancestors as (
    select id as leaf, parent_id, name, 0 as height from categories where id = any($1::integer[])
    union all select ancestors.leaf, c.parent_id, c.name, ancestors.height + 1 from categories c join ancestors on c.id = ancestors.parent_id
  ) select leaf as id, json_agg(name order by height desc) as path from ancestors group by leaf`,
);

interface IdentityRow {
  readonly id: number;
  readonly sku: string | null;
  readonly importId: string | null;
  readonly createdAt: number;
}

const loadIdentities = defineLookup<IdentityRow>(
  'identities',
  `select v.id, v.sku, case when v.id = p.id then p.import_id else v.import_id end as "importId",
    floor(extract(epoch from p.created_at) * 1000)::bigint as "createdAt"
  from variations v join products p on p.id = v.product_id where v.id = any($1::integer[])`,
);

/** Loads the names of all ids in these records. The number of queries doesn't depend on the number of records. */
export async function loadRecordNames(
  db: Db,
  products: readonly ProductRecord[],
  variations: readonly VariationRecord[],
): Promise<RecordNames> {
  const collect = <Value>(pick: (product: ProductRecord) => readonly Value[]) => products.flatMap(pick);
  const toNames = (rows: ReadonlyMap<number, NamedRow>) => new Map([...rows].map(([id, { name }]) => [id, name]));
  const categoryIds = collect(({ categories }) => categories);
  const tagIds = collect(({ tags }) => tags);
  const brandIds = collect(({ brands }) => brands);
  const classIds = [...products, ...variations].map(({ shippingClassId }) => shippingClassId);
  const attributeIds = collect(({ attributes }) => attributes.map(({ attributeId }) => attributeId));
  const termIds = collect(({ attributes }) => attributes.flatMap(({ terms }) => terms));
  const linkedIds = collect(({ upsells, crossSells, grouped }) => [...upsells, ...crossSells, ...grouped]);
  const variationIds = variations.flatMap(({ id, productId }) => [id, productId]);
  const paths = await loadCategoryPaths(db, categoryIds);
  const terms = await loadTerms(db, termIds);
  const identities = await loadIdentities(db, [...linkedIds, ...variationIds]);
  return {
    categories: new Map([...paths].map(([id, { path }]) => [id, path])),
    tags: toNames(await loadTags(db, tagIds)),
    brands: toNames(await loadBrands(db, brandIds)),
    shippingClasses: toNames(await loadShippingClasses(db, classIds)),
    attributes: await loadAttributes(db, attributeIds),
    terms,
    media: await loadMedia(db, [
      ...collect(({ images }) => images.map(({ mediaId }) => mediaId)),
      ...variations.map(({ imageId }) => imageId),
      ...[...terms.values()].map(({ imageId }) => imageId),
    ]),
    remoteImages: await loadRemoteImages(db, [
      ...collect(({ images }) => images.map(({ remoteId }) => remoteId)),
      ...variations.map(({ remoteImageId }) => remoteImageId),
    ]),
    identities: new Map([...identities].map(([id, row]) => [id, toRecordIdentity(row)])),
  };
}

function toRecordIdentity({ id, sku, importId, createdAt }: IdentityRow): RecordIdentity {
  // An import stores rows without an id under their name or values, which may have changed.
  const isNumber = importId !== null && !/^(name|values):/.test(importId);
  const isReadableSku = sku !== null && !/^id:/i.test(sku);
  return { id, sku, exportedId: isNumber ? importId : isReadableSku ? '' : toExportId(id, createdAt) };
}

/** A SKU, or `id:` with a number. */
export function formatReference(identity: RecordIdentity | undefined): string {
  if (!identity) return '';
  return identity.sku === null || /^id:/i.test(identity.sku) ? `id:${identity.exportedId}` : identity.sku;
}
