import { categoryPicker, findProductIdsBySlug, productPicker } from '#features/catalog/index.ts';
import {
  type Block,
  type ContentReference,
  contentReferences,
  getBlockTypes,
  menuTargetPicker,
  reusablePicker,
} from '#features/content/index.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type Field, type FieldRecord, listFields } from '#platform/forms/field.ts';
import { findMediaByIds, findMediaByName } from '#platform/media/records.ts';
import { parseFileName } from '#platform/media/sizes.ts';

interface Named {
  readonly id: number;
  readonly name: string;
}

const toMap = (rows: readonly Named[]) => new Map(rows.map(({ id, name }) => [id, name]));
const toIdMap = (rows: readonly Named[]) => new Map(rows.map(({ id, name }) => [name, id]));

const findByHash = sqlQuery<Named>(
  'content-transfer.find-media-by-hash',
  `select m.id, prefix as name from unnest($1::text[]) prefix join platform.media m on left(m.sha256, 16) = prefix
  union all select r.media_id, r.hash_prefix from platform.media_replaced r where r.hash_prefix = any($1::text[])`,
);
/** Defines the look-up of names by id, and of ids by slug. @param from a table `e` with a condition */
function defineNamedRows(label: string, column: string, from: string) {
  const name = sqlQuery<Named>(
    `content-transfer.name-${label}`,
    `select e.id, ${column} as name from ${from} and e.id = any($1::integer[])`,
  );
  const find = sqlQuery<Named>(
    `content-transfer.find-${label}`,
    `select e.id, ${column} as name from ${from} and e.locale = $1 and e.slug = any($2::text[])`,
  );
  return {
    toNames: async (_shop: Shop, db: Db, ids: readonly number[]) => toMap(await name(db, [ids])),
    findIds: async ({ choices }: Shop, db: Db, slugs: readonly string[]) =>
      toIdMap(await find(db, [choices.locale, slugs])),
  };
}

const blockRows = defineNamedRows('blocks', 'substr(e.slug, 7)', `content_entries e where e.kind = 'block'`);
const categoryRows = defineNamedRows('categories', 'e.slug', 'categories e where true');
const targetRows = defineNamedRows(
  'menu-targets',
  `e.kind || '/' || case e.kind when 'home' then substr(e.slug, 6) else e.slug end`,
  `content_entries e where e.kind in ('page', 'post', 'home')`,
);
const nameProducts = sqlQuery<Named>(
  'content-transfer.name-products',
  'select id, slug as name from products where id = any($1::integer[])',
);

/** Returns the hash prefix in a media URL, which identifies its content; null for other URLs. */
const readHash = (address: string): string | null =>
  parseFileName(/\/media\/([^/?#]+)$/.exec(address)?.[1] ?? '')?.hashPrefix ?? null;

const pictures: ContentReference = {
  picker: 'media',
  name: 'picture',
  toNames: async (shop, db, ids) =>
    toMap(
      (await findMediaByIds(db, ids)).map((row) => ({
        id: row.id,
        name: shop.config.publicUrl + shop.media.picture(row).src,
      })),
    ),
  // Finds pictures by their content, from whichever shop the file was exported, or by their file name in the library.
  toIds: async (_shop, db, names) => {
    const hashes = new Map(names.map((name) => [name, readHash(name)]));
    const byHash = toIdMap(await findByHash(db, [[...hashes.values()].filter((hash) => hash !== null)]));
    const byName = await findMediaByName(
      db,
      names.filter((name) => hashes.get(name) === null),
    );
    return new Map(
      names.flatMap((name) => {
        const id = byHash.get(hashes.get(name) ?? '') ?? byName.get(name)?.id;
        return id === undefined ? [] : [[name, id] as const];
      }),
    );
  },
};

const products: ContentReference = {
  picker: productPicker,
  name: 'product',
  toNames: async (_shop, db, ids) => toMap(await nameProducts(db, [ids])),
  toIds: (shop, db, names) => findProductIdsBySlug(db, shop.choices.locale, names),
};

const reusableBlocks: ContentReference = {
  ...{ picker: reusablePicker, name: 'reusable block', toNames: blockRows.toNames },
  toIds: (shop, db, names) =>
    blockRows.findIds(
      shop,
      db,
      names.map((name) => `block.${name}`),
    ),
};

const categories: ContentReference = {
  ...{ picker: categoryPicker, name: 'category', toNames: categoryRows.toNames, toIds: categoryRows.findIds },
};

/** Targets of menu links. A name contains the kind, such as `page/about`, because pages and posts share slugs. */
const menuTargets: ContentReference = {
  ...{ picker: menuTargetPicker, name: 'page, post or home page', toNames: targetRows.toNames },
  toIds: (shop, db, names) => {
    const slugs = names.map((name) => name.replace(/^(?:page|post)\//, '').replace(/^home\//, 'home.'));
    return targetRows.findIds(shop, db, slugs);
  },
};

/** References that every shop supports. */
export const basicReferences: readonly ContentReference[] = [
  pictures,
  products,
  reusableBlocks,
  categories,
  menuTargets,
];

type RecordField = Field & { readonly picker?: unknown; readonly fields?: FieldRecord };
type Values = Readonly<Record<string, unknown>>;
type Visit = (reference: ContentReference | undefined, entries: readonly unknown[]) => readonly unknown[];

/**
 * Passes the references in fields of records to `visit`, also in groups and lists, and returns the values with the
 * results.
 */
function mapValues(known: readonly ContentReference[], fields: FieldRecord, values: Values, visit: Visit): Values {
  const mapped = listFields(fields).map(({ key, field }): [string, unknown] => {
    const value = values[key];
    const { kind, picker, fields: inner } = field as RecordField;
    const reference = known.find((each) => each.picker === picker);
    if (kind.name === 'media') return [key, Array.isArray(value) ? visit(pictures, value) : value];
    if (kind.name === 'records') return [key, Array.isArray(value) ? visit(reference, value) : value];
    if (kind.name === 'record')
      return [key, value === null || value === undefined ? value : (visit(reference, [value])[0] ?? null)];
    if (kind.name === 'group' && inner && isValues(value)) return [key, mapValues(known, inner, value, visit)];
    if (kind.name === 'list' && inner && Array.isArray(value))
      return [key, value.map((row) => (isValues(row) ? mapValues(known, inner, row, visit) : row))];
    return [key, value];
  });
  return { ...values, ...Object.fromEntries(mapped.filter(([key, value]) => value !== undefined || key in values)) };
}

const isValues = (value: unknown): value is Values => typeof value === 'object' && value !== null;

function mapBlocks(shop: Shop, blocks: readonly Block[], visit: Visit): Block[] {
  const [types, known] = [getBlockTypes(shop), shop.implementations(contentReferences)];
  const mapAll = (list: readonly Block[]): Block[] =>
    list.map((block) => {
      const definition = types.get(block.type);
      const values = definition ? mapValues(known, definition.fields(shop), block.values, visit) : block.values;
      return { ...block, values, ...(block.children ? { children: mapAll(block.children) } : {}) };
    });
  return mapAll(blocks);
}

function collect(shop: Shop, blocks: readonly Block[]): Map<ContentReference, Set<unknown>> {
  const found = new Map<ContentReference, Set<unknown>>();
  mapBlocks(shop, blocks, (reference, entries) => {
    if (reference) found.set(reference, new Set([...(found.get(reference) ?? []), ...entries]));
    return entries;
  });
  return found;
}

/** Replaces ids by names. Ids without a name are left out, since another shop would take them for ids of its own. */
export async function toNamedBlocks(shop: Shop, db: Db, blocks: readonly Block[]): Promise<Block[]> {
  const names = new Map<ContentReference, ReadonlyMap<number, string>>();
  for (const [reference, ids] of collect(shop, blocks))
    names.set(reference, await reference.toNames(shop, db, [...ids].filter(Number.isInteger) as number[]));
  return mapBlocks(shop, blocks, (reference, entries) =>
    entries.flatMap((id) => (reference && names.get(reference)?.get(id as number)) ?? []),
  );
}

/** Replaces names by ids. @param given known ids of pictures by name */
export async function toBlocksWithIds(
  shop: Shop,
  db: Db,
  blocks: readonly Block[],
  given: ReadonlyMap<string, number>,
): Promise<{
  readonly blocks: readonly Block[];
  readonly missing: readonly { readonly kind: string; readonly name: string }[];
}> {
  const ids = new Map<ContentReference, ReadonlyMap<string, number>>();
  const missing: { kind: string; name: string }[] = [];
  for (const [reference, entries] of collect(shop, blocks)) {
    const names = [...entries].filter((name) => typeof name === 'string' && !given.has(name)) as string[];
    const found = await reference.toIds(shop, db, names);
    ids.set(reference, new Map([...found, ...(reference === pictures ? given : [])]));
    const others = [...entries].filter((name) => typeof name !== 'string' || !ids.get(reference)?.has(name));
    missing.push(...others.map((name) => ({ kind: reference.name, name: String(name) })));
  }
  const replaced = mapBlocks(shop, blocks, (reference, entries) =>
    entries.flatMap((name) => (reference && ids.get(reference)?.get(name as string)) ?? []),
  );
  return { blocks: replaced, missing };
}

export const listPictures = (shop: Shop, blocks: readonly Block[]): string[] =>
  [...(collect(shop, blocks).get(pictures) ?? [])].filter((name) => typeof name === 'string') as string[];

export const findPictures = (shop: Shop, db: Db, names: readonly string[]) => pictures.toIds(shop, db, names);
export const namePictures = (shop: Shop, db: Db, ids: readonly number[]) => pictures.toNames(shop, db, ids);
