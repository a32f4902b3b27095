import type { ShopConfig } from '#platform/config/shop-config.ts';
import type { Db } from '#platform/database/database.ts';
import { type NumberNotation, readPercent, readWhole } from '#platform/input/read-number.ts';
import { isEmail } from '#platform/mail/email-address.ts';
import { describeAmountProblem, readAmount } from '#platform/money/read-amount.ts';
import { findScope, type ScopeInput, splitList } from '../scope-input.ts';
import type { coupons } from '../tables.ts';
import { cleanCode, maxCodeLength, toCouponKey } from './coupon-code.ts';
import { toEmailPattern } from './emails.ts';

export type CouponInput = Omit<typeof coupons.$inferSelect, 'id' | 'createdAt'>;

/** A field of a coupon as text: a cell of a file, or a control of the form. */
export type CouponField =
  | ('code' | 'description' | 'type' | 'amount' | 'freeShipping' | 'minSpend' | 'maxSpend' | 'products' | 'categories')
  | ('brands' | 'excludedProducts' | 'excludedCategories' | 'excludedBrands' | 'excludesSaleItems' | 'individualUse')
  | ('usageLimit' | 'usageLimitPerCustomer' | 'maxItems' | 'emails' | 'priority' | 'startsAt' | 'endsAt' | 'isEnabled')
  // How another shop had published the coupon, and how often it was used there.
  | ('status' | 'usageCount');

/** Empty: not given. */
export type CouponTexts = Readonly<Partial<Record<CouponField, string>>>;

export interface CouponFieldProblem {
  readonly field: CouponField;
  readonly message: string;
}

/** What the shop changes of a coupon that another shop had. */
export interface CouponWarning extends CouponFieldProblem {
  readonly code: 'COUPON_NOT_PUBLISHED' | 'COUPON_USED_BEFORE';
}

export type CouponInputResult =
  | { readonly ok: true; readonly input: CouponInput; readonly warnings: readonly CouponWarning[] }
  | { readonly ok: false; readonly problems: readonly CouponFieldProblem[] };

/** Reads a coupon, with amounts and slugs as the shop has them. @param notation of a file's numbers */
export async function readCoupon(
  db: Db,
  texts: CouponTexts,
  { currency, locale }: Pick<ShopConfig, 'currency' | 'locale'>,
  notation: NumberNotation = {},
): Promise<CouponInputResult> {
  const problems: CouponFieldProblem[] = [];
  const reader = createReader(
    texts,
    { currency, notation },
    (field, message) => void problems.push({ field, message }),
  );
  const facts = readFacts(reader, currency);
  const { warnings, ...state } = readState(reader);
  const wanted = await readScope(db, locale, reader, ['products', 'categories', 'brands']);
  const unwanted = await readScope(db, locale, reader, ['excludedProducts', 'excludedCategories', 'excludedBrands']);
  if (problems.length > 0) return { ok: false, problems };
  const input = {
    ...facts,
    ...state,
    ...wanted,
    excludedProductIds: unwanted.productIds,
    excludedCategoryIds: unwanted.categoryIds,
    excludedBrandIds: unwanted.brandIds,
  };
  return { ok: true, input, warnings };
}

type Reader = ReturnType<typeof createReader>;
type ReportProblem = (field: CouponField, message: string) => void;

/** How amounts are written, such as those of a file. */
export interface AmountFormat {
  readonly currency: string;
  readonly notation: NumberNotation;
}

function createReader(texts: CouponTexts, { currency, notation }: AmountFormat, report: ReportProblem) {
  const text = (field: CouponField): string => texts[field]?.trim() ?? '';
  /** Null when it is not given or invalid. */
  const read = <Value>(field: CouponField, parse: (given: string) => Value | undefined, expected: string) => {
    if (text(field) === '') return null;
    const value = parse(text(field));
    if (value === undefined) report(field, `expected ${expected}`);
    return value ?? null;
  };
  return {
    ...{ text, read, report },
    amount: (field: CouponField) => {
      if (text(field) === '') return null;
      const amount = readAmount(text(field), currency, notation);
      if (!amount) report(field, amount === 0 ? 'expected more than 0' : describeAmountProblem(text(field), currency));
      return amount || null;
    },
    whole: (field: CouponField, max: number) =>
      read(field, (given) => readWhole(given, 1, max, notation) ?? undefined, `a whole number from 1 to ${max}`),
    flag: (field: CouponField, otherwise = false) =>
      read(field, (given) => flags.get(given.toLowerCase()), 'yes or no') ?? otherwise,
    date: (field: CouponField) => read(field, readMoment, 'a date such as 2026-11-27 or 2026-11-27T08:00Z'),
  };
}

const flags = new Map([
  ...['yes', 'true', '1'].map((text) => [text, true] as const),
  ...['no', 'false', '0'].map((text) => [text, false] as const),
]);

const secondMs = 1000;

/** A date, or seconds since 1970. */
function readMoment(text: string): Date | undefined {
  return /^\d{9,11}$/.test(text) ? new Date(Number(text) * secondMs) : readDate(text);
}

/** Reads a date such as `2026-11-27` or `2026-11-27T08:00Z`. Times without an offset are in UTC. */
function readDate(text: string): Date | undefined {
  if (!/^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:\d{2})?)?$/.test(text)) return undefined;
  const joined = text.replace(' ', 'T');
  const date = new Date(/T.*(Z|[+-]\d{2}:\d{2})$|^[^T]+$/.test(joined) ? joined : `${joined}Z`);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

type CouponState = Pick<CouponInput, 'isEnabled' | 'usageLimit'>;
type CouponFacts = Omit<
  CouponInput,
  keyof CouponState | keyof Awaited<ReturnType<typeof readScope>> | `excluded${string}Ids`
>;

const maxLimit = 2_147_483_647;

function readFacts(reader: Reader, currency: string): CouponFacts {
  const { text, read, report, whole, flag, amount, date } = reader;
  const facts = {
    ...readCode(reader),
    ...readDiscount(reader),
    description: text('description'),
    currency,
    minSpend: amount('minSpend'),
    maxSpend: amount('maxSpend'),
    excludesSaleItems: flag('excludesSaleItems'),
    individualUse: flag('individualUse'),
    usageLimitPerCustomer: whole('usageLimitPerCustomer', maxLimit),
    maxItems: whole('maxItems', 9999),
    allowedEmails: readEmails(reader),
    priority: read('priority', (given) => readWhole(given, 0, 1000) ?? undefined, '0 to 1000') ?? 10,
    startsAt: date('startsAt'),
    endsAt: date('endsAt'),
  };
  if (facts.description.length > 500) report('description', 'expected at most 500 characters');
  if (facts.minSpend !== null && facts.maxSpend !== null && facts.maxSpend < facts.minSpend)
    report('maxSpend', 'expected no less than the minimum');
  if (facts.startsAt && facts.endsAt && facts.endsAt <= facts.startsAt)
    report('endsAt', 'expected a date after the start');
  if (facts.maxItems !== null && facts.percent === null && facts.amountPer !== 'item')
    report('maxItems', 'is for a percentage or an amount off each item');
  return facts;
}

/** A coupon that another shop had not published, or that was used up there, is disabled. */
function readState({ text, read, whole, flag }: Reader): CouponState & { readonly warnings: readonly CouponWarning[] } {
  const warnings: CouponWarning[] = [];
  const parseCount = (given: string) => readWhole(given, 0, maxLimit) ?? undefined;
  const usageCount = read('usageCount', parseCount, `a whole number from 0 to ${maxLimit}`) ?? 0;
  const limit = whole('usageLimit', maxLimit);
  const status = text('status');
  const isPublished = status === '' || status.toLowerCase() === 'publish';
  if (!isPublished) {
    const message = `'${status}' is not 'publish', so the coupon is disabled`;
    warnings.push({ field: 'status', code: 'COUPON_NOT_PUBLISHED', message });
  }
  const left = limit === null ? null : Math.max(limit - usageCount, 0);
  if (usageCount > 0 && left !== null) {
    const result = left === 0 ? 'the coupon is disabled' : `the limit is ${left}`;
    const message = `${usageCount} of ${limit} uses are gone, so ${result}`;
    warnings.push({ field: 'usageCount', code: 'COUPON_USED_BEFORE', message });
  }
  return { isEnabled: flag('isEnabled', true) && isPublished && left !== 0, usageLimit: left || limit, warnings };
}

function readCode({ text, report }: Reader): Pick<CouponInput, 'code' | 'codeKey'> {
  const code = cleanCode(text('code'));
  const codeKey = toCouponKey(code);
  if (codeKey === null || code.length > maxCodeLength) report('code', `expected 1 to ${maxCodeLength} characters`);
  return { code, codeKey: codeKey ?? '' };
}

/** Names of types, also of files of other shops. */
const types = new Map<string, 'percent' | 'cart' | 'item' | 'free-shipping'>([
  ...['percent', 'percentage', 'percent_product'].map((name) => [name, 'percent'] as const),
  ...['cart', 'fixed_cart', 'fixed_amount'].map((name) => [name, 'cart'] as const),
  ...['item', 'fixed_product'].map((name) => [name, 'item'] as const),
  ...['free-shipping', 'free_shipping', 'shipping'].map((name) => [name, 'free-shipping'] as const),
]);

type Discount = Pick<CouponInput, 'percent' | 'amount' | 'amountPer' | 'freeShipping'>;

function readDiscount({ text, read, report, flag, amount }: Reader): Discount {
  const type = read('type', (given) => types.get(given.toLowerCase()), 'percent, cart, item or free-shipping');
  const freeShipping = flag('freeShipping') || type === 'free-shipping';
  const nothing = { percent: null, amount: null, amountPer: null, freeShipping };
  // A free-shipping coupon of another shop is a discount of 0.
  const isZero = /^0*([.,]0*)?$/.test(text('amount'));
  if (type === 'free-shipping' || (freeShipping && isZero)) {
    if (!isZero) report('amount', 'is not for free shipping alone');
    return nothing;
  }
  if (isZero) report('amount', 'expected a discount, or free shipping');
  if (type === 'percent') {
    const percent = isZero
      ? null
      : read('amount', (given) => readPercent(given) || undefined, 'a percentage up to 100');
    return { ...nothing, percent };
  }
  if (type === null && text('type') === '') report('type', 'expected percent, cart, item or free-shipping');
  return { ...nothing, amount: isZero ? null : amount('amount'), amountPer: type === 'item' ? 'item' : 'cart' };
}

const maxEmails = 200;

function readEmails({ text, report }: Reader): string[] {
  const emails = splitList(text('emails')).map(toEmailPattern);
  // A pattern fits some address if one with letters and a dot at each asterisk is valid.
  const invalid = emails.find((email) => !isEmail(email.replaceAll('*', 'a.aa')));
  if (invalid !== undefined)
    report('emails', `${invalid} is no e-mail address, such as ada@example.com or *@example.com`);
  if (emails.length > maxEmails) report('emails', `expected at most ${maxEmails}`);
  return emails;
}

async function readScope(
  db: Db,
  locale: string,
  { text, report }: Reader,
  [products, categories, brands]: readonly [CouponField, CouponField, CouponField],
) {
  const input: ScopeInput = { products: text(products), categories: text(categories), brands: text(brands) };
  const scope = await findScope(db, locale, input);
  if (!('problem' in scope)) return scope;
  const fields = { products, categories, brands };
  report(fields[scope.problem.field], scope.problem.message);
  return { productIds: [], categoryIds: [], brandIds: [] };
}
