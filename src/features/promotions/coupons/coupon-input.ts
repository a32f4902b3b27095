import type { ShopConfig } from '#platform/config/shop-config.ts';
import type { Db } from '#platform/database/database.ts';
import { type NumberNotation, readPercent, readWhole } from '#platform/input/read-number.ts';
import { describeAmountProblem, readAmount } from '#platform/money/read-amount.ts';
import { findScope, type ScopeInput, splitList } from '../scope-input.ts';
import type { coupons } from '../tables.ts';
import { cleanCode, maxCodeLength } from './coupon-code.ts';
import {
  type BrokenCouponRule,
  type CouponDraft,
  type CouponRule,
  findBrokenRules,
  maxDescriptionLength,
  maxEmails,
  toCouponColumns,
} from './coupon-rules.ts';
import { toEmailPattern } from './emails.ts';

export type CouponInput = Omit<typeof coupons.$inferSelect, 'id' | 'createdAt'>;

/** A field of a coupon as text: a cell of an imported file, or a control of the form. */
export type CouponField =
  | ('code' | 'description' | 'type' | 'amount' | 'freeShipping' | 'minSpend' | 'maxSpend' | 'products' | 'categories')
  | ('brands' | 'excludedProducts' | 'excludedCategories' | 'excludedBrands' | 'excludesSaleItems' | 'individualUse')
  | ('usageLimit' | 'usageLimitPerCustomer' | 'maxItems' | 'emails' | 'priority' | 'startsAt' | 'endsAt' | 'isEnabled')
  // From exports of other shops: whether the coupon was published there, and how often it was used.
  | ('status' | 'usageCount');

/** An empty text is treated as absent. */
export type CouponTexts = Readonly<Partial<Record<CouponField, string>>>;

export interface CouponFieldProblem {
  readonly field: CouponField;
  readonly message: string;
}

/** A change that the import makes to a coupon of another shop. */
export interface CouponWarning extends CouponFieldProblem {
  readonly code: 'COUPON_NOT_PUBLISHED' | 'COUPON_USED_BEFORE';
}

export type CouponInputResult =
  | { readonly ok: true; readonly input: CouponInput; readonly warnings: readonly CouponWarning[] }
  | { readonly ok: false; readonly problems: readonly CouponFieldProblem[] };

/**
 * Reads a coupon from texts. Amounts are in the shop's currency, slugs in the shop's language.
 * @param notation decimal and group separators of a file's numbers
 */
export async function readCoupon(
  db: Db,
  texts: CouponTexts,
  { currency, locale }: Pick<ShopConfig, 'currency' | 'locale'>,
  notation: NumberNotation = {},
): Promise<CouponInputResult> {
  const problems: CouponFieldProblem[] = [];
  const reader = createReader(texts, { currency, notation }, problems);
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
/** Currency and number notation in which amounts are written, such as those of a file. */
export interface AmountFormat {
  readonly currency: string;
  readonly notation: NumberNotation;
}

function createReader(texts: CouponTexts, { currency, notation }: AmountFormat, problems: CouponFieldProblem[]) {
  const report = (field: CouponField, message: string) => void problems.push({ field, message });
  const text = (field: CouponField): string => texts[field]?.trim() ?? '';
  /** @returns null when the field is empty or invalid */
  const read = <Value>(field: CouponField, parse: (given: string) => Value | undefined, expected: string) => {
    if (text(field) === '') return null;
    const value = parse(text(field));
    if (value === undefined) report(field, `expected ${expected}`);
    return value ?? null;
  };
  return {
    ...{ text, read, report },
    /** Reports broken rules, except for fields that could not be read: those have a problem already. */
    reportRules: (draft: CouponDraft) => {
      const unread = new Set(problems.map(({ field }) => field));
      for (const rule of findBrokenRules(draft))
        if (!unread.has(rule.field)) report(rule.field, ruleMessages[rule.code](rule));
    },
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

/** Reads a date, or seconds since 1970. */
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

export const maxLimit = 2_147_483_647;

function readFacts(reader: Reader, currency: string): CouponFacts {
  const { text, read, reportRules, whole, flag, amount, date } = reader;
  const draft: CouponDraft = {
    ...readDiscount(reader),
    code: cleanCode(text('code')),
    description: text('description'),
    minSpend: amount('minSpend'),
    maxSpend: amount('maxSpend'),
    maxItems: whole('maxItems', 9999),
    allowedEmails: splitList(text('emails')).map(toEmailPattern),
    startsAt: date('startsAt'),
    endsAt: date('endsAt'),
  };
  reportRules(draft);
  return {
    ...toCouponColumns(draft),
    currency,
    excludesSaleItems: flag('excludesSaleItems'),
    individualUse: flag('individualUse'),
    usageLimitPerCustomer: whole('usageLimitPerCustomer', maxLimit),
    priority: read('priority', (given) => readWhole(given, 0, 1000) ?? undefined, '0 to 1000') ?? 10,
  };
}

/** Messages for the rows of an imported file. The back office has its own texts. */
const ruleMessages: Readonly<Record<CouponRule, (rule: BrokenCouponRule) => string>> = {
  CODE_INVALID: () => `expected 1 to ${maxCodeLength} characters`,
  DESCRIPTION_TOO_LONG: () => `expected at most ${maxDescriptionLength} characters`,
  NO_DISCOUNT: () => 'expected a discount, or free shipping',
  WORTH_NOT_NEEDED: () => 'is not for free shipping alone',
  SPEND_REVERSED: () => 'expected no less than the minimum',
  ENDS_BEFORE_START: () => 'expected a date after the start',
  MAX_ITEMS_WITHOUT_ITEMS: () => 'is for a percentage or an amount off each item',
  EMAIL_INVALID: ({ email }) => `${email} is no email address, such as ada@example.com or *@example.com`,
  TOO_MANY_EMAILS: () => `expected at most ${maxEmails}`,
};

/**
 * Reads the state of a coupon. It is disabled when another shop had not published it, or when its uses there reached
 * the limit.
 */
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

/** Names of types, including those in exports of other shops. */
const types = new Map<string, 'percent' | 'cart' | 'item' | 'free-shipping'>([
  ...['percent', 'percentage', 'percent_product'].map((name) => [name, 'percent'] as const),
  ...['cart', 'fixed_cart', 'fixed_amount'].map((name) => [name, 'cart'] as const),
  ...['item', 'fixed_product'].map((name) => [name, 'item'] as const),
  ...['free-shipping', 'free_shipping', 'shipping'].map((name) => [name, 'free-shipping'] as const),
]);

function readDiscount({
  text,
  read,
  report,
  flag,
  amount,
}: Reader): Pick<CouponDraft, 'type' | 'worth' | 'freeShipping'> {
  const given = read('type', (name) => types.get(name.toLowerCase()), 'percent, cart, item or free-shipping');
  if (text('type') === '') report('type', 'expected percent, cart, item or free-shipping');
  const type = given ?? 'cart';
  // Exports of other shops write a free-shipping coupon as a discount of 0.
  if (/^0*([.,]0*)?$/.test(text('amount'))) return { type, worth: null, freeShipping: flag('freeShipping') };
  const readRate = (rate: string) => readPercent(rate) || undefined;
  const worth = type === 'percent' ? read('amount', readRate, 'a percentage up to 100') : amount('amount');
  return { type, worth, freeShipping: flag('freeShipping') };
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
