import type { CouponProblem } from './coupon-problem.ts';
import type { TaxLine, TaxRate } from './taxes.ts';

/** The parts of a postal address that determine taxes and shipping. */
export interface TaxAddress {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** Empty when unknown, like `postcode` and `city`. */
  readonly state: string;
  readonly postcode: string;
  readonly city: string;
}

/** `shipping`: only the shipping of the product is taxed. */
export type LineTaxStatus = 'taxable' | 'shipping' | 'none';

/** A priced line. Amounts in minor units, with or without tax, as prices are entered. */
export interface CalculationLine {
  /** Unique and stable. Breaks ties, so that the order of the lines does not matter. */
  readonly key: string;
  readonly productId: number;
  readonly quantity: number;
  /** Price of one item with its add-ons. */
  readonly unitPrice: number;
  /** Price of one item that was agreed with the customer: replaces the unit price, and excludes discounts. */
  readonly agreedPrice: number | null;
  readonly taxClass: string;
  readonly taxStatus: LineTaxStatus;
  readonly needsShipping: boolean;
  /** Weight of one item; null when it is unknown. */
  readonly weightGrams: number | null;
  /** Slug of the shipping class; null without one. */
  readonly shippingClass: string | null;
  /** Whether the price is a sale price, which coupons can exclude. Default: no. */
  readonly isOnSale?: boolean;
}

/** The customer of a calculation. When it is null, conditions that depend on the customer count as fulfilled. */
export interface CalculationCustomer {
  readonly id: number | null;
  /** Email address of the order; null also when it is the customer's address. */
  readonly email: string | null;
  readonly isTaxExempt: boolean;
  /** VAT number of a business, with the prefix of its country. Default: none. */
  readonly vatNumber?: string | null;
  /** Id of the order whose stored answer about the VAT number is used again. Default: none. */
  readonly checkedOrder?: number | null;
}

/** An amount that is added to the order, with or without tax, as prices are entered. */
export interface CalculationFee {
  /** Unique and stable. */
  readonly key: string;
  readonly name: string;
  /** Minor units. */
  readonly amount: number;
  /** Null when the fee is not taxed. */
  readonly taxClass: string | null;
}

export interface CalculationInput {
  /** ISO 4217. */
  readonly currency: string;
  /** The moment whose prices and promotions apply. */
  readonly at: Date;
  readonly lines: readonly CalculationLine[];
  readonly fees: readonly CalculationFee[];
  /** Codes as they were typed, in the order in which they were added. Default: none. */
  readonly coupons?: readonly string[];
  readonly customer: CalculationCustomer | null;
  /**
   * Finds the orders that the calculated order replaces: their coupons and promotions for the first order don't
   * count. Called only if needed. Default: no orders.
   */
  readonly findReplacedOrders?: () => Promise<readonly number[]>;
  /** When it is null, or nothing is shipped, the billing address is used. */
  readonly shippingAddress: TaxAddress | null;
  readonly billingAddress: TaxAddress | null;
  /**
   * The chosen option of each package; there is at most one package. An empty list selects the first option, null
   * leaves shipping out of the totals.
   */
  readonly shippingMethodIds: readonly string[] | null;
  /**
   * Shipping that was agreed with the customer: replaces all shipping options, and excludes discounts. Default: none.
   */
  readonly agreedShipping?: { readonly title: string; readonly amount: number } | null;
}

/** Minor units. `net` plus the amounts of `taxes` is `gross`. */
interface TaxedPart {
  readonly key: string;
  readonly net: number;
  readonly tax: number;
  readonly gross: number;
  readonly taxes: readonly TaxLine[];
}

export interface CalculatedLine extends TaxedPart {
  readonly quantity: number;
  /** Price of one item: the agreed price, else the price with add-ons. */
  readonly unitPrice: number;
  /** Price of all items before discounts, with or without tax, as prices are entered. */
  readonly subtotal: number;
  readonly subtotalNet: number;
  readonly subtotalGross: number;
  /** Price of all items after discounts, with or without tax, as prices are entered. */
  readonly total: number;
}

export interface CalculatedShipping extends TaxedPart {
  readonly methodId: string;
  readonly title: string;
  /** After discounts, with or without tax, as prices are entered. */
  readonly total: number;
}

/** A shipping method with its price for an order, in minor units, with or without tax, as prices are entered. */
export interface ShippingOption {
  /** `methodId:rest`, where `methodId` consists of word characters. */
  readonly id: string;
  readonly title: string;
  /** A line below the title, such as the address of a pickup place. */
  readonly detail?: string;
  readonly amount: number;
  /** Whether the order is picked up at the shop, and taxed at the base address. */
  readonly isPickup: boolean;
  /** Days in transit. Default: the shop's settings. */
  readonly transitDays?: { readonly min: number; readonly max: number } | undefined;
  /** Whether this is an option only because a coupon makes shipping free. Default: no. */
  readonly needsCoupon?: boolean;
}

/** Measure by which a table of shipping costs is looked up: grams, minor units or items. */
export type ShippingMeasure = 'weight' | 'total' | 'quantity';

/**
 * Reason why a shipping method is not an option. Amounts in minor units, with or without tax, as prices are entered.
 */
export type ShippingRefusal =
  /** `isCountryServed`: the shop ships to other addresses of the country. */
  | { readonly code: 'NO_ZONE'; readonly isCountryServed: boolean }
  | { readonly code: 'NO_METHODS' }
  | (RefusedMethod & { readonly code: 'MINIMUM_NOT_REACHED'; readonly missing: number })
  | (RefusedMethod & { readonly code: 'COUPON_REQUIRED' | 'COST_UNDEFINED' })
  /** `max`: the largest value of the table; null when the value is below or between its rows. */
  | (RefusedMethod & {
      readonly code: 'OUTSIDE_TABLE';
      readonly by: ShippingMeasure;
      readonly value: number;
      readonly max: number | null;
    });

interface RefusedMethod {
  readonly methodId: string;
  readonly title: string;
}

/** Minimum from which shipping is free. Minor units, with or without tax, as prices are entered. */
export interface FreeShippingThreshold {
  readonly minimum: number;
  /** Amount that is missing to the minimum; 0 when it is reached. */
  readonly missing: number;
}

/** A shipping option with its cost without and with tax, in minor units. */
export interface TaxedShippingOption extends ShippingOption {
  readonly net: number;
  readonly gross: number;
}

/** Lines that are shipped together, with their shipping options. */
export interface CalculatedPackage {
  /** Stable, and unique in its order. */
  readonly key: string;
  /** Id of the stock location from which the package is sent. */
  readonly locationId: number;
  /** Keys of the package's lines, in the order of the input. */
  readonly lineKeys: readonly string[];
  /** In the order of display. Empty when no method applies. */
  readonly options: readonly TaxedShippingOption[];
  /** The chosen option, else the first; null when shipping is left out of the totals. */
  readonly selected: CalculatedShipping | null;
  /** Reasons why other methods are not options. */
  readonly refusals: readonly ShippingRefusal[];
}

export interface CalculatedFee extends TaxedPart {
  readonly name: string;
  /** With or without tax, as prices are entered. */
  readonly total: number;
}

/** A discount of one line, or of the shipping of a package. */
export interface Adjustment {
  /** Cause of the adjustment, such as `promotion:12`. */
  readonly source: string;
  /** Name of the promotion, or code of the coupon. */
  readonly name: string;
  /** Key of the line; null for shipping. */
  readonly lineKey: string | null;
  /** Index of the package whose shipping is discounted; null for a line. */
  readonly packageIndex: number | null;
  /** Minor units, negative, with or without tax, as prices are entered. */
  readonly amount: number;
}

/** A coupon that applies. Its discount may be 0, when nothing is left to discount. */
export interface AppliedCoupon {
  readonly id: number;
  readonly source: string;
  /** The code in the shop's spelling. */
  readonly code: string;
  /** Sum of its discounts of lines, in minor units, with or without tax, as prices are entered. Not negative. */
  readonly discount: number;
  /** Discount of all lines together (`cart`), of each item (`item`), by a percentage, or of shipping only. */
  readonly kind: 'percent' | 'cart' | 'item' | 'shipping';
  readonly isFreeShipping: boolean;
  /** Whether the coupon discounts lines or shipping, so that an order uses it. */
  readonly isUsed: boolean;
}

/**
 * Why an order has no tax: the shop charges no tax, the customer is exempt, a rate of 0 % applies, no item is
 * taxable, a business of another member state owes the tax, the country is outside the tax area, or no rate is known
 * for the country.
 */
export type UntaxedReason =
  | 'not-charged'
  | 'exempt'
  | 'zero-rate'
  | 'not-taxable'
  | 'reverse-charge'
  | 'outside-area'
  | 'no-rate';

/** Tax of one rate on the whole order. */
export interface TaxTotal {
  readonly rate: TaxRate;
  /** Net amount to which the rate applies. */
  readonly net: number;
  readonly amount: number;
}

/** Minor units. All amounts except `taxTotal` and `total` are with or without tax, as prices are entered. */
export interface CalculationTotals {
  /** Before discounts. */
  readonly itemsTotal: number;
  /** Discounts of the lines, without those of shipping. */
  readonly discountTotal: number;
  /** After discounts. */
  readonly shippingTotal: number;
  readonly feeTotal: number;
  readonly taxTotal: number;
  /** Sum of the gross amounts, which the customer pays. */
  readonly total: number;
}

/**
 * `SHIPPING_UNAVAILABLE`: the chosen shipping option does not exist for this order. The first option replaces it, if
 * there is one.
 */
export type CalculationProblem = { readonly code: 'SHIPPING_UNAVAILABLE' } | CouponProblem;

export interface Calculation {
  readonly currency: string;
  readonly pricesIncludeTax: boolean;
  readonly taxRounding: 'line' | 'total';
  /** In the order of the input. */
  readonly lines: readonly CalculatedLine[];
  readonly shipping: {
    /** Empty when nothing is shipped, else one package. */
    readonly packages: readonly CalculatedPackage[];
    /** The threshold with the smallest missing amount; null when no minimum makes shipping free. */
    readonly freeShipping: FreeShippingThreshold | null;
  };
  readonly fees: readonly CalculatedFee[];
  /** Coupons in the order in which they apply. Codes that don't apply are in `problems`. */
  readonly coupons: readonly AppliedCoupon[];
  readonly adjustments: readonly Adjustment[];
  readonly taxes: readonly TaxTotal[];
  readonly totals: CalculationTotals;
  /** Null when tax is charged. */
  readonly untaxedReason: UntaxedReason | null;
  /** Whether the address is unknown, so that taxes are those of the base address. */
  readonly isEstimate: boolean;
  /** Whether the taxes can change with the address. */
  readonly isTaxByAddress: boolean;
  readonly problems: readonly CalculationProblem[];
}
