import { z } from 'zod';
import {
  type Address,
  type AddressProblem,
  findAddressProblems,
  getAddressRules,
  normalizeAddress,
  readState,
} from '#features/addresses/index.ts';
import type { CalculationCustomer } from '#features/pricing/index.ts';
import { normaliseLine } from '#platform/input/normalise-text.ts';
import { emailAddress } from '#platform/mail/email-address.ts';

const line = (max: number) => z.string().overwrite(normaliseLine).max(max);

/** An address as stored in a draft: complete, but not checked by the rules of its country. */
const storedAddress = z
  .strictObject({
    first_name: line(100).min(1),
    last_name: line(100).min(1),
    company: line(200).default(''),
    address_1: line(200).min(1),
    address_2: line(200).default(''),
    city: line(100).default(''),
    state: line(100).default(''),
    postcode: line(20).default(''),
    country: z.string().regex(/^[A-Z]{2}$/, 'expected two capital letters, such as IE'),
  })
  .transform(normalizeAddress);

const addressMessages = {
  REQUIRED: 'is required in this country',
  TOO_LONG: 'is too long',
  INVALID: 'is not valid in this country',
} as const;

function describeProblem(address: Address, { field, problem }: AddressProblem): string {
  const { country, state, [field]: text } = address;
  const message = `${text} ${addressMessages[problem]}`.trim();
  if (problem !== 'INVALID') return message;
  if (field === 'state') return readState(country, state).problem ?? message;
  const example = field === 'postcode' && getAddressRules(country).postcode.pattern?.example;
  return example ? `${message}; expected a postcode such as ${example}` : message;
}

/** An address that is checked by the rules of its country. */
const addressSchema = storedAddress.superRefine((address, { addIssue }) => {
  for (const found of findAddressProblems(address))
    addIssue({ code: 'custom', path: [found.field], message: describeProblem(address, found) });
});

const amount = z.string('expected an amount in quotes, such as "1250"').max(40);

const orderLine = z.strictObject({
  /** Empty when `variationId` is given. */
  sku: line(100).default(''),
  /** Replaces the SKU, because not every variation has one. */
  variationId: z.int().positive().optional(),
  quantity: z.int().min(1).max(9999),
  /** Agreed price of one item; no discount applies to it. Default: the current price. */
  price: amount.optional(),
  /** Reason for the agreed price, for staff. */
  priceReason: line(200).default(''),
  /** Term slugs by attribute slug, for attributes that the variation leaves open. */
  choices: z.record(z.string().max(200), z.string().max(200)).default({}),
  /** Values of add-on fields by their name, such as `addon-engraving`. */
  addons: z.record(z.string().max(200), z.array(z.string().max(10_000)).max(50)).default({}),
  /** Ids of the stored files that the add-ons name. */
  uploads: z.array(z.uuid()).max(100).default([]),
});

export const lineDetailsSchema = orderLine.pick({ choices: true, addons: true, uploads: true });
export type LineDetails = z.infer<typeof lineDetailsSchema>;

const fileLine = orderLine.omit({ uploads: true, variationId: true }).extend({
  sku: line(100).min(1),
  /** Paths of files by the name of their add-on field, relative to the order's file. */
  files: z.record(z.string().max(200), z.array(line(1000).min(1)).max(50)).default({}),
});

const fee = z.strictObject({
  name: line(200).min(1),
  amount,
  /** Default: not taxed. */
  taxClass: z
    .string()
    .regex(/^[a-z0-9_-]{1,200}$/)
    .optional(),
});

/** A stored draft. Amounts are decimal texts, entered with or without tax like prices. */
export const manualOrderSchema = z.strictObject({
  /** Id of the account that owns the order. Default: no account. */
  customerId: z.int().positive().optional(),
  email: emailAddress,
  phone: line(50).default(''),
  note: z.string().max(2000).default(''),
  internalNote: z.string().max(2000).default(''),
  billing: storedAddress,
  /** Default: the billing address. */
  delivery: storedAddress.optional(),
  lines: z.array(orderLine).min(1).max(100),
  fees: z.array(fee).max(20).default([]),
  /** Codes. Each must apply. */
  coupons: z.array(line(100).min(1)).max(10).default([]),
  /** Id of a shipping option. Default: the first that ships to the address. */
  shippingMethod: z.string().max(100).optional(),
  /** An agreed price of shipping, independent of the available methods. */
  shipping: z.strictObject({ title: line(200).min(1), amount }).optional(),
  /** Id of a payment method. Default: the first that is available. */
  paymentMethod: z.string().max(50).optional(),
  /** Number of an earlier order that this one adds to. */
  amends: z.int().min(1).optional(),
  isTaxExempt: z.boolean().default(false),
  /** VAT number of a business, with the prefix of its country, without separators. */
  vatNumber: z
    .string()
    .regex(/^[A-Z0-9]{3,30}$/, 'expected the prefix of the country, digits and capitals, such as IE6388047V')
    .optional(),
  /** Id of an earlier order whose check of the VAT number is used again. */
  checkedOrder: z.int().positive().optional(),
  /** Idempotency key: a file with the same key never creates a second order. */
  requestKey: z
    .string()
    .regex(/^[\w-]{16,100}$/, 'expected 16 to 100 letters, digits, _ and -')
    .optional(),
});

/** The file of `shop orders create`. */
export const manualOrderFileSchema = manualOrderSchema.omit({ customerId: true, checkedOrder: true }).extend({
  billing: addressSchema,
  delivery: addressSchema.optional(),
  lines: z.array(fileLine).min(1).max(100),
});

export type ManualOrderFile = z.infer<typeof manualOrderFileSchema>;
export type ManualOrderInput = z.infer<typeof manualOrderSchema>;

export const toManualCustomer = ({
  customerId,
  email,
  isTaxExempt,
  vatNumber,
  checkedOrder,
}: ManualOrderInput): CalculationCustomer => ({
  ...{ id: customerId ?? null, email, isTaxExempt },
  ...{ vatNumber: vatNumber ?? null, checkedOrder: checkedOrder ?? null },
});
