import type { Db } from '#platform/database/database.ts';
import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';
import type {
  CalculationInput,
  CalculationLine,
  FreeShippingThreshold,
  ShippingOption,
  ShippingRefusal,
  TaxAddress,
} from './calculation.ts';
import type { CouponProblem } from './coupon-problem.ts';
import type { TaxRate } from './taxes.ts';

export interface ApplicableRate extends TaxRate {
  readonly appliesToShipping: boolean;
}

export interface TaxRates {
  /** Rates of each address, in the order of the request, sorted by priority. */
  readonly byAddress: readonly (readonly ApplicableRate[])[];
  /** Whether other addresses may have other rates. */
  readonly isByAddress: boolean;
}

export type FindTaxRates = (
  shop: Shop,
  db: Db,
  /** `taxClasses`: null for all tax classes. */
  request: { readonly addresses: readonly TaxAddress[]; readonly taxClasses: readonly string[] | null },
) => Promise<TaxRates>;

/**
 * Finds the tax rates of tax classes at addresses. The rates of all implementations apply. Call
 * `invalidateShownPrices` when the rates of the base address change.
 */
export const taxRateSources = definePort<FindTaxRates>('pricing.tax-rates');

/** Facts that determine whether a business owes the tax of its order itself. */
export interface ReverseChargeRequest {
  readonly vatNumber: string;
  /** The shop's own address. */
  readonly base: TaxAddress;
  /** The address whose rates would apply. */
  readonly taxed: TaxAddress;
  /** Delivery address; null when nothing is shipped. */
  readonly destination: TaxAddress | null;
  /** Whether the order has lines that are not shipped. */
  readonly hasServices: boolean;
  /** Id of the order whose stored answer about the VAT number is used again; null without such an order. */
  readonly checkedOrder: number | null;
}

export type IsReverseCharged = (shop: Shop, db: Db, request: ReverseChargeRequest) => Promise<boolean>;

/**
 * Decides whether a customer with a VAT number pays no tax, because they owe it in their own member state. Asked only
 * for orders with a VAT number; the order has no tax when one implementation returns true. Must not call another
 * server.
 */
export const reverseChargeRules = definePort<IsReverseCharged>('pricing.reverse-charge');

/** The lines to which a discount applies. Lines with an agreed price are never discounted. */
interface DiscountScope {
  /** Null for all products. Products that are not in the lines may be left out. */
  readonly productIds: readonly number[] | null;
}

/** A discount without a code. Amounts in minor units, with or without tax, as prices are entered. */
export interface Promotion extends DiscountScope {
  /** Id that is stored with orders, such as `promotion:12`. */
  readonly source: string;
  readonly id: number;
  readonly name: string;
  /**
   * `line` discounts each item by `amount`, `cart` discounts all lines together. All promotions of lines are applied
   * first.
   */
  readonly appliesTo: 'line' | 'cart';
  /** Lower numbers are applied first, then lower ids. */
  readonly priority: number;
  /** Number of items of these products that the order must have. */
  readonly minQuantity: number;
  /** Price of these products together that must be reached when the phase begins. Default: 0. */
  readonly minSpend?: number;
  /** Of the promotions of one group and phase, only the promotion with the highest threshold applies. */
  readonly tierGroup?: string | null;
  /** Whether shipping becomes free, too. Default: no. */
  readonly isFreeShipping?: boolean;
  /**
   * `rate`: percent times 10,000. `bundle`: of each `quantity` items the cheapest `free` items cost nothing; applies
   * to lines.
   */
  readonly discount:
    | { readonly type: 'percent'; readonly rate: number }
    | { readonly type: 'amount'; readonly amount: number }
    | { readonly type: 'bundle'; readonly quantity: number; readonly free: number }
    | { readonly type: 'none' };
}

export type FindPromotions = (shop: Shop, db: Db, input: CalculationInput) => Promise<readonly Promotion[]>;

/** Finds the promotions that are valid at the moment of a calculation. */
export const promotionSources = definePort<FindPromotions>('pricing.promotions');

/** A discount with a code. Amounts in minor units, with or without tax, as prices are entered. */
export interface Coupon extends DiscountScope {
  /** Id that is stored with orders, such as `coupon:12`. */
  readonly source: string;
  readonly id: number;
  /** The code in the shop's spelling. */
  readonly code: string;
  /** Lower numbers are applied first, then lower ids. */
  readonly priority: number;
  readonly excludesSaleItems: boolean;
  /** Whether no other coupon can be combined with this coupon. */
  readonly isIndividual: boolean;
  /** Price of all goods that must be reached when the phase of coupons begins; null without this condition. */
  readonly minSpend: number | null;
  readonly maxSpend: number | null;
  /** Number of items that are discounted, the most expensive first; null for all items. */
  readonly maxItems: number | null;
  readonly isFreeShipping: boolean;
  /** `rate`: percent times 10,000. `per`: discount of all lines together, or of each item. */
  readonly discount:
    | { readonly type: 'percent'; readonly rate: number }
    | { readonly type: 'amount'; readonly amount: number; readonly per: 'cart' | 'item' }
    | { readonly type: 'none' };
}

/** A code with its coupon, or with the reason why it never applies. */
export type FoundCoupon =
  | { readonly code: string; readonly coupon: Coupon }
  | { readonly code: string; readonly problem: CouponProblem };

/** Returns one entry for each code of the input, in its order. */
export type FindCoupons = (shop: Shop, db: Db, input: CalculationInput) => Promise<readonly FoundCoupon[]>;

/** Finds the coupons of codes. The last implementation in the list is used; it is not asked without codes. */
export const couponSource = definePort<FindCoupons>('pricing.coupons');

/** Items that are shipped together. */
export interface ShippingPackage {
  readonly address: TaxAddress;
  readonly lines: readonly CalculationLine[];
}

/** A line of a package, after discounts. Amounts in minor units, with or without tax, as prices are entered. */
export interface ShippedLine {
  readonly line: CalculationLine;
  /** Price of all items of the line. */
  readonly total: number;
}

/**
 * Contents of a package on which its shipping cost depends. Amounts in minor units, with or without tax, as prices
 * are entered.
 */
export interface ShippingContents {
  readonly lines: readonly ShippedLine[];
  /** Price of all lines of the order before discounts, including lines that are not shipped. */
  readonly itemsSubtotal: number;
  /** Price of all lines of the order after discounts. */
  readonly itemsTotal: number;
  /** Whether a coupon of the order makes shipping free for methods that accept such coupons. */
  readonly hasFreeShippingCoupon: boolean;
}

export interface ShippingQuote {
  /** In the order of display. */
  readonly options: readonly ShippingOption[];
  /** Reasons why other methods are not options. */
  readonly refusals: readonly ShippingRefusal[];
  /** Null when no minimum makes shipping free. */
  readonly freeShipping: FreeShippingThreshold | null;
  /**
   * Whether a method requires a coupon for free shipping, also when this method is not an option: such a coupon then
   * makes no other method free. Default: whether one of the options requires a coupon.
   */
  readonly hasCouponMethod?: boolean;
}

/** Must be pure: the same contents have the same quote, in any order of the lines. */
export type QuoteShipping = (contents: ShippingContents) => ShippingQuote;

export type LoadShippingRates = (
  shop: Shop,
  db: Db,
  request: { readonly package: ShippingPackage; readonly input: CalculationInput },
) => Promise<QuoteShipping>;

/**
 * Loads the shipping cost of a package; an order is one package. Options are shown in the order of the
 * implementations.
 */
export const shippingRateSources = definePort<LoadShippingRates>('pricing.shipping-rates');
