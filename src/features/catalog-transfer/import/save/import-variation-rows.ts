import type { ProductProblem, ProductType, SaveResult, VariationIds } from '#features/catalog/index.ts';
import {
  ensureShippingClasses,
  type ProductVariationInput,
  saveVariations,
  toNameKey,
} from '#features/catalog/index.ts';
import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { ParsedAttribute, ParsedRow } from '../parse/parsed-row.ts';
import { findPictures, type Pictures } from '../pictures/find-pictures.ts';
import type { BatchResult, ImportTarget } from './batch.ts';
import { type FoundRows, findReferences, findRows } from './find-references.ts';
import { findStoredVariationImages } from './stored-products.ts';
import { toVariationFields } from './variation-fields.ts';

interface ParentAttribute {
  readonly attributeId: number;
  readonly name: string;
  readonly global: boolean;
  readonly terms: readonly { readonly id: number; readonly name: string; readonly slug: string }[];
}

interface Parent {
  readonly id: number;
  readonly type: ProductType;
  readonly attributes: readonly ParentAttribute[];
}

const findParentRows = sqlQuery<Parent>(
  'catalog-transfer.find-parents',
  `select p.id, p.type, (select coalesce(json_agg(json_build_object('attributeId', a.id, 'name', a.name, 'global', a.product_id is null,
      'terms', (select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'slug', t.slug)), '[]')
        from product_attribute_terms pt join attribute_terms t on t.id = pt.term_id
        where pt.product_id = p.id and pt.attribute_id = a.id)) order by pa.position), '[]')
    from product_attributes pa join attributes a on a.id = pa.attribute_id where pa.product_id = p.id) as attributes
  from products p where p.id = any($1::integer[])`,
);

type VariationDraft = { readonly input: ProductVariationInput } | { readonly problem: ProductProblem };

interface VariationContext {
  readonly found: FoundRows;
  readonly parents: ReadonlyMap<number, Parent>;
  readonly parentOf: (row: ParsedRow) => VariationIds | undefined;
  readonly pictures: Pictures;
  readonly shown: Awaited<ReturnType<typeof findStoredVariationImages>>;
  readonly classes: ReadonlyMap<string, number>;
}

/** Saves variations of saved products. */
export async function importVariationRows(
  target: ImportTarget,
  tx: Tx,
  all: readonly ParsedRow[],
): Promise<BatchResult> {
  // A variation has one picture: the first.
  const rows = all.map((row) => ({ ...row, images: row.images?.slice(0, 1) }));
  const surroundings = await loadContext(target, tx, rows);
  const drafts = rows.map((row) => toDraft(row, surroundings));
  const inputs = drafts.flatMap((one) => ('input' in one ? one.input : []));
  const saved = (await saveVariations(target.shop, tx, inputs, 'import')).values();
  const results = drafts.map((one): SaveResult => {
    if ('problem' in one) return { ok: false, problems: [one.problem] };
    return saved.next().value ?? { ok: false, problems: [] };
  });
  const isIn = (_: unknown, at: number) => results[at]?.ok === true;
  await surroundings.pictures.enqueueFetches(rows.filter(isIn));
  const notesOf = ({ line, images = [] }: ParsedRow) =>
    surroundings.pictures.listWarnings({ line, field: 'images', images });
  return { results, warnings: rows.filter(isIn).flatMap(notesOf) };
}

async function loadContext(target: ImportTarget, tx: Tx, rows: readonly ParsedRow[]): Promise<VariationContext> {
  const findParent = await findReferences(
    tx,
    rows.flatMap(({ parent }) => parent ?? []),
  );
  const found = await findRows(tx, rows);
  const parentOf = (row: ParsedRow) => {
    if (row.parent !== null) return findParent(row.parent);
    // A known variation doesn't need a parent cell.
    const place = found.findIds(row);
    return place && place.id !== place.productId ? { id: place.productId, productId: place.productId } : undefined;
  };
  const ids = rows.flatMap((row) => found.findIds(row)?.id ?? []);
  return {
    found,
    parentOf,
    parents: await findParents(tx, [...new Set(rows.flatMap((row) => parentOf(row)?.productId ?? []))]),
    pictures: await findPictures(
      target,
      tx,
      rows.flatMap((row) => row.images ?? []),
    ),
    shown: await findStoredVariationImages(tx, ids),
    classes: await ensureShippingClasses(
      tx,
      rows.flatMap((row) => row.shippingClass || []),
    ),
  };
}

async function findParents(db: Db, ids: readonly number[]): Promise<Map<number, Parent>> {
  return ids.length === 0 ? new Map() : new Map((await findParentRows(db, [ids])).map((parent) => [parent.id, parent]));
}

function toDraft(row: ParsedRow, surroundings: VariationContext): VariationDraft {
  const { found, pictures, shown, classes } = surroundings;
  const parent = resolveParent(row, surroundings);
  if ('code' in parent) return { problem: parent };
  const terms = resolveTerms(row, parent.attributes);
  if ('code' in terms) return { problem: terms };
  const place = found.findIds(row);
  const before = place && shown.get(place.id);
  const [picture] = pictures.toImageRecords(row.images ?? [], before ? [before] : []);
  return {
    input: {
      ...toVariationFields(row),
      // A SKU of another product makes a new variation; saving reports the conflict.
      id: place && place.id !== place.productId && place.productId === parent.id ? place.id : undefined,
      productId: parent.id,
      importId: found.getImportId(row),
      position: row.position,
      enabled: row.status === undefined ? undefined : row.status === 'published',
      description: row.description,
      taxClass: row.taxClass,
      shippingClassId:
        row.shippingClass === undefined ? undefined : (classes.get(toNameKey(row.shippingClass)) ?? null),
      meta: row.meta,
      terms: row.attributes && terms,
      ...(row.images === undefined
        ? {}
        : { imageId: picture?.mediaId ?? null, remoteImageId: picture?.remoteId ?? null }),
    },
  };
}

function resolveParent(row: ParsedRow, { parentOf, parents }: VariationContext): Parent | ProductProblem {
  const wrong = (message: string): ProductProblem => ({ code: 'NOT_FOUND', field: 'parent', message });
  const place = parentOf(row);
  if (row.parent === null && !place) return wrong('a variation needs a parent');
  const named = row.parent?.sku ?? `number ${row.parent?.importId}`;
  const parent = place && parents.get(place.productId);
  if (!parent) return wrong(`${named} was not found in the shop or in the file`);
  if (place.id !== place.productId) return wrong(`${named} is itself a variation`);
  return parent.type === 'variable' ? parent : wrong(`${named} is not a variable product`);
}

/** An empty value means any term. */
function resolveTerms(
  row: ParsedRow,
  attributes: readonly ParentAttribute[],
): { attributeId: number; termId: number | null }[] | ProductProblem {
  const wrong = (field: string, message: string): ProductProblem => ({ code: 'TERM_NOT_OF_PRODUCT', field, message });
  const terms: { attributeId: number; termId: number | null }[] = [];
  for (const written of row.attributes ?? []) {
    const attribute = findAttribute(written, attributes);
    const field = `attributes.${written.index}`;
    if (!attribute) return wrong(`${field}.name`, `the product has no attribute '${written.name}'`);
    const [value] = written.values;
    const term =
      value === undefined
        ? undefined
        : attribute.terms.find((one) => toNameKey(one.name) === toNameKey(value) || one.slug === value);
    if (value !== undefined && term === undefined) {
      return wrong(`${field}.values`, `'${value}' is not one of the product's values of ${written.name}`);
    }
    terms.push({ attributeId: attribute.attributeId, termId: term?.id ?? null });
  }
  return terms;
}

/** A product may have a global and a local attribute of the same name. */
function findAttribute({ name, global }: ParsedAttribute, attributes: readonly ParentAttribute[]) {
  const named = attributes.filter((one) => toNameKey(one.name) === toNameKey(name));
  return named.find((one) => one.global === global) ?? named[0];
}
