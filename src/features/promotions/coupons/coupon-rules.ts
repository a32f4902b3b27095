import { isEmail } from '#platform/mail/email-address.ts';
import type { coupons } from '../tables.ts';
import { maxCodeLength, toCouponKey } from './coupon-code.ts';

export const couponTypes = ['percent', 'cart', 'item', 'free-shipping'] as const;

/** A coupon whose rules are not checked yet. */
export interface CouponDraft
  extends Pick<
    typeof coupons.$inferSelect,
    'description' | 'minSpend' | 'maxSpend' | 'maxItems' | 'startsAt' | 'endsAt'
  > {
  /** Code after `cleanCode`. */
  readonly code: string;
  readonly type: (typeof couponTypes)[number];
  /** A percentage, or an amount in minor units, depending on the type. */
  readonly worth: number | null;
  /** Free shipping in addition to the discount. */
  readonly freeShipping: boolean;
  readonly allowedEmails: readonly string[];
}

export const maxEmails = 200;
export const maxDescriptionLength = 500;

/** Rules, each with the field that has to be corrected. */
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
  /** The invalid email address; empty for all other rules. */
  readonly email: string;
}

/**
 * Finds the broken rules of a coupon, for imports and the back office. The ranges of numbers are checked elsewhere.
 */
export function findBrokenRules(coupon: CouponDraft): readonly BrokenCouponRule[] {
  const { code, description, type, worth, freeShipping, minSpend, maxSpend, maxItems, startsAt, endsAt } = coupon;
  const isShippingOnly = type === 'free-shipping';
  // A pattern is valid if an address with letters and a dot in place of each asterisk is valid.
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
