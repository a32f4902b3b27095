import type { ProductProblem, ProductType, SaveResult, VariationIds } from '#features/catalog/index.ts';
import {
  ensureShippingClasses,
  type ProductVariationInput,
  saveVariations,
  toNameKey,
} from '#features/catalog/index.ts';
import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import { type BatchImages, findImages } from '../images/find-images.ts';
import type { ParsedAttribute, ParsedRow } from '../parse/parsed-row.ts';
import { type BatchResult, getReference, type ImportTarget } from './batch.ts';
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
  readonly variations: readonly StoredTerms[];
}

interface StoredTerms {
  readonly id: number;
  readonly sku: string | null;
  readonly terms: readonly ChosenTerm[];
}

interface ChosenTerm {
  readonly attributeId: number;
  /** Null for any term of the attribute. */
  readonly termId: number | null;
}

const queryParents = sqlQuery<Parent>(
  'catalog-transfer.find-parents',
  `select p.id, p.type, (select coalesce(json_agg(json_build_object('attributeId', a.id, 'name', a.name, 'global', a.product_id is null,
      'terms', (select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'slug', t.slug)), '[]')
        from product_attribute_terms pt join attribute_terms t on t.id = pt.term_id
        where pt.product_id = p.id and pt.attribute_id = a.id)) order by pa.position), '[]')
    from product_attributes pa join attributes a on a.id = pa.attribute_id where pa.product_id = p.id) as attributes,
    (select coalesce(json_agg(json_build_object('id', v.id, 'sku', v.sku, 'terms', (select coalesce(json_agg(json_build_object('attributeId', vt.attribute_id, 'termId', vt.term_id)), '[]')
        from variation_terms vt where vt.variation_id = v.id)) order by v.id), '[]')
      from variations v where v.product_id = p.id and v.id <> p.id) as variations
  from products p where p.id = any($1::integer[])`,
);

type InputResult = { readonly input: ProductVariationInput } | { readonly problem: ProductProblem };

interface VariationContext {
  readonly found: FoundRows;
  readonly parents: ReadonlyMap<number, Parent>;
  readonly findParent: (row: ParsedRow) => VariationIds | undefined;
  readonly images: BatchImages;
  readonly storedImages: Awaited<ReturnType<typeof findStoredVariationImages>>;
  readonly shippingClassIds: ReadonlyMap<string, number>;
  readonly linesByTerms: Map<string, number>;
}

export async function importVariationRows(
  target: ImportTarget,
  tx: Tx,
  parsedRows: readonly ParsedRow[],
): Promise<BatchResult> {
  // A variation has only one image: the first.
  const rows = parsedRows.map((row) => ({ ...row, images: row.images?.slice(0, 1) }));
  const context = await loadContext(target, tx, rows);
  const inputResults = rows.map((row) => toVariationInput(row, context));
  const inputs = inputResults.flatMap((result) => ('input' in result ? result.input : []));
  const saved = (await saveVariations(target.shop, tx, inputs, getReference(target))).values();
  const results = inputResults.map((inputResult): SaveResult => {
    if ('problem' in inputResult) return { ok: false, problems: [inputResult.problem] };
    return saved.next().value ?? { ok: false, problems: [] };
  });
  const isSaved = (_: unknown, index: number) => results[index]?.ok === true;
  await context.images.enqueueFetches(rows.filter(isSaved));
  const listWarnings = ({ line, images = [] }: ParsedRow) =>
    context.images.listWarnings({ line, field: 'images', images });
  return { results, warnings: rows.filter(isSaved).flatMap(listWarnings) };
}

async function loadContext(target: ImportTarget, tx: Tx, rows: readonly ParsedRow[]): Promise<VariationContext> {
  const findReference = await findReferences(
    tx,
    rows.flatMap(({ parent }) => parent ?? []),
  );
  const found = await findRows(tx, rows);
  const findParent = (row: ParsedRow) => {
    if (row.parent !== null) return findReference(row.parent);
    // A stored variation doesn't need a parent cell.
    const ids = found.findIds(row);
    return ids && ids.id !== ids.productId ? { id: ids.productId, productId: ids.productId } : undefined;
  };
  const storedIds = rows.flatMap((row) => found.findIds(row)?.id ?? []);
  return {
    found,
    findParent,
    parents: await findParents(tx, [...new Set(rows.flatMap((row) => findParent(row)?.productId ?? []))]),
    images: await findImages(
      target,
      tx,
      rows.flatMap((row) => row.images ?? []),
    ),
    storedImages: await findStoredVariationImages(tx, storedIds),
    linesByTerms: target.linesByTerms ?? new Map(),
    shippingClassIds: await ensureShippingClasses(
      tx,
      rows.flatMap((row) => row.shippingClass || []),
    ),
  };
}

async function findParents(db: Db, ids: readonly number[]): Promise<Map<number, Parent>> {
  return ids.length === 0 ? new Map() : new Map((await queryParents(db, [ids])).map((parent) => [parent.id, parent]));
}

function toVariationInput(row: ParsedRow, context: VariationContext): InputResult {
  const { found, images, storedImages, shippingClassIds } = context;
  const parent = resolveParent(row, context);
  if (!('attributes' in parent)) return { problem: parent };
  const terms = resolveTerms(row, parent.attributes);
  if (!Array.isArray(terms)) return { problem: terms };
  const ids = found.findIds(row);
  const taken = row.attributes && findSameTerms(row, parent, terms, context);
  if (taken) return { problem: taken };
  const current = ids && storedImages.get(ids.id);
  const [image] = images.toImageRecords(row.images ?? [], current ? [current] : []);
  return {
    input: {
      ...toVariationFields(row),
      // A SKU that belongs to another product creates a new variation; saving then reports the conflict.
      id: ids && ids.id !== ids.productId && ids.productId === parent.id ? ids.id : undefined,
      productId: parent.id,
      importId: found.getImportId(row),
      position: row.position,
      enabled: row.status === undefined ? undefined : row.status === 'published',
      description: row.description,
      taxClass: row.taxClass,
      shippingClassId:
        row.shippingClass === undefined ? undefined : (shippingClassIds.get(toNameKey(row.shippingClass)) ?? null),
      meta: row.meta,
      terms: row.attributes && terms,
      ...(row.images === undefined ? {} : { imageId: image?.mediaId ?? null, remoteImageId: image?.remoteId ?? null }),
    },
  };
}

function resolveParent(row: ParsedRow, { findParent, parents }: VariationContext): Parent | ProductProblem {
  const createProblem = (message: string): ProductProblem => ({ code: 'NOT_FOUND', field: 'parent', message });
  const ids = findParent(row);
  if (row.parent === null && !ids) return createProblem('a variation needs a parent');
  const name = row.parent?.sku ?? `id:${row.parent?.importId}`;
  const parent = ids && parents.get(ids.productId);
  if (!parent) return createProblem(`${name} was not found in the shop or in the file`);
  if (ids.id !== ids.productId) return createProblem(`${name} is itself a variation`);
  return parent.type === 'variable' ? parent : createProblem(`${name} is not a variable product`);
}

/** Finds another variation with the same terms: shoppers could never choose the second one. */
function findSameTerms(
  row: ParsedRow,
  { id, variations }: Parent,
  terms: readonly ChosenTerm[],
  { found, linesByTerms }: VariationContext,
): ProductProblem | null {
  const createProblem = (other: string): ProductProblem => {
    const values = row.attributes?.map(({ name, values: [value = 'any'] }) => `${name}: ${value}`).join(', ');
    return { code: 'TERMS_TAKEN', field: '', message: `has the same values as ${other} (${values})` };
  };
  const toKey = (chosen: readonly ChosenTerm[]) =>
    chosen
      .map(({ attributeId, termId }) => `${attributeId}=${termId}`)
      .sort()
      .join(' ');
  const key = toKey(terms);
  if (key === '') return null;
  const line = linesByTerms.get(`${id} ${key}`) ?? row.line;
  if (line !== row.line) return createProblem(`line ${line}`);
  linesByTerms.set(`${id} ${key}`, row.line);
  // A changed variation may get the terms of another one, if a later row changes the terms of that one.
  if (found.findIds(row)) return null;
  const stored = variations.find((variation) => toKey(variation.terms) === key);
  return stored ? createProblem(`the variation ${stored.sku ?? stored.id} of the shop`) : null;
}

/** Resolves values to terms. An empty value means any term. */
function resolveTerms(row: ParsedRow, attributes: readonly ParentAttribute[]): ChosenTerm[] | ProductProblem {
  const createProblem = (field: string, message: string): ProductProblem => ({
    code: 'TERM_NOT_OF_PRODUCT',
    field,
    message,
  });
  const terms: ChosenTerm[] = [];
  for (const written of row.attributes ?? []) {
    const attribute = findAttribute(written, attributes);
    const field = `attributes.${written.index}`;
    if (!attribute) return createProblem(`${field}.name`, `the product has no attribute '${written.name}'`);
    const [value] = written.values;
    const term =
      value === undefined
        ? undefined
        : attribute.terms.find((term) => toNameKey(term.name) === toNameKey(value) || term.slug === value);
    if (value !== undefined && term === undefined) {
      return createProblem(`${field}.values`, `'${value}' is not one of the product's values of ${written.name}`);
    }
    terms.push({ attributeId: attribute.attributeId, termId: term?.id ?? null });
  }
  return terms;
}

/** A product may have a global and a local attribute of the same name. */
function findAttribute({ name, global }: ParsedAttribute, attributes: readonly ParentAttribute[]) {
  const named = attributes.filter((attribute) => toNameKey(attribute.name) === toNameKey(name));
  return named.find((attribute) => attribute.global === global) ?? named[0];
}
