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
  /** By address, as in the request. Rates are in the order of their priority. */
  readonly byAddress: readonly (readonly ApplicableRate[])[];
  /** Another address may have other rates. */
  readonly isByAddress: boolean;
}

export type FindTaxRates = (
  shop: Shop,
  db: Db,
  /** `taxClasses`: null for all. */
  request: { readonly addresses: readonly TaxAddress[]; readonly taxClasses: readonly string[] | null },
) => Promise<TaxRates>;

/**
 * Finds the tax rates of tax classes at addresses. The rates of all implementations apply. Call
 * `invalidateShownPrices` when the rates of the base address change.
 */
export const taxRateSources = definePort<FindTaxRates>('pricing.tax-rates');

/** What decides whether a business owes the tax of its order itself. */
export interface ReverseChargeRequest {
  readonly vatNumber: string;
  /** The shop's own address. */
  readonly base: TaxAddress;
  /** Whose rates would apply. */
  readonly taxed: TaxAddress;
  /** Where goods go; null when nothing is shipped. */
  readonly destination: TaxAddress | null;
  /** Whether it has more than goods that are shipped. */
  readonly hasServices: boolean;
  /** The order whose answer about the number is used again; null without one. */
  readonly checkedOrder: number | null;
}

export type IsReverseCharged = (shop: Shop, db: Db, request: ReverseChargeRequest) => Promise<boolean>;

/**
 * Decides whether a customer with a VAT number pays no tax, because they owe it in their own member state. Asked for
 * orders with a number alone; one yes is enough. Makes no request to another server.
 */
export const reverseChargeRules = definePort<IsReverseCharged>('pricing.reverse-charge');

/** Which lines a discount is for. Lines with an agreed price never have one. */
interface DiscountScope {
  /** Null: all products. Products of the lines are enough: others are not read. */
  readonly productIds: readonly number[] | null;
}

/** A discount that applies by itself. Amounts in minor units, entered like prices. */
export interface Promotion extends DiscountScope {
  /** Stored with orders, such as `promotion:12`. */
  readonly source: string;
  readonly id: number;
  readonly name: string;
  /** `line` takes `amount` off each item, `cart` off all lines together. All `line` ones come first. */
  readonly appliesTo: 'line' | 'cart';
  /** Smaller ones come first, then smaller ids. */
  readonly priority: number;
  /** Items of these products that the order must have. */
  readonly minQuantity: number;
  /** What these products must cost together when the phase begins. Default: nothing. */
  readonly minSpend?: number;
  /** Of the promotions of one group and phase, only the one with the highest threshold applies. */
  readonly tierGroup?: string | null;
  /** Takes the shipping cost off, too. Default: no. */
  readonly isFreeShipping?: boolean;
  /**
   * `rate`: percent times 10,000. `bundle`: of each `quantity` items the cheapest `free` cost
   * nothing; it applies to lines.
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

/** A discount by a code. Amounts in minor units, entered like prices. */
export interface Coupon extends DiscountScope {
  /** Stored with orders, such as `coupon:12`. */
  readonly source: string;
  readonly id: number;
  /** As the shop writes it. */
  readonly code: string;
  /** Smaller ones come first, then smaller ids. */
  readonly priority: number;
  readonly excludesSaleItems: boolean;
  /** No other coupon applies beside it. */
  readonly isIndividual: boolean;
  /** What all goods must cost when the coupons' phase begins; null without a condition. */
  readonly minSpend: number | null;
  readonly maxSpend: number | null;
  /** How many items get the discount, the most expensive first; null for all. */
  readonly maxItems: number | null;
  readonly isFreeShipping: boolean;
  /** `rate`: percent times 10,000. `per`: off all lines together, or off each item. */
  readonly discount:
    | { readonly type: 'percent'; readonly rate: number }
    | { readonly type: 'amount'; readonly amount: number; readonly per: 'cart' | 'item' }
    | { readonly type: 'none' };
}

/** A code with its coupon, or why it does not apply to anything. */
export type FoundCoupon =
  | { readonly code: string; readonly coupon: Coupon }
  | { readonly code: string; readonly problem: CouponProblem };

/** Returns one entry for each code of the input, in its order. */
export type FindCoupons = (shop: Shop, db: Db, input: CalculationInput) => Promise<readonly FoundCoupon[]>;

/**
 * Finds the coupons of codes. The last implementation in the list is used; it is not asked without
 * codes.
 */
export const couponSource = definePort<FindCoupons>('pricing.coupons');

/** Items that are shipped together. */
export interface ShippingPackage {
  readonly address: TaxAddress;
  readonly lines: readonly CalculationLine[];
}

/** A line of a package, after discounts. Amounts in minor units, entered like prices. */
export interface ShippedLine {
  readonly line: CalculationLine;
  /** Of all its items. */
  readonly total: number;
}

/** What shipping costs depend on besides the address. Amounts in minor units, entered like prices. */
export interface ShippingContents {
  /** The lines of the package. */
  readonly lines: readonly ShippedLine[];
  /** All lines of the order before discounts, also those that are not shipped. */
  readonly itemsSubtotal: number;
  /** The same after discounts. */
  readonly itemsTotal: number;
  /** A coupon of the order makes shipping free where a method accepts one. */
  readonly hasFreeShippingCoupon: boolean;
}

export interface ShippingQuote {
  /** In the order of display. */
  readonly options: readonly ShippingOption[];
  /** Why other methods are no options. */
  readonly refusals: readonly ShippingRefusal[];
  /** Null when no minimum makes shipping free. */
  readonly freeShipping: FreeShippingThreshold | null;
  /**
   * A method asks for a coupon for free shipping, whether it is an option or not: such a coupon
   * makes no other method free. Default: whether one of the options does.
   */
  readonly hasCouponMethod?: boolean;
}

/** Pure: the same contents have the same quote, in any order of the lines. */
export type QuoteShipping = (contents: ShippingContents) => ShippingQuote;

export type LoadShippingRates = (
  shop: Shop,
  db: Db,
  request: { readonly package: ShippingPackage; readonly input: CalculationInput },
) => Promise<QuoteShipping>;

/**
 * Loads what shipping a package costs; an order is one package. Options are shown in the order of
 * the implementations.
 */
export const shippingRateSources = definePort<LoadShippingRates>('pricing.shipping-rates');
