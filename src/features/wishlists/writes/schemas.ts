import { z } from 'zod';
import { normaliseLine, normaliseText } from '#platform/input/normalise-text.ts';
import { storableText } from '#platform/texts/storable-text.ts';
import { newList, type WishlistPrivacy } from '../contract.ts';
import { type NewList, normalizeName } from '../lists/create-list.ts';
import type { WishlistRef } from '../lists/list-rows.ts';

const maxId = Number.MAX_SAFE_INTEGER;
const idSchema = z.coerce.number().int().min(1).max(maxId);

/** Longer names are refused with a message about the name. */
const nameSchema = storableText(1000).default('');
const tokenSchema = z.string().regex(/^[\w-]{22}$/);
const flagSchema = z
  .union([z.boolean(), z.enum(['', '0', '1', 'yes', 'no', 'on'])])
  .default(false)
  .transform((value) => value === true || ['1', 'yes', 'on'].includes(String(value)));

/** 0: public, 1: shared by link, 2: private. */
const privacySchema = z
  .union([z.int(), z.string().regex(/^[012]$/)])
  .transform(Number)
  .pipe(z.union([z.literal(0), z.literal(1), z.literal(2)]));

/** A list of the shopper: its id, its token, or the default list. */
export const refSchema = z
  .union([z.int().min(0).max(maxId), z.string().regex(/^(?:|\d{1,15}|[\w-]{22})$/)])
  .default('')
  .transform((value): WishlistRef => {
    if (value === '' || Number(value) === 0) return null;
    return tokenSchema.safeParse(value).success ? String(value) : Number(value);
  });

/** Ids, as one value, a repeated field or a list. */
const idsSchema = z
  .union([idSchema.transform((id) => [id]), z.array(idSchema).min(1).max(500)])
  .describe('One id, or a list of ids');

/** `item_id[]` of forms is `item_id`. */
function renameLists(fields: unknown): unknown {
  if (typeof fields !== 'object' || fields === null) return fields;
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.replace(/\[\]$/, ''), value]));
}

const withLists = <Shape extends z.ZodRawShape>(shape: Shape) => z.preprocess(renameLists, z.object(shape));

const wishlist_id = refSchema.describe('Id or token of a list of the shopper. Default: the default list');
/** With it, a request that is sent twice creates one list. */
const requestKeySchema = storableText(100).optional().describe('Names the request: repeated, it creates no other list');

const newListFields = {
  wishlist_name: nameSchema.describe('Of a new list, whatever list is chosen'),
  wishlist_visibility: privacySchema.default(2).describe('Of a new list: 0 public, 1 shared by link, 2 private'),
  request_key: requestKeySchema,
};

export interface NewListFields {
  readonly wishlist_name: string;
  readonly wishlist_visibility: WishlistPrivacy;
  readonly request_key?: string | undefined;
}

/** A list of the shopper, or `new`, which a name means too. */
const targetSchema = z
  .union([z.literal(newList), refSchema])
  .describe('Id or token of a list of the shopper, or `new`. Default: the default list');

/** A name that was typed is for a new list: without script, the select beside it may be untouched. */
export function toTarget(
  value: WishlistRef | typeof newList,
  { wishlist_name: name, wishlist_visibility: privacy, request_key: requestKey }: NewListFields,
): WishlistRef | NewList {
  return value === newList || name.trim() !== '' ? { name, privacy, requestKey } : value;
}

export const itemsBody = withLists({ item_id: idsSchema });
export const quantityBody = z.object({ item_id: idSchema, quantity: z.coerce.number() });
export const noteBody = z.object({ item_id: idSchema, note: storableText(2000) });
export const sortBody = withLists({ wishlist_id, positions: idsSchema.describe('Ids of rows in their new order') });
export const placeBody = z.object({ item_id: idSchema, position: z.coerce.number().int().min(1).max(1_000_000) });
export const moveBody = withLists({ wishlist_id, item_id: idsSchema, destination: targetSchema, ...newListFields });
export const productBody = z.object({ product_id: idSchema.max(2_147_483_647) });
export const createBody = z.object(newListFields);
export const renameBody = z.object({ wishlist_id, wishlist_name: nameSchema });
export const privacyBody = z.object({ wishlist_id, wishlist_visibility: privacySchema });
export const listBody = z.object({ wishlist_id });
export const restoreListBody = z.object({ wishlist_id: idSchema });
/** Normalised text can be longer than what was typed. */
const limitedText = (max: number, normalise: (text: string) => string) =>
  z
    .string()
    .max(max)
    .default('')
    .transform(normalise)
    .refine((text) => text.length <= max);
export const giftBody = z.object({
  wishlist_id,
  is_gift_list: flagSchema,
  event_date: z
    .union([z.literal('').transform(() => null), z.iso.date().refine((date) => date >= '0001-01-01')])
    .default(null)
    .describe('YYYY-MM-DD'),
  delivery_address: limitedText(1000, normaliseText),
  owner_name: limitedText(100, normaliseLine).describe('What others read of the owner. Empty: nothing.'),
  occasion: limitedText(100, normaliseLine).describe('What others read of the occasion. Empty: nothing.'),
  shows_bought: flagSchema.describe('Whether the owner sees what was bought'),
});
export const buyBody = z.object({
  wishlist_token: tokenSchema.describe('Share token of the list'),
  item_id: idSchema,
  quantity: z.coerce.number().default(1),
  giver: storableText(100).default('').transform(normalizeName).describe('Of who bought it, in one line'),
  request_key: storableText(100).optional().describe('Names the request: repeated, it marks nothing more'),
});
export const purchaseBody = z.object({ purchase_id: idSchema });
export const followBody = z.object({ wishlist_token: tokenSchema.describe('Share token of the list') });

const attributeField = /^attribute_(.{1,200})$/;
const addonField = /^addon-.{1,194}$/;
const fieldValue = z.union([
  storableText(5000),
  z.array(storableText(5000)).max(50),
  z.number(),
  z.boolean(),
  z.null(),
]);

const rowId = idSchema.max(2_147_483_647);

/** What is read of the first value of each field. */
const addedRow = z.object({
  productId: rowId,
  list: targetSchema,
  quantity: z.coerce.number().default(1),
  ...newListFields,
});

/** The product form with the fields of the list. */
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
  .transform((fields, context) => {
    const first = (name: string) => [fields[name]].flat()[0] ?? undefined;
    const parsed = addedRow.safeParse({
      productId: first('add_to_wishlist') ?? first('product_id'),
      list: first('wishlist_id'),
      quantity: first('quantity') || undefined,
      wishlist_name: first('wishlist_name'),
      wishlist_visibility: first('wishlist_visibility') || undefined,
      request_key: first('request_key'),
    });
    if (!parsed.success) {
      context.addIssue({ code: 'custom', message: parsed.error.issues.map(({ path }) => path.join('.')).join(', ') });
      return z.NEVER;
    }
    const variation = rowId.safeParse(first('variation_id'));
    const entries = Object.entries(fields).slice(0, 200);
    const choices = entries.flatMap(([name]): [string, string][] => {
      const attribute = attributeField.exec(name)?.[1];
      const term = String(first(name) ?? '').slice(0, 200);
      return attribute && term !== '' ? [[attribute, term]] : [];
    });
    const addons = entries.flatMap(([name, value]): [string, string[]][] =>
      addonField.test(name) && value !== null ? [[name, [value].flat().map(String)]] : [],
    );
    const { productId, quantity } = parsed.data;
    return {
      ...{ list: toTarget(parsed.data.list, parsed.data), productId, quantity },
      variationId: variation.success ? variation.data : null,
      choices: Object.fromEntries(choices),
      addons: Object.fromEntries(addons),
    };
  });

const fragmentsBody = z.looseObject({ fragments: z.unknown() }).catch({ fragments: {} });
const fragmentOptions = z.record(z.string().max(1000), z.unknown());

/** The blocks that a call asks for: an object, or its JSON; none when they can't be read. */
export function readRequestedBlocks(body: unknown): Readonly<Record<string, unknown>> {
  const { fragments } = fragmentsBody.parse(body ?? {});
  try {
    return fragmentOptions.parse(typeof fragments === 'string' ? JSON.parse(fragments.slice(0, 50_000)) : fragments);
  } catch {
    return {};
  }
}

export const userWishlist = z.strictObject({
  id: z.int(),
  wishlist_name: z.string(),
  default: z.boolean(),
  add_to_this_wishlist_url: z.string(),
});

/** The reply of calls that change lists. */
export const wishlistReply = z
  .strictObject({
    result: z.enum(['true', 'exists']).describe('`exists`: the list had it already'),
    message: z.string(),
    item_id: z.int().nullable().describe('The row that it was about'),
    wishlist: z
      .strictObject({ id: z.int(), token: z.string(), name: z.string(), privacy: z.int(), default: z.boolean() })
      .nullable()
      .describe('The list that it was about'),
    user_wishlists: z.array(userWishlist),
    count: z.int().describe('Rows in all lists'),
    version: z.int().describe('Changes with each write'),
    fragments: z.record(z.string(), z.string()).describe('HTML of whole blocks by requested key'),
  })
  .meta({ id: 'WishlistReply' });
