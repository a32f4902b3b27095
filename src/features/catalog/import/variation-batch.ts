import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Problem, SaveResult } from '../records.ts';
import { ensureRemoteImages } from '../remote-images.ts';
import { type ProductVariationInput, saveVariations } from '../save-variations.ts';
import { ensureShippingClasses, nameKey } from '../vocabulary.ts';
import { commonFields, imageUrls } from './common-fields.ts';
import type { ParsedRow } from './parsed-row.ts';
import { fetchImages } from './product-batch.ts';
import { findReferences, findRows, identityOf } from './references.ts';

interface ParentAttribute {
  productId: number;
  attributeId: number;
  name: string;
  terms: { id: number; name: string; slug: string }[];
}

const attributesOf = sqlQuery<ParentAttribute>(
  'catalog.attributes-of-parents',
  `select pa.product_id as "productId", pa.attribute_id as "attributeId", a.name,
    (select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'slug', t.slug)), '[]')
      from product_attribute_terms pt join attribute_terms t on t.id = pt.term_id
      where pt.product_id = pa.product_id and pt.attribute_id = pa.attribute_id) as terms
  from product_attributes pa join attributes a on a.id = pa.attribute_id where pa.product_id = any($1::integer[]) order by pa.position`,
);

type Drafted = { readonly input: ProductVariationInput } | { readonly problem: Problem };

/** Writes variations of products that are there. */
export async function importVariations(shop: Shop, tx: Tx, rows: readonly ParsedRow[]): Promise<SaveResult[]> {
  const parentOf = await findReferences(
    tx,
    rows.flatMap(({ parent }) => parent ?? []),
  );
  const find = await findRows(tx, rows);
  const parents = [...new Set(rows.flatMap(({ parent }) => (parent ? (parentOf(parent)?.productId ?? []) : [])))];
  const attributes = await parentAttributes(tx, parents);
  const images = await ensureRemoteImages(
    tx,
    rows.flatMap((row) => imageUrls(row).slice(0, 1)),
  );
  const classes = await ensureShippingClasses(
    tx,
    rows.flatMap((row) => row.shippingClass || []),
  );
  const drafts = rows.map((row): Drafted => {
    const productId = row.parent ? parentOf(row.parent)?.productId : undefined;
    if (productId === undefined) return { problem: unknownParent(row) };
    const terms = termsOf(row, attributes.get(productId) ?? []);
    if ('code' in terms) return { problem: terms };
    const found = find(row);
    const image = images.get(imageUrls(row)[0] ?? '');
    return {
      input: {
        ...commonFields(row),
        // Somebody else's SKU makes a new variation, and saving that one will say so.
        id: found && found.id !== found.productId && found.productId === productId ? found.id : undefined,
        productId,
        importId: identityOf(row) ?? undefined,
        position: row.position,
        enabled: row.status === undefined ? undefined : row.status === 'published',
        description: row.description,
        taxClass: row.taxClass,
        shippingClassId:
          row.shippingClass === undefined ? undefined : (classes.get(nameKey(row.shippingClass)) ?? null),
        meta: row.meta,
        terms: row.attributes && terms,
        ...(row.images === undefined ? {} : { imageId: image?.mediaId ?? null, remoteImageId: image?.id ?? null }),
      },
    };
  });
  const results = await saveDrafts(shop, tx, drafts);
  await fetchImages(
    shop,
    tx,
    rows.filter((_, at) => results[at]?.ok).map((row) => ({ ...row, images: imageUrls(row).slice(0, 1) })),
    images,
  );
  return results;
}

async function saveDrafts(shop: Shop, tx: Tx, drafts: readonly Drafted[]): Promise<SaveResult[]> {
  const saved = await saveVariations(
    shop,
    tx,
    drafts.flatMap((draft) => ('input' in draft ? draft.input : [])),
    'import',
  );
  const inOrder = saved.values();
  return drafts.map((draft): SaveResult => {
    if ('problem' in draft) return { ok: false, problems: [draft.problem] };
    const next = inOrder.next();
    return next.value ?? { ok: false, problems: [] };
  });
}

async function parentAttributes(db: Db, productIds: readonly number[]): Promise<Map<number, ParentAttribute[]>> {
  return productIds.length === 0
    ? new Map()
    : Map.groupBy(await attributesOf(db, [productIds]), (row) => row.productId);
}

function unknownParent({ parent }: ParsedRow): Problem {
  const named =
    parent === null
      ? 'a variation needs a parent'
      : `${parent.sku ?? `number ${parent.importId}`} is neither in the shop nor in the file`;
  return { code: 'NOT_FOUND', field: 'parent', message: named };
}

/** An empty value stands for any. */
function termsOf(
  row: ParsedRow,
  attributes: readonly ParentAttribute[],
): { attributeId: number; termId: number | null }[] | Problem {
  const terms: { attributeId: number; termId: number | null }[] = [];
  for (const { name, values } of row.attributes ?? []) {
    const attribute = attributes.find((one) => nameKey(one.name) === nameKey(name));
    if (!attribute)
      return { code: 'TERM_NOT_OF_PRODUCT', field: 'attributes', message: `its product has no attribute '${name}'` };
    const [value] = values;
    const term =
      value === undefined
        ? undefined
        : attribute.terms.find((one) => nameKey(one.name) === nameKey(value) || one.slug === value);
    if (value !== undefined && term === undefined) {
      return {
        code: 'TERM_NOT_OF_PRODUCT',
        field: 'attributes',
        message: `'${value}' is none of the values of ${name} that its product has`,
      };
    }
    terms.push({ attributeId: attribute.attributeId, termId: term?.id ?? null });
  }
  return terms;
}
