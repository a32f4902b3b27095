import { createHash } from 'node:crypto';
import { sqlQuery, type Tx } from '#platform/database/database.ts';
import { slugify } from '#platform/texts/slugs.ts';

interface FoundRow {
  asked: string;
  id: number;
}

/**
 * Two names may give one slug ('+1.5' and '-1.5'); the second candidate adds a hash of the name.
 */
function toSlugCandidates(name: string): [string, string] {
  const slug = slugify(name);
  return [slug, `${slug}-${createHash('sha256').update(name.toLowerCase()).digest('hex').slice(0, 6)}`];
}

function distinctNames(names: readonly string[]): string[] {
  return [...new Map(names.map((name) => [name.trim().toLowerCase(), name.trim()])).values()].filter(
    (name) => name !== '',
  );
}

/** Key of a name: ignores case and surrounding spaces. */
export const toNameKey = (name: string): string => name.trim().toLowerCase();

function createFindOrCreate(table: 'tags' | 'brands' | 'shipping_classes') {
  const find = sqlQuery<FoundRow>(
    `catalog.find-${table}-by-name`,
    `select asked, t.id from unnest($1::text[]) asked join ${table} t on lower(t.name) = lower(asked)`,
  );
  const add = sqlQuery<{ id: number }>(
    `catalog.add-${table}`,
    `insert into ${table} (slug, name) select case when exists (select from ${table} where slug = n.slug) then n.other else n.slug end, n.name
    from unnest($1::text[], $2::text[], $3::text[]) as n(name, slug, other) on conflict do nothing`,
  );
  return async (tx: Tx, names: readonly string[]): Promise<Map<string, number>> => {
    const wanted = distinctNames(names);
    const ids = async () => new Map((await find(tx, [wanted])).map(({ asked, id }) => [toNameKey(asked), id]));
    if (wanted.length === 0) return new Map();
    const known = await ids();
    const missing = wanted.filter((name) => !known.has(toNameKey(name)));
    if (missing.length === 0) return known;
    // One at a time: names of one statement may give the same slug.
    for (const name of missing) await add(tx, [[name], ...toSlugCandidates(name).map((slug) => [slug])]);
    return ids();
  };
}

/** Finds or creates tags. @returns ids by `toNameKey` */
export const ensureTags = createFindOrCreate('tags');
export const ensureBrands = createFindOrCreate('brands');
export const ensureShippingClasses = createFindOrCreate('shipping_classes');

export interface AttributeName {
  readonly name: string;
  /** Null for an attribute that all products share. */
  readonly productId: number | null;
}

export const toAttributeKey = ({ name, productId }: AttributeName): string => `${productId ?? ''} ${toNameKey(name)}`;

const findAttributes = sqlQuery<{ name: string; productId: number | null; id: number }>(
  'catalog.find-attributes',
  `select asked.name, asked.product_id as "productId", a.id from unnest($1::text[], $2::integer[]) as asked(name, product_id)
  join attributes a on lower(a.name) = lower(asked.name) and a.product_id is not distinct from asked.product_id`,
);

const addAttribute = sqlQuery(
  'catalog.add-attribute',
  `insert into attributes (name, product_id, slug)
  select $1, $2, case when exists (select from attributes where slug = $3 and product_id is not distinct from $2) then $4 else $3 end
  on conflict do nothing`,
);

/** Finds or creates attributes. @returns ids by `toAttributeKey` */
export async function ensureAttributes(tx: Tx, wanted: readonly AttributeName[]): Promise<Map<string, number>> {
  const asked = [...new Map(wanted.map((one) => [toAttributeKey(one), one])).values()];
  const ids = async () => {
    const rows = await findAttributes(tx, [
      asked.map(({ name }) => name.trim()),
      asked.map(({ productId }) => productId),
    ]);
    return new Map(rows.map((row) => [toAttributeKey(row), row.id]));
  };
  if (asked.length === 0) return new Map();
  const known = await ids();
  const missing = asked.filter((one) => !known.has(toAttributeKey(one)));
  if (missing.length === 0) return known;
  for (const { name, productId } of missing)
    await addAttribute(tx, [name.trim(), productId, ...toSlugCandidates(name)]);
  return ids();
}

export interface TermName {
  readonly attributeId: number;
  readonly name: string;
}

export const toTermKey = ({ attributeId, name }: TermName): string => `${attributeId} ${toNameKey(name)}`;

const findTerms = sqlQuery<{ name: string; attributeId: number; id: number }>(
  'catalog.find-terms',
  `select asked.name, asked.attribute_id as "attributeId", t.id from unnest($1::text[], $2::integer[]) as asked(name, attribute_id)
  join attribute_terms t on t.attribute_id = asked.attribute_id and lower(t.name) = lower(asked.name)`,
);

const addTerm = sqlQuery(
  'catalog.add-term',
  `insert into attribute_terms (name, attribute_id, slug)
  select $1, $2, case when exists (select from attribute_terms where slug = $3 and attribute_id = $2) then $4 else $3 end
  on conflict do nothing`,
);

/** Finds or creates terms. @returns ids by `toTermKey` */
export async function ensureTerms(tx: Tx, wanted: readonly TermName[]): Promise<Map<string, number>> {
  const asked = [...new Map(wanted.map((one) => [toTermKey(one), one])).values()];
  const ids = async () => {
    const rows = await findTerms(tx, [
      asked.map(({ name }) => name.trim()),
      asked.map(({ attributeId }) => attributeId),
    ]);
    return new Map(rows.map((row) => [toTermKey(row), row.id]));
  };
  if (asked.length === 0) return new Map();
  const known = await ids();
  const missing = asked.filter((one) => !known.has(toTermKey(one)));
  if (missing.length === 0) return known;
  for (const { name, attributeId } of missing) await addTerm(tx, [name.trim(), attributeId, ...toSlugCandidates(name)]);
  return ids();
}
