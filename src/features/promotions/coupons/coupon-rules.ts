import { isEmail } from '#platform/mail/email-address.ts';
import type { coupons } from '../tables.ts';
import { maxCodeLength, toCouponKey } from './coupon-code.ts';

export const couponTypes = ['percent', 'cart', 'item', 'free-shipping'] as const;

/** A coupon before its rules are checked. */
export interface CouponDraft
  extends Pick<
    typeof coupons.$inferSelect,
    'description' | 'minSpend' | 'maxSpend' | 'maxItems' | 'startsAt' | 'endsAt'
  > {
  /** Cleaned. */
  readonly code: string;
  readonly type: (typeof couponTypes)[number];
  /** A percentage, or an amount in minor units, by the type. */
  readonly worth: number | null;
  /** Beside the discount. */
  readonly freeShipping: boolean;
  readonly allowedEmails: readonly string[];
}

export const maxEmails = 200;
export const maxDescriptionLength = 500;

/** The broken rules, each with the field that is to be corrected. */
const couponRuleFields = {
  CODE_INVALID: 'code',
  DESCRIPTION_TOO_LONG: 'description',
  NO_DISCOUNT: 'amount',
  WORTH_NOT_NEEDED: 'amount',
  SPEND_REVERSED: 'maxSpend',
  ENDS_BEFORE_START: 'endsAt',
  MAX_ITEMS_WITHOUT_ITEMS: 'maxItems',
  EMAIL_INVALID: 'emails',
  TOO_MANY_EMAILS: 'emails',
} as const;

export type CouponRule = keyof typeof couponRuleFields;

export interface BrokenCouponRule {
  readonly code: CouponRule;
  readonly field: (typeof couponRuleFields)[CouponRule];
  /** The address that is none; otherwise empty. */
  readonly email: string;
}

/** What is wrong with a coupon besides the ranges of its numbers, for files and the back office. */
export function findBrokenRules(coupon: CouponDraft): readonly BrokenCouponRule[] {
  const { code, description, type, worth, freeShipping, minSpend, maxSpend, maxItems, startsAt, endsAt } = coupon;
  const isShippingOnly = type === 'free-shipping';
  // A pattern fits some address if one with letters and a dot at each asterisk is valid.
  const email = coupon.allowedEmails.find((each) => !isEmail(each.replaceAll('*', 'a.aa')));
  const broken: Readonly<Record<CouponRule, boolean>> = {
    CODE_INVALID: toCouponKey(code) === null || code.length > maxCodeLength,
    DESCRIPTION_TOO_LONG: description.length > maxDescriptionLength,
    NO_DISCOUNT: worth === null && !isShippingOnly && !freeShipping,
    WORTH_NOT_NEEDED: isShippingOnly && worth !== null,
    SPEND_REVERSED: minSpend !== null && maxSpend !== null && maxSpend < minSpend,
    ENDS_BEFORE_START: startsAt !== null && endsAt !== null && endsAt <= startsAt,
    MAX_ITEMS_WITHOUT_ITEMS: maxItems !== null && (worth === null || (type !== 'percent' && type !== 'item')),
    EMAIL_INVALID: email !== undefined,
    TOO_MANY_EMAILS: coupon.allowedEmails.length > maxEmails,
  };
  return (Object.keys(broken) as CouponRule[])
    .filter((rule) => broken[rule])
    .map((rule) => ({ code: rule, field: couponRuleFields[rule], email: email ?? '' }));
}

/** The columns of a coupon that keeps the rules. */
export function toCouponColumns({ type, worth, ...draft }: CouponDraft) {
  const isAmount = worth !== null && (type === 'cart' || type === 'item');
  return {
    ...draft,
    codeKey: toCouponKey(draft.code) ?? '',
    allowedEmails: [...draft.allowedEmails],
    percent: type === 'percent' ? worth : null,
    amount: isAmount ? worth : null,
    amountPer: isAmount ? type : null,
    freeShipping: draft.freeShipping || type === 'free-shipping',
  };
}
