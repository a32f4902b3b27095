import { z } from 'zod';
import { storableText } from '#platform/texts/storable-text.ts';
import { type CartReply, fragmentsField } from './contract.ts';

const textSchema = storableText(10_000);
const fieldValueSchema = z.union([textSchema, z.array(textSchema).max(100), z.number(), z.boolean(), z.null()]);
export const formSchema = z
  .record(z.string().max(200), fieldValueSchema)
  .refine((fields) => Object.keys(fields).length <= 200, { error: 'at most 200 fields' });

export type FormTexts = Readonly<Record<string, string | readonly string[]>>;

export const formFields = formSchema.transform(toFormTexts);

export function toFormTexts(fields: Readonly<Record<string, z.infer<typeof fieldValueSchema>>>): FormTexts {
  const entries = Object.entries(fields).flatMap(([name, value]): [string, string | string[]][] =>
    value === null ? [] : [[name, Array.isArray(value) ? value : String(value)]],
  );
  return Object.fromEntries(entries);
}

export function readFirstValue(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.[0];
}

/** Returns NaN for anything but a whole number; later checks reject NaN. */
export function readQuantity(text: string): number {
  return /^\d{1,6}$/.test(text.trim()) ? Number(text) : Number.NaN;
}

const fragmentsBody = z.looseObject({ [fragmentsField]: z.string().max(10_000) });
const fragmentOptions = z.record(z.string().max(100), z.unknown());

/** The fragments that a call requests; none when they can't be read. */
export function readRequestedFragments(body: unknown): Readonly<Record<string, unknown>> {
  const text = fragmentsBody.safeParse(body);
  if (!text.success) return {};
  try {
    return fragmentOptions.parse(JSON.parse(String(text.data[fragmentsField])));
  } catch {
    return {};
  }
}

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
export const cartReplyFields = { ...cartState, message: z.string(), fragments: z.record(z.string(), z.string()) };

export const cartReply: z.ZodType<CartReply> = z.strictObject(cartReplyFields).meta({ id: 'CartReply' });
