import { createHash } from 'node:crypto';
import { sqlQuery, type Tx } from '#platform/database/database.ts';
import { slugify } from '#platform/texts/slugs.ts';

/** Key of a name: ignores case and surrounding spaces. */
export const toNameKey = (name: string): string => name.trim().toLowerCase();

/**
 * Different names may result in equal slugs ('+1.5' and '-1.5'), so the second candidate adds a hash of the name.
 * The hash is also added to names of properties that all objects have, since choices are objects keyed by attribute
 * slug.
 */
function toSlugCandidates(name: string): [string, string] {
  const slug = slugify(name);
  const hashed = `${slug}-${createHash('sha256').update(name.toLowerCase()).digest('hex').slice(0, 6)}`;
  return [slug in {} ? hashed : slug, hashed];
}

/** `find` returns those of the given records that exist. */
interface RecordQueries<Named> {
  readonly toKey: (record: Named) => string;
  readonly find: (records: readonly Named[]) => Promise<readonly (Named & { readonly id: number })[]>;
  readonly create: (record: Named) => Promise<unknown>;
}

/** @returns ids by key */
async function findOrCreate<Named>(
  records: readonly Named[],
  { toKey, find, create }: RecordQueries<Named>,
): Promise<Map<string, number>> {
  const distinct = [...new Map(records.map((record) => [toKey(record), record])).values()];
  if (distinct.length === 0) return new Map();
  const findIds = async () => new Map((await find(distinct)).map((row) => [toKey(row), row.id]));
  const knownIds = await findIds();
  const missing = distinct.filter((record) => !knownIds.has(toKey(record)));
  if (missing.length === 0) return knownIds;
  // Creates one record at a time, because names in one statement may result in equal slugs.
  for (const record of missing) await create(record);
  return findIds();
}

function createEnsureByName(table: 'tags' | 'brands' | 'shipping_classes') {
  const plural = table.replace('_', '-');
  const queryFind = sqlQuery<{ name: string; id: number }>(
    `catalog.find-${plural}-by-name`,
    `select requested as name, t.id from unnest($1::text[]) requested join ${table} t on lower(t.name) = lower(requested)`,
  );
  const queryAdd = sqlQuery(
    `catalog.add-${plural}`,
    `insert into ${table} (slug, name) select case when exists (select from ${table} where slug = $2) then $3 else $2 end, $1
    on conflict do nothing`,
  );
  return (tx: Tx, names: readonly string[]): Promise<Map<string, number>> =>
    findOrCreate(
      names.map((name) => ({ name: name.trim() })).filter(({ name }) => name !== ''),
      {
        toKey: ({ name }) => toNameKey(name),
        find: (records) => queryFind(tx, [records.map(({ name }) => name)]),
        create: ({ name }) => queryAdd(tx, [name, ...toSlugCandidates(name)]),
      },
    );
}

/** @returns ids by `toNameKey` */
export const ensureTags = createEnsureByName('tags');
export const ensureBrands = createEnsureByName('brands');
export const ensureShippingClasses = createEnsureByName('shipping_classes');

export interface AttributeName {
  readonly name: string;
  /** Null for an attribute that all products share. */
  readonly productId: number | null;
}

export const toAttributeKey = ({ name, productId }: AttributeName): string => `${productId ?? ''} ${toNameKey(name)}`;

const queryFindAttributes = sqlQuery<AttributeName & { id: number }>(
  'catalog.find-attributes',
  `select requested.name, requested.product_id as "productId", a.id from unnest($1::text[], $2::integer[]) as requested(name, product_id)
  join attributes a on lower(a.name) = lower(requested.name) and a.product_id is not distinct from requested.product_id`,
);

const queryAddAttribute = sqlQuery(
  'catalog.add-attribute',
  `insert into attributes (name, product_id, slug)
  select $1, $2, case when exists (select from attributes where slug = $3 and product_id is not distinct from $2) then $4 else $3 end
  on conflict do nothing`,
);

/** @returns ids by `toAttributeKey` */
export function ensureAttributes(tx: Tx, names: readonly AttributeName[]): Promise<Map<string, number>> {
  return findOrCreate(names, {
    toKey: toAttributeKey,
    find: (records) =>
      queryFindAttributes(tx, [records.map(({ name }) => name.trim()), records.map(({ productId }) => productId)]),
    create: ({ name, productId }) => queryAddAttribute(tx, [name.trim(), productId, ...toSlugCandidates(name)]),
  });
}

export interface TermName {
  readonly attributeId: number;
  readonly name: string;
}

export const toTermKey = ({ attributeId, name }: TermName): string => `${attributeId} ${toNameKey(name)}`;

const queryFindTerms = sqlQuery<TermName & { id: number }>(
  'catalog.find-terms',
  `select requested.name, requested.attribute_id as "attributeId", t.id from unnest($1::text[], $2::integer[]) as requested(name, attribute_id)
  join attribute_terms t on t.attribute_id = requested.attribute_id and lower(t.name) = lower(requested.name)`,
);

const queryAddTerm = sqlQuery(
  'catalog.add-term',
  `insert into attribute_terms (name, attribute_id, slug)
  select $1, $2, case when exists (select from attribute_terms where slug = $3 and attribute_id = $2) then $4 else $3 end
  on conflict do nothing`,
);

/** @returns ids by `toTermKey` */
export function ensureTerms(tx: Tx, names: readonly TermName[]): Promise<Map<string, number>> {
  return findOrCreate(names, {
    toKey: toTermKey,
    find: (records) =>
      queryFindTerms(tx, [records.map(({ name }) => name.trim()), records.map(({ attributeId }) => attributeId)]),
    create: ({ name, attributeId }) => queryAddTerm(tx, [name.trim(), attributeId, ...toSlugCandidates(name)]),
  });
}
