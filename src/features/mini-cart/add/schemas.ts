import { z } from 'zod';
import {
  type AddRequest,
  availableOnlyField,
  cartReplyFields,
  type FormTexts,
  formSchema,
  isRequestKey,
  productField,
  quantityField,
  readFirstValue,
  readQuantity,
  requestKeyField,
  toFormTexts,
  variationField,
} from '#features/cart/index.ts';
import { buyNowField, parseSetFieldName } from '#features/product-form/index.ts';
import type { AddReply } from '../contract.ts';

export const idSchema = z.coerce.number().int().min(1).max(2_147_483_647);
const attributeField = /^attribute_(.{1,200})$/;

/** JSON Schema of the fields with fixed names. All values may be strings, as in a form. */
const productFormFields = {
  description:
    'Choices are fields `attribute_<slug>`, add-ons `addon-<name>`; a grouped product has `quantity[<id>]` and `attribute_<slug>[<id>]` for its members instead of the other fields.',
  properties: {
    [productField]: { type: ['integer', 'string'], description: 'Id of the product' },
    [variationField]: { type: ['integer', 'string'], description: 'Id of the variation, instead of choices' },
    [quantityField]: { type: ['integer', 'string'], description: 'Default: 1' },
    [availableOnlyField]: {
      type: 'string',
      description: '`yes`: with several products, what can not be bought is left out instead of refusing all',
    },
    [buyNowField]: { type: 'string', description: 'Any value: everything else in the cart is set aside' },
    [requestKeyField]: {
      type: 'string',
      description:
        'Made by the client for this request, such as a UUID: repeated with the same key within a day, it is answered and adds nothing',
    },
  },
};

export const addToCartBody = formSchema.meta(productFormFields).transform((fields, context): AddRequest => {
  const { [requestKeyField]: key, ...form } = toFormTexts(fields);
  const requestKey = readFirstValue(key) ?? null;
  if (requestKey !== null && !isRequestKey(requestKey)) {
    const message = 'expected 16 to 100 letters, digits, underscores and hyphens';
    context.addIssue({ code: 'custom', path: [requestKeyField], message });
    return z.NEVER;
  }
  const chosen = readChosenTerms(form);
  const availableOnly = readFirstValue(form[availableOnlyField]) === 'yes';
  // A browser sends no value for an unticked checkbox, so a set of checkboxes can be sent without any item.
  const hasNoBox = availableOnly && form[productField] === undefined && form.id === undefined;
  const setItems = readSetItems(form) ?? (hasNoBox ? [] : null);
  if (setItems) {
    return { items: setItems, form: {}, requestKey, availableOnly };
  }
  const productId = idSchema.safeParse(readFirstValue(form[productField]) ?? readFirstValue(form.id));
  if (!productId.success) {
    context.addIssue({ code: 'custom', path: [productField], message: 'expected the number of a product' });
    return z.NEVER;
  }
  const variation = idSchema.safeParse(readFirstValue(form[variationField]));
  const quantity = readQuantity(readFirstValue(form[quantityField]) ?? '1');
  const item = { productId: productId.data, variationId: variation.success ? variation.data : null, chosen, quantity };
  return { items: [item], form, requestKey };
});

function readChosenTerms(form: FormTexts): Record<string, string> {
  const pairs = Object.entries(form).flatMap(([name, value]) => {
    const attribute = attributeField.exec(name)?.[1];
    const term = readFirstValue(value)?.slice(0, 200);
    return attribute && term ? [[attribute, term] as const] : [];
  });
  return Object.fromEntries(pairs);
}

/** @returns the members of a set that have a quantity; null for another product */
export function readSetItems(form: FormTexts): AddRequest['items'] | null {
  const set = idSchema.safeParse(readFirstValue(form[productField]));
  const fields = Object.entries(form).flatMap(([name, value]) => {
    const field = parseSetFieldName(name);
    return field ? [{ ...field, text: readFirstValue(value)?.trim() ?? '' }] : [];
  });
  const quantities = fields.filter(({ attributeSlug }) => attributeSlug === null);
  if (quantities.length === 0) return null;
  return quantities.flatMap(({ productId, text }) => {
    if (text === '' || text === '0') return [];
    const chosen = fields.flatMap(({ productId: id, attributeSlug, text: term }) =>
      id === productId && attributeSlug && term ? [[attributeSlug, term.slice(0, 200)]] : [],
    );
    const item = { productId, variationId: null, chosen: Object.fromEntries(chosen), quantity: readQuantity(text) };
    return [set.success ? { ...item, setId: set.data } : item];
  });
}

export const addReply: z.ZodType<AddReply> = z
  .strictObject({ ...cartReplyFields, reveal: z.boolean(), added: z.array(z.uuid()).readonly() })
  .meta({ id: 'AddReply' });
