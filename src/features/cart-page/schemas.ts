import { z } from 'zod';
import {
  cartReplyFields,
  formSchema,
  lineKeyField,
  readFirstValue,
  readQuantity,
  toCheckoutField,
  toFormTexts,
} from '#features/cart/index.ts';
import type { CartShippingReply } from './contract.ts';

const lineKeySchema = z.uuid();

/** The cart page's form: `quantity[<cart_item_key>]` for each line. */
export const quantitiesBody = formSchema.transform((fields) => {
  const toCheckout = toCheckoutField in fields;
  const pairs = Object.entries(toFormTexts(fields)).flatMap(([name, value]) => {
    const line = lineKeySchema.safeParse(/^quantity\[([^\]]{1,50})\]$/.exec(name)?.[1]);
    return line.success ? [[line.data, readQuantity(readFirstValue(value) ?? '')] as const] : [];
  });
  return { quantities: new Map(pairs), toCheckout };
});

/** With {@link toCheckoutField} the form came from the checkout and leads back to it. */
export const putBackBody = formSchema.transform((fields) => ({ toCheckout: toCheckoutField in fields }));

export const lineBody = z.object({ [lineKeyField]: lineKeySchema }).transform((body) => body[lineKeyField] as string);

/** Digits only, as in the form: an empty text must not count as 0, which would remove the line. */
const lineQuantitySchema = z.union([
  z.int().min(0).max(1_000_000),
  z
    .string()
    .trim()
    .regex(/^\d{1,6}$/, 'expected a whole number')
    .transform(Number),
]);

export const alterQuantityInput = z.object({
  cart_item_key: lineKeySchema,
  quantity: lineQuantitySchema,
});

/** The reply of calls that change the destination or the shipping method of the cart. */
export const cartShippingReply: z.ZodType<CartShippingReply> = z
  .strictObject({
    ...cartReplyFields,
    shipping: z.strictObject({
      packages: z.array(
        z.strictObject({
          lines: z.array(z.string()),
          options: z.array(z.strictObject({ id: z.string(), title: z.string(), amount: z.int() })),
          selected: z.string().nullable(),
        }),
      ),
      problems: z.array(z.string()),
      missingForFree: z.int().nullable(),
    }),
  })
  .meta({ id: 'CartShippingReply' });
