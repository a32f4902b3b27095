import { z } from 'zod';
import { storableText } from '#platform/texts/storable-text.ts';
import { newList } from '../contract.ts';
import type { NewList } from '../lists/change-lists.ts';
import type { WishlistRef } from '../lists/list-rows.ts';

const maxId = Number.MAX_SAFE_INTEGER;
export const idSchema = z.coerce.number().int().min(1).max(maxId);

/** Accepts names above the limit, so that they can be refused with a message about the name. */
export const nameSchema = storableText(1000).default('');
export const tokenSchema = z.string().regex(/^[\w-]{22}$/);
export const flagSchema = z
  .union([z.boolean(), z.enum(['', '0', '1', 'yes', 'no', 'on'])])
  .default(false)
  .transform((value) => value === true || ['1', 'yes', 'on'].includes(String(value)));

/** 0: public, 1: shared by link, 2: private. */
export const privacySchema = z
  .union([z.int(), z.string().regex(/^[012]$/)])
  .transform(Number)
  .pipe(z.union([z.literal(0), z.literal(1), z.literal(2)]));

/** Identifies a list of the shopper by id or token. '' and 0 mean the default list. */
export const refSchema = z
  .union([z.int().min(0).max(maxId), z.string().regex(/^(?:|\d{1,15}|[\w-]{22})$/)])
  .default('')
  .transform((value): WishlistRef => {
    if (value === '' || Number(value) === 0) return null;
    return tokenSchema.safeParse(value).success ? String(value) : Number(value);
  });

/** Ids as a single value, a repeated field or a JSON list. */
export const idsSchema = z
  .union([idSchema.transform((id) => [id]), z.array(idSchema).min(1).max(500)])
  .describe('One id, or a list of ids');

/** Removes `[]` from names such as `item_id[]`, which forms use. */
function renameLists(fields: unknown): unknown {
  if (typeof fields !== 'object' || fields === null) return fields;
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.replace(/\[\]$/, ''), value]));
}

export const withLists = <Shape extends z.ZodRawShape>(shape: Shape) => z.preprocess(renameLists, z.object(shape));

export const listField = {
  wishlist_id: refSchema.describe('Id or token of a list of the shopper. Default: the default list'),
};

export const newListFields = {
  wishlist_name: nameSchema.describe('Of a new list, whatever list is chosen'),
  wishlist_visibility: privacySchema.default(2).describe('Of a new list: 0 public, 1 shared by link, 2 private'),
  request_key: storableText(100).optional().describe('Names the request: repeated, it creates no other list'),
};

/** Identifies a list of the shopper, or is `new`. A typed name also requests a new list, see `toTarget`. */
export const targetSchema = z
  .union([z.literal(newList), refSchema])
  .describe('Id or token of a list of the shopper, or `new`. Default: the default list');

/** Returns a new list when a name was typed: without script, the select beside the name may be unchanged. */
export function toTarget(
  value: WishlistRef | typeof newList,
  {
    wishlist_name: name,
    wishlist_visibility: privacy,
    request_key: requestKey,
  }: z.infer<z.ZodObject<typeof newListFields>>,
): WishlistRef | NewList {
  return value === newList || name.trim() !== '' ? { name, privacy, requestKey } : value;
}

const attributeField = /^attribute_(.{1,200})$/;
const addonField = /^addon-.{1,194}$/;
const fieldValue = z.union([
  storableText(5000),
  z.array(storableText(5000)).max(50),
  z.number(),
  z.boolean(),
  z.null(),
]);

export const productId = idSchema.max(2_147_483_647);

/** Values that `addBody` reads: the first value of each field, and all values of add-ons. */
const addedRow = z
  .object({
    productId,
    variationId: productId.nullable().catch(null),
    choices: z.record(z.string(), z.string()),
    addons: z.record(z.string(), z.array(z.string())),
    quantity: z.coerce.number().default(1),
    list: targetSchema,
    ...newListFields,
  })
  .transform(({ list, wishlist_name, wishlist_visibility, request_key, ...row }) => ({
    ...row,
    list: toTarget(list, { wishlist_name, wishlist_visibility, request_key }),
  }));

export const addBody = z
  .record(z.string().max(200), fieldValue)
  .meta({
    description: 'Choices are fields `attribute_<slug>`, add-ons `addon-<name>`.',
    properties: {
      product_id: { type: ['integer', 'string'], description: 'Id of the product, or of a variation' },
      add_to_wishlist: { type: ['integer', 'string'], description: 'The same, instead of `product_id`' },
      variation_id: { type: ['integer', 'string'], description: 'Id of the variation, instead of choices' },
      quantity: { type: ['integer', 'string'], description: 'Default: 1' },
      wishlist_id: {
        type: ['integer', 'string'],
        description: 'Id or token of a list, or `new`. Default: the default list',
      },
      wishlist_name: { type: 'string', description: 'Of a new list, whatever list is chosen' },
      wishlist_visibility: { type: ['integer', 'string'], description: 'Of a new list: 0 public, 1 shared, 2 private' },
      request_key: { type: 'string', description: 'Names the request: repeated, it creates no other list' },
    },
  })
  .transform((fields): Readonly<Record<string, unknown>> => {
    const first = (name: string) => [fields[name]].flat()[0] ?? undefined;
    const entries = Object.entries(fields).slice(0, 200);
    const choices = entries.flatMap(([name]): [string, string][] => {
      const attribute = attributeField.exec(name)?.[1];
      const term = String(first(name) ?? '').slice(0, 200);
      return attribute && term !== '' ? [[attribute, term]] : [];
    });
    const addons = entries.flatMap(([name, value]): [string, string[]][] =>
      addonField.test(name) && value !== null ? [[name, [value].flat().map(String)]] : [],
    );
    return {
      ...{ productId: first('add_to_wishlist') ?? first('product_id'), variationId: first('variation_id') },
      ...{ choices: Object.fromEntries(choices), addons: Object.fromEntries(addons) },
      ...{ quantity: first('quantity') || undefined, list: first('wishlist_id'), request_key: first('request_key') },
      ...{ wishlist_name: first('wishlist_name'), wishlist_visibility: first('wishlist_visibility') || undefined },
    };
  })
  .pipe(addedRow);

const fragmentsBody = z.looseObject({ fragments: z.unknown() }).catch({ fragments: {} });
const fragmentOptions = z.record(z.string().max(1000), z.unknown());

/** Reads the blocks that a call requests, as an object or its JSON. Returns no blocks when they can't be read. */
export function readRequestedBlocks(body: unknown): Readonly<Record<string, unknown>> {
  const { fragments } = fragmentsBody.parse(body ?? {});
  try {
    return fragmentOptions.parse(typeof fragments === 'string' ? JSON.parse(fragments.slice(0, 50_000)) : fragments);
  } catch {
    return {};
  }
}
