import { z } from 'zod';
import { billingAddress, booleanInput, shippingAddress, storeCart } from '#features/store-api/index.ts';

/** Input and replies of the checkout, in the public shapes that `docs/store-api.md` describes. */

const text = z.string().max(200);
const addressShape = {
  ...{ first_name: text.optional(), last_name: text.optional(), company: text.optional() },
  ...{ address_1: text.optional(), address_2: text.optional(), city: text.optional(), state: text.optional() },
  ...{ postcode: text.optional(), country: text.optional(), phone: text.optional() },
};
const shippingInput = z.object(addressShape);
const billingInput = z.object({ ...addressShape, email: z.string().max(300).optional() });

const note = z.string().max(10_000);
const paymentMethod = z.string().max(100);
const additionalFields = z
  .record(z.string().max(200), z.union([z.string().max(2_000), z.boolean(), z.number()]))
  .refine((fields) => Object.keys(fields).length <= 50, 'expected at most 50 fields')
  .describe('Fields of features and the accepted terms, by `{store_plugin}/{name of the form field}`');
const withTotals = booleanInput.default(false).describe('Whether the reply has `__experimentalCart`');

export const readInput = z.object({ __experimental_calc_totals: withTotals });

export const updateInput = z.object({
  __experimental_calc_totals: withTotals,
  billing_address: billingInput.optional(),
  shipping_address: shippingInput.optional(),
  order_notes: note.optional(),
  payment_method: paymentMethod.optional(),
  additional_fields: additionalFields.optional(),
});

export const orderInput = z.object({
  billing_address: billingInput,
  shipping_address: shippingInput.optional().describe('Empty or equal: the billing address'),
  customer_note: note.optional(),
  payment_method: paymentMethod.default('').describe('Not needed when there is nothing to pay'),
  payment_data: z
    .array(
      z.object({
        key: z.string().max(200),
        value: z.union([z.string().max(10_000), z.boolean(), z.number(), z.null()]),
      }),
    )
    .max(100)
    .default([])
    .describe('Taken and not used: no payment provider asks for it yet'),
  create_account: booleanInput.optional().describe('Whether a guest gets a mailed link that creates an account'),
  additional_fields: additionalFields.optional(),
  extensions: z.record(z.string().max(200), z.unknown()).default({}).describe('What features keep with the order'),
  expected_total: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional()
    .describe('The total that the shopper has seen, in minor units'),
});

export type UpdateInput = z.infer<typeof updateInput>;
export type OrderInput = z.infer<typeof orderInput>;
export type AddressInput = z.infer<typeof billingInput>;

const addressField = z.strictObject({
  key: z.string().describe('Of the address'),
  label: z.string(),
  note: z.string().describe('After the label: that it is optional; or empty'),
  required: z.boolean(),
  max: z.int(),
  autocomplete: z.string(),
  width: z.enum(['half', 'third', 'two-thirds', 'full']),
  options: z
    .array(z.strictObject({ value: z.string(), label: z.string() }))
    .describe('Of a choice, such as the states of the country; empty for a field to type into'),
  folded: z.boolean().describe('Whether it takes one line until somebody wants it'),
});

const extraField = z.strictObject({
  name: z.string(),
  section: z.enum(['contact', 'billing', 'note']),
  html: z.string().describe('Empty while nothing is asked'),
});

/** Data that the shop's own checkout form shows besides the cart. */
const checkoutExtension = z.strictObject({
  billing_fields: z.array(addressField).describe('In the order and with the labels of the country'),
  shipping_fields: z.array(addressField),
  payment_methods: z.array(z.strictObject({ id: z.string(), title: z.string(), description_html: z.string() })),
  shipping_problems: z.array(z.string()).describe('Why nothing ships to the address'),
  totals: z.array(z.strictObject({ label: z.string(), value: z.string(), is_total: z.boolean() })),
  total: z.string().describe('Minor units, for the email address and the addresses of the checkout: `expected_total`'),
  total_parts: z
    .strictObject({ items: z.int(), discount: z.int(), shipping: z.int(), fees: z.int() })
    .describe('How `total` is made up, in minor units with tax: `items` − `discount` + `shipping` + `fees`'),
  is_taxed: z.boolean().describe('Whether tax was calculated: it is in the total'),
  notes: z.array(z.string()).describe('What is said above the order button, such as why no tax is charged'),
  problems: z
    .array(z.strictObject({ param: z.string(), message: z.string() }))
    .describe('What an order would be refused for'),
  suggestions: z
    .array(z.strictObject({ param: z.string(), value: z.string() }))
    .describe('What was probably meant by a field'),
  extra_fields: z
    .array(extraField)
    .describe(
      'Fields of features, such as a check for robots while orders look like abuse; sent as `additional_fields`',
    ),
});

export const storeCheckout = z
  .strictObject({
    order_id: z.int().describe('Of the order that is placed next, or that was placed'),
    status: z.string().describe('`checkout-draft` before the order is placed'),
    order_key: z.string().describe('Empty before the order is placed'),
    order_number: z.string().describe('Empty before the order is placed'),
    customer_note: z.string(),
    customer_id: z.int().describe('0 for a guest'),
    billing_address: billingAddress,
    shipping_address: shippingAddress,
    payment_method: z.string(),
    payment_result: z.strictObject({
      payment_status: z
        .enum(['', 'success', 'failure'])
        .describe('`failure`: refused; the order waits for another payment'),
      payment_details: z.array(z.strictObject({ key: z.string(), value: z.string() })),
      redirect_url: z.string().describe('Where the shopper goes now: a page of the payment provider, or the order'),
    }),
    additional_fields: z
      .record(z.string(), z.union([z.string(), z.boolean()]))
      .describe('Boxes that are ticked or not as booleans'),
    __experimentalCart: storeCart.optional(),
    extensions: z.strictObject({ checkout: checkoutExtension.optional() }),
  })
  .meta({ id: 'StoreCheckout' });

export type StoreCheckout = z.infer<typeof storeCheckout>;
export type CheckoutExtensionData = z.infer<typeof checkoutExtension>;
export type AddressFieldData = z.infer<typeof addressField>;
export type ExtraFieldData = z.infer<typeof extraField>;
