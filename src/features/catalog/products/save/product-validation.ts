import { z } from 'zod';
import { contentUnits } from '#features/catalog/contract.ts';
import { addonFileTypes, addonKinds } from '#features/pricing/index.ts';
import { sanitiseHtml, toPlainText } from '#platform/texts/sanitise-html.ts';
import { isTimeZone } from '../event-date.ts';
import type { ProductProblem, ProductRecord, RecordChanges, VariationRecord } from './product-records.ts';

/** Undefined fields of `changes` change nothing. */
export function applyChanges<Stored extends object>(record: Stored, changes: RecordChanges<Stored>): Stored {
  const defined = Object.entries(changes).filter(([, value]) => value !== undefined);
  return { ...record, ...Object.fromEntries(defined) };
}

/**
 * Sanitises changed HTML, clears fields that the product type excludes, and sets the publishing date.
 * @param changes the changed fields; unchanged HTML is already sanitised
 */
export function normaliseProduct(
  record: ProductRecord,
  changes: RecordChanges<ProductRecord>,
  now: Date,
): ProductRecord {
  return {
    ...record,
    name: changes.name === undefined ? record.name : toPlainText(changes.name),
    description: changes.description === undefined ? record.description : sanitiseHtml(changes.description),
    shortDescription:
      changes.shortDescription === undefined ? record.shortDescription : sanitiseHtml(changes.shortDescription),
    purchaseNote: changes.purchaseNote === undefined ? record.purchaseNote : sanitiseHtml(changes.purchaseNote),
    externalUrl: record.type === 'external' ? record.externalUrl : null,
    buttonText: record.buttonText.trim(),
    publishedAt: record.status === 'published' ? (record.publishedAt ?? now) : record.publishedAt,
    publishAt: record.status === 'draft' || record.status === 'pending' ? record.publishAt : null,
    seoTitle: record.seoTitle.trim(),
    seoDescription: record.seoDescription.trim(),
  };
}

export function normaliseVariation(record: VariationRecord, changes: RecordChanges<VariationRecord>): VariationRecord {
  const round = (value: number | null, places: number) =>
    value === null ? null : Math.round(value * 10 ** places) / 10 ** places;
  const isMaster = record.id === record.productId;
  return {
    ...record,
    enabled: isMaster || record.enabled,
    description: changes.description === undefined ? record.description : sanitiseHtml(changes.description),
    saleFrom: record.salePrice === null ? null : record.saleFrom,
    saleTo: record.salePrice === null ? null : record.saleTo,
    weightGrams: round(record.weightGrams, 3),
    lengthMm: round(record.lengthMm, 2),
    widthMm: round(record.widthMm, 2),
    heightMm: round(record.heightMm, 2),
    unitAmount: round(record.unitAmount, 4),
    stock: isMaster ? { ...record.stock, isOwn: true } : record.stock,
  };
}

const text = (maxLength: number) =>
  z
    .string()
    .max(maxLength, `has more than ${maxLength} characters`)
    .refine((value) => !value.includes('\0'), 'contains a zero byte');
const nonEmptyText = (maxLength: number) => text(maxLength).refine((value) => value.trim() !== '', 'is empty');
const slug = nonEmptyText(200).regex(/^[^\s/?#%&]+$/, "has a space or one of / ? # % &, which a slug can't have");
const int32 = z.int('is not a whole number').min(-2147483648).max(2147483647, 'is too large');
const nonNegativeInt = int32.min(0, 'is below 0');
const price = z.int('is not a whole number of minor units').min(0, 'is below 0').max(1e12, 'is too large').nullable();
const measure = z.number().min(0, 'is below 0').max(9e7, 'is too large').nullable();
const address = z.url({ protocol: /^https?$/, error: 'is not an http or https address' }).max(2000, 'is too long');
const metaFields = z.record(z.string(), text(100_000));

const addonSchema = z
  .object({
    key: z.string().regex(/^[a-z0-9][a-z0-9_-]{0,59}$/, 'may contain only lower-case letters, digits, - and _'),
    kind: z.enum(addonKinds),
    label: nonEmptyText(200),
    help: text(1000),
    maxLength: z.int().min(1).max(10_000).nullable(),
    price: price.unwrap(),
    options: z.array(z.object({ value: nonEmptyText(200), label: nonEmptyText(200), price: price.unwrap() })).max(200),
    fileRule: z
      .object({
        types: z.array(z.enum(addonFileTypes)).min(1, 'takes no type of file'),
        maxBytes: z.int().min(1).max(50_000_000, 'is above 50,000,000 bytes'),
        maxFiles: z.int().min(1).max(10, 'is above 10 files'),
      })
      .nullish(),
  })
  .refine(
    ({ kind, fileRule = null }) => (kind === 'file') === (fileRule !== null),
    'has a rule of files although it is no file field, or lacks one',
  )
  .refine(
    ({ kind, options }) => ['checkboxes', 'select', 'radio'].includes(kind) === options.length > 0,
    'has options although its kind takes none, or lacks the options its kind needs',
  )
  .refine(
    ({ kind, maxLength }) => maxLength === null || kind === 'text' || kind === 'textarea',
    'has a maximum length although it is not a text field',
  );

const lineQuantity = z.int('is not a whole number').min(1, 'is below 1').max(9999, 'is above 9,999');

const safetyContact = z
  .strictObject({ name: nonEmptyText(300), address: nonEmptyText(1000), contact: nonEmptyText(300) })
  .nullish();

const productSchema = z
  .object({
    slug,
    name: nonEmptyText(300),
    shortDescription: text(100_000),
    description: text(1_000_000),
    purchaseNote: text(10_000),
    taxClass: slug,
    externalUrl: address.nullable(),
    buttonText: text(200),
    position: int32,
    importId: nonEmptyText(500).nullable(),
    seoTitle: text(200),
    seoDescription: text(500),
    safety: z.strictObject({ manufacturer: safetyContact, responsible: safetyContact }),
    meta: metaFields,
    soldIndividually: z.boolean(),
    minQuantity: lineQuantity,
    maxQuantity: lineQuantity.nullable(),
    quantityStep: lineQuantity,
    addons: z
      .array(addonSchema)
      .max(50)
      .refine((list) => new Set(list.map(({ key }) => key)).size === list.length, 'has a duplicate key'),
  })
  .refine(({ minQuantity, maxQuantity }) => maxQuantity === null || maxQuantity >= minQuantity, {
    path: ['maxQuantity'],
    error: 'is below the minimum quantity',
  })
  .refine(({ soldIndividually, minQuantity }) => !soldIndividually || minQuantity === 1, {
    path: ['minQuantity'],
    error: 'is above 1 although the product is sold individually',
  });

type EventFields = Pick<VariationRecord, 'eventStartsAt' | 'eventEndsAt' | 'eventTimeZone' | 'eventPlace' | 'eventUrl'>;

const variationSchema = z
  .object({
    position: int32,
    sku: nonEmptyText(100)
      .refine((value) => value === value.trim(), 'starts or ends with a space')
      .nullable(),
    gtin: nonEmptyText(50).nullable(),
    currency: z.string().regex(/^[A-Z]{3}$/, 'is not a currency code'),
    regularPrice: price,
    salePrice: price,
    saleFrom: z.date().nullable(),
    saleTo: z.date().nullable(),
    weightGrams: measure,
    lengthMm: measure,
    widthMm: measure,
    heightMm: measure,
    downloadLimit: nonNegativeInt.nullable(),
    downloadExpiryDays: nonNegativeInt.nullable(),
    taxClass: slug.nullable(),
    description: text(1_000_000),
    importId: nonEmptyText(500).nullable(),
    eventStartsAt: z.date().nullable(),
    eventEndsAt: z.date().nullable(),
    eventTimeZone: z.string().refine(isTimeZone, 'is not a time zone such as Europe/Amsterdam').nullable(),
    eventPlace: nonEmptyText(300).nullable(),
    eventUrl: address.nullable(),
    unitAmount: z.number().positive('is not above 0').max(9e7, 'is too large').nullable(),
    meta: metaFields,
    stock: z.object({ onHand: nonNegativeInt, lowStockThreshold: nonNegativeInt.nullable() }),
    unit: z.enum(contentUnits).nullable(),
    downloads: z.array(z.object({ name: nonEmptyText(300), location: nonEmptyText(2000) })).max(100),
  })
  .refine(({ salePrice, regularPrice }) => salePrice === null || (regularPrice !== null && salePrice < regularPrice), {
    path: ['salePrice'],
    error: 'is not below the regular price',
  })
  .refine(({ saleFrom, saleTo }) => saleFrom === null || saleTo === null || saleFrom < saleTo, {
    path: ['saleTo'],
    error: 'is not after the start of the sale',
  })
  .refine(({ unitAmount, unit }) => (unitAmount === null) === (unit === null), {
    path: ['unitAmount'],
    error: 'needs a unit, and a unit an amount',
  })
  .superRefine(checkEventDate);

/** An event has a start, an end and a time zone; place and address are optional. */
function checkEventDate(
  { eventStartsAt, eventEndsAt, eventTimeZone, eventPlace, eventUrl }: EventFields,
  { addIssue }: z.RefinementCtx,
): void {
  if (eventStartsAt === null) {
    const fields = { eventEndsAt, eventTimeZone, eventPlace, eventUrl };
    for (const [field, value] of Object.entries(fields))
      if (value !== null)
        addIssue({ code: 'custom', path: [field], message: 'is set although the event has no start' });
    return;
  }
  if (eventEndsAt === null) addIssue({ code: 'custom', path: ['eventEndsAt'], message: 'is missing for an event' });
  else if (eventEndsAt <= eventStartsAt)
    addIssue({ code: 'custom', path: ['eventEndsAt'], message: 'is not after the start of the event' });
  if (eventTimeZone === null) addIssue({ code: 'custom', path: ['eventTimeZone'], message: 'is missing for an event' });
}

export function validateProduct(record: ProductRecord): ProductProblem[] {
  return toProblems(productSchema.safeParse(record).error, '');
}

/** @param prefix prefix of field names in problems: `master.` or empty */
export function validateVariation(record: VariationRecord, prefix: string): ProductProblem[] {
  return toProblems(variationSchema.safeParse(record).error, prefix);
}

function toProblems(error: z.ZodError | undefined, prefix: string): ProductProblem[] {
  return (error?.issues ?? []).map((issue) => ({
    code: 'INVALID',
    field: prefix + issue.path.join('.'),
    message: issue.message,
  }));
}
