import { z } from 'zod';
import type { AddRequest } from './add/add-to-cart.ts';
import type { RequestedItem } from './add/new-cart-line.ts';
import {
  type AddReply,
  type CartReply,
  type CartShippingReply,
  fragmentsField,
  lineKeyField,
  productField,
  quantityField,
  requestKeyField,
  toCheckoutField,
  variationField,
} from './contract.ts';
import { isRequestKey } from './lines/recent-adds.ts';

const idSchema = z.coerce.number().int().min(1).max(2_147_483_647);
/** PostgreSQL stores neither NUL characters nor lone surrogates. */
const textSchema = z
  .string()
  .max(10_000)
  .transform((text) => text.replaceAll('\0', '').toWellFormed());
/** Value of one field, from a form or JSON. */
const fieldValueSchema = z.union([textSchema, z.array(textSchema).max(100), z.number(), z.boolean(), z.null()]);
const formSchema = z
  .record(z.string().max(200), fieldValueSchema)
  .refine((fields) => Object.keys(fields).length <= 200, { error: 'at most 200 fields' });

const groupedField = /^quantity\[([1-9]\d{0,8})\]$/;
const attributeField = /^attribute_(.{1,200})$/;

type Form = Readonly<Record<string, string | readonly string[]>>;

/** JSON Schema of the fields with fixed names. All values may be texts, as in a form. */
const productFormFields = {
  description:
    'Choices are fields `attribute_<slug>`, add-ons `addon-<name>`; a grouped product has `quantity[<id>]` for each member instead of the other fields.',
  properties: {
    [productField]: { type: ['integer', 'string'], description: 'Id of the product' },
    [variationField]: { type: ['integer', 'string'], description: 'Id of the variation, instead of choices' },
    [quantityField]: { type: ['integer', 'string'], description: 'Default: 1' },
    [requestKeyField]: {
      type: 'string',
      description:
        'Made by the client for this request, such as a UUID: repeated with the same key within a day, it is answered and adds nothing',
    },
  },
};

/** The product form (spec 3.4/6-7), as a form or as JSON. */
export const addToCartBody = formSchema.meta(productFormFields).transform((fields, context): AddRequest => {
  const { [requestKeyField]: key, ...form } = toForm(fields);
  const requestKey = readFirst(key) ?? null;
  if (requestKey !== null && !isRequestKey(requestKey)) {
    const message = 'expected 16 to 100 letters, digits, underscores and hyphens';
    context.addIssue({ code: 'custom', path: [requestKeyField], message });
    return z.NEVER;
  }
  const chosen = readChosenTerms(form);
  if (Object.keys(form).some((name) => groupedField.test(name)))
    return { items: readGroupItems(form), form: {}, requestKey };
  const productId = idSchema.safeParse(readFirst(form[productField]) ?? readFirst(form.id));
  if (!productId.success) {
    context.addIssue({ code: 'custom', path: [productField], message: 'expected the number of a product' });
    return z.NEVER;
  }
  const variation = idSchema.safeParse(readFirst(form[variationField]));
  const quantity = readQuantity(readFirst(form[quantityField]) ?? '1');
  const item = { productId: productId.data, variationId: variation.success ? variation.data : null, chosen, quantity };
  return { items: [item], form, requestKey };
});

/** The submitted fields, to show the form again. */
export const formFields = formSchema.transform(toForm);

function toForm(fields: Readonly<Record<string, z.infer<typeof fieldValueSchema>>>): Form {
  const entries = Object.entries(fields).flatMap(([name, value]): [string, string | string[]][] =>
    value === null ? [] : [[name, Array.isArray(value) ? value : String(value)]],
  );
  return Object.fromEntries(entries);
}

function readFirst(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.[0];
}

function readChosenTerms(form: Form): Record<string, string> {
  const pairs = Object.entries(form).flatMap(([name, value]) => {
    const attribute = attributeField.exec(name)?.[1];
    const term = readFirst(value)?.slice(0, 200);
    return attribute && term ? [[attribute, term] as const] : [];
  });
  return Object.fromEntries(pairs);
}

function readGroupItems(form: Form): RequestedItem[] {
  return Object.entries(form).flatMap(([name, value]) => {
    const productId = Number(groupedField.exec(name)?.[1]);
    const text = readFirst(value)?.trim() ?? '';
    if (!productId || text === '' || text === '0') return [];
    return [{ productId, variationId: null, chosen: {}, quantity: readQuantity(text) }];
  });
}

/** Returns NaN for anything but a whole number; later checks refuse it. */
function readQuantity(text: string): number {
  return /^\d{1,6}$/.test(text.trim()) ? Number(text) : Number.NaN;
}

const lineKeySchema = z.uuid();

/** The cart page's form: `quantity[<cart_item_key>]` for each line. */
export const quantitiesBody = formSchema.transform((fields) => {
  const toCheckout = toCheckoutField in fields;
  const pairs = Object.entries(toForm(fields)).flatMap(([name, value]) => {
    const line = lineKeySchema.safeParse(/^quantity\[([^\]]{1,50})\]$/.exec(name)?.[1]);
    return line.success ? [[line.data, readQuantity(readFirst(value) ?? '')] as const] : [];
  });
  return { quantities: new Map(pairs), toCheckout };
});

export const lineBody = z.object({ [lineKeyField]: lineKeySchema }).transform((body) => body[lineKeyField] as string);

export const alterQuantityInput = z.object({
  cart_item_key: lineKeySchema,
  quantity: z.coerce.number().int().min(0).max(1_000_000),
});

const fragmentOptions = z.record(z.string().max(100), z.unknown());

/** The fragments that a call asks for; none when they can't be read. */
export function readRequestedFragments(body: unknown): Readonly<Record<string, unknown>> {
  const text = z.looseObject({ [fragmentsField]: z.string().max(10_000) }).safeParse(body);
  if (!text.success) return {};
  try {
    return fragmentOptions.parse(JSON.parse(String(text.data[fragmentsField])));
  } catch {
    return {};
  }
}

/** Spec 7.3/1. */
export const refreshBody = z.object({
  page: z.string().max(40).default('').describe('Kind of the page, such as `cart` or `checkout`'),
  [fragmentsField]: fragmentOptions.default({}).describe('Options by key of the fragments to render'),
});

const cartState = {
  cart: z
    .object({
      version: z.int(),
      count: z.int(),
      total: z.int(),
      currency: z.string(),
      needsShipping: z.boolean(),
      isEmpty: z.boolean(),
    })
    .catchall(z.unknown()),
  queryParams: z.record(z.string(), z.string()),
};
const cartReplyFields = { ...cartState, message: z.string(), fragments: z.record(z.string(), z.string()) };

/** The reply of calls that read or change the cart (spec 3.4/1-4). */
export const cartReply: z.ZodType<CartReply> = z.strictObject(cartReplyFields).meta({ id: 'CartReply' });

export const addReply: z.ZodType<AddReply> = z
  .strictObject({ ...cartReplyFields, reveal: z.boolean(), added: z.array(z.uuid()).readonly() })
  .meta({ id: 'AddReply' });

/** The reply of calls that change where the cart is sent and how. */
export const cartShippingReply: z.ZodType<CartShippingReply> = z
  .strictObject({
    ...cartReplyFields,
    shipping: z.strictObject({
      options: z.array(z.strictObject({ id: z.string(), title: z.string(), amount: z.int() })),
      selected: z.string().nullable(),
      problems: z.array(z.string()),
      missingForFree: z.int().nullable(),
    }),
  })
  .meta({ id: 'CartShippingReply' });
