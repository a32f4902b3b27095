import type { CouponProblem } from './coupon-problem.ts';
import type { TaxLine, TaxRate } from './taxes.ts';

/** The parts of a postal address that taxes and shipping depend on. */
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

/** A priced line. Amounts in minor units, with or without tax as the shop enters prices. */
export interface CalculationLine {
  /** Unique and stable. Breaks ties, so that the order of the lines does not matter. */
  readonly key: string;
  readonly productId: number;
  readonly quantity: number;
  /** Price of one item with its add-ons. */
  readonly unitPrice: number;
  /** Agreed with the customer: replaces the price of one item, and no discount applies. */
  readonly agreedPrice: number | null;
  readonly taxClass: string;
  readonly taxStatus: LineTaxStatus;
  readonly needsShipping: boolean;
  /** Weight of one item; null when it is unknown. */
  readonly weightGrams: number | null;
  /** Slug of the shipping class; null without one. */
  readonly shippingClass: string | null;
  /** Its price is a sale price, which coupons can exclude. Default: no. */
  readonly isOnSale?: boolean;
}

/** Who buys. Null: unknown. What needs to know more is assumed to be fulfilled. */
export interface CalculationCustomer {
  readonly id: number | null;
  /** Of the order; null also when it is that of the customer. */
  readonly email: string | null;
  readonly isTaxExempt: boolean;
  /** Of a business, with the prefix of its country. Default: none. */
  readonly vatNumber?: string | null;
  /** Id of the order with which an answer about the number is kept that counts again. Default: none. */
  readonly checkedOrder?: number | null;
}

/** An amount that is added to the order, entered like prices. */
export interface CalculationFee {
  /** Unique and stable. */
  readonly key: string;
  readonly name: string;
  /** Minor units. */
  readonly amount: number;
  /** Null: not taxed. */
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
   * Finds the orders that this one replaces, whose coupons and promotions for the first order don't
   * count. Called only if it matters. Default: none.
   */
  readonly findReplacedOrders?: () => Promise<readonly number[]>;
  /** While it is null, or when nothing is shipped, the billing address decides. */
  readonly shippingAddress: TaxAddress | null;
  readonly billingAddress: TaxAddress | null;
  /**
   * The chosen option of each package; there is one package. Empty selects the first option, null
   * leaves shipping out of the totals.
   */
  readonly shippingMethodIds: readonly string[] | null;
  /** Agreed with the customer: replaces all shipping options, and no discount applies. Default: none. */
  readonly agreedShipping?: { readonly title: string; readonly amount: number } | null;
}

/** `net` plus the amounts of `taxes` is `gross`. Minor units. */
interface TaxedPart {
  readonly key: string;
  readonly net: number;
  readonly tax: number;
  readonly gross: number;
  readonly taxes: readonly TaxLine[];
}

export interface CalculatedLine extends TaxedPart {
  readonly quantity: number;
  /** Of one item: the agreed price, else the price with add-ons. */
  readonly unitPrice: number;
  /** Entered price of all items, before discounts. */
  readonly subtotal: number;
  readonly subtotalNet: number;
  readonly subtotalGross: number;
  /** Entered price of all items, after discounts. */
  readonly total: number;
}

export interface CalculatedShipping extends TaxedPart {
  readonly methodId: string;
  readonly title: string;
  /** As it is entered, after discounts. */
  readonly total: number;
}

/** A shipping method with its price for an order, in minor units, entered like prices. */
export interface ShippingOption {
  /** `methodId:rest`, where `methodId` is of word characters. */
  readonly id: string;
  readonly title: string;
  /** A line below the title, such as the address of a pickup place. */
  readonly detail?: string;
  readonly amount: number;
  /** Picked up at the shop, and taxed at the base address. */
  readonly isPickup: boolean;
  /** Delivery days in transit. Default: those of the shop's settings. */
  readonly transitDays?: { readonly min: number; readonly max: number } | undefined;
  /** An option only because a coupon makes shipping free. Default: no. */
  readonly needsCoupon?: boolean;
}

/** What a table of shipping costs is by: grams, minor units, items. */
export type ShippingMeasure = 'weight' | 'total' | 'quantity';

/** Why a shipping method is not among the options. Amounts in minor units, entered like prices. */
export type ShippingRefusal =
  /** `isCountryServed`: other addresses of the country are shipped to. */
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

/** How much is missing until shipping is free. Minor units, entered like prices. */
export interface FreeShippingThreshold {
  readonly minimum: number;
  /** 0 when it is reached. */
  readonly missing: number;
}

/** What an option costs with and without tax, in minor units. */
export interface TaxedShippingOption extends ShippingOption {
  readonly net: number;
  readonly gross: number;
}

/** Lines that are shipped together, and how. */
export interface CalculatedPackage {
  /** Stable and unique in its order. */
  readonly key: string;
  /** Id of the stock location from which it is sent. */
  readonly locationId: number;
  /** Keys of its lines, in the order of the input. */
  readonly lineKeys: readonly string[];
  /** In the order of display. Empty when no method applies. */
  readonly options: readonly TaxedShippingOption[];
  /** The chosen option, else the first; null when shipping is left out of the totals. */
  readonly selected: CalculatedShipping | null;
  /** Why other methods are no options. */
  readonly refusals: readonly ShippingRefusal[];
}

export interface CalculatedFee extends TaxedPart {
  readonly name: string;
  /** As it is entered. */
  readonly total: number;
}

/** A change of the entered amount of one line, or of what a package costs. */
export interface Adjustment {
  /** What causes the adjustment, such as `promotion:12`. */
  readonly source: string;
  /** Of the promotion, or the code of the coupon. */
  readonly name: string;
  /** Key of the line; null for shipping. */
  readonly lineKey: string | null;
  /** Index of the package whose shipping it is about; null for a line. */
  readonly packageIndex: number | null;
  /** Minor units, negative. */
  readonly amount: number;
}

/** A code that applies. It may take nothing off, when nothing is left to discount. */
export interface AppliedCoupon {
  readonly id: number;
  readonly source: string;
  /** As the shop writes it. */
  readonly code: string;
  /** What it takes off the lines, as entered, in minor units. Not negative. */
  readonly discount: number;
  /** Off all lines together (`cart`), off each item (`item`), a share, or only what shipping costs. */
  readonly kind: 'percent' | 'cart' | 'item' | 'shipping';
  readonly isFreeShipping: boolean;
  /** It takes something off the lines or off shipping: an order uses it. */
  readonly isUsed: boolean;
}

/**
 * Why an order has no tax: the shop charges none, the customer is exempt, a rate of 0 % applies, no
 * item is taxable, a business of another member state owes it, the country is outside the tax area, or no
 * rate is known for it.
 */
export type UntaxedReason =
  | 'not-charged'
  | 'exempt'
  | 'zero-rate'
  | 'not-taxable'
  | 'reverse-charge'
  | 'outside-area'
  | 'no-rate';

/** The tax of one rate on the whole order. */
export interface TaxTotal {
  readonly rate: TaxRate;
  /** What the rate applies to. */
  readonly net: number;
  readonly amount: number;
}

/** Minor units. All but `taxTotal` and `total` are amounts as they are entered. */
export interface CalculationTotals {
  /** Before discounts. */
  readonly itemsTotal: number;
  /** Of the lines. */
  readonly discountTotal: number;
  /** After discounts. */
  readonly shippingTotal: number;
  readonly feeTotal: number;
  readonly taxTotal: number;
  /** The sum of the gross amounts: what is paid. */
  readonly total: number;
}

/**
 * `SHIPPING_UNAVAILABLE`: the chosen shipping option does not exist for this order. The first one
 * replaces it, if any.
 */
export type CalculationProblem = { readonly code: 'SHIPPING_UNAVAILABLE' } | CouponProblem;

export interface Calculation {
  readonly currency: string;
  readonly pricesIncludeTax: boolean;
  readonly taxRounding: 'line' | 'total';
  /** In the order of the input. */
  readonly lines: readonly CalculatedLine[];
  readonly shipping: {
    /** Empty when nothing is shipped, else one. */
    readonly packages: readonly CalculatedPackage[];
    /** The nearest one; null when no minimum makes shipping free. */
    readonly freeShipping: FreeShippingThreshold | null;
  };
  readonly fees: readonly CalculatedFee[];
  /** In the order in which they apply. Codes that don't apply are in `problems`. */
  readonly coupons: readonly AppliedCoupon[];
  readonly adjustments: readonly Adjustment[];
  readonly taxes: readonly TaxTotal[];
  readonly totals: CalculationTotals;
  /** Why no tax is charged; null when some is. */
  readonly untaxedReason: UntaxedReason | null;
  /** The address is unknown: taxes are those of the base address. */
  readonly isEstimate: boolean;
  /** Taxes can change with the address. */
  readonly isTaxByAddress: boolean;
  readonly problems: readonly CalculationProblem[];
}
