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
  /** Of one item, with its add-ons. */
  readonly unitPrice: number;
  /** Agreed with the customer: replaces the price of one item, and no discount applies. */
  readonly agreedPrice: number | null;
  readonly taxClass: string;
  readonly taxStatus: LineTaxStatus;
  readonly needsShipping: boolean;
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
  readonly customer: { readonly isTaxExempt: boolean } | null;
  /** Null when it is unknown, or nothing is shipped: the billing address decides. */
  readonly shippingAddress: TaxAddress | null;
  readonly billingAddress: TaxAddress | null;
  /** The chosen option of each package; there is one package. Null leaves shipping out. */
  readonly shippingMethodIds: readonly string[] | null;
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
  /** As it is entered. */
  readonly total: number;
}

/** A shipping method with its price for an order, in minor units, entered like prices. */
export interface ShippingOption {
  readonly id: string;
  readonly title: string;
  readonly amount: number;
  /** Picked up at the shop, and taxed at the base address. */
  readonly isPickup: boolean;
}

/** What an option costs with and without tax, in minor units. */
export interface TaxedShippingOption extends ShippingOption {
  readonly net: number;
  readonly gross: number;
}

export interface CalculatedFee extends TaxedPart {
  readonly name: string;
  /** As it is entered. */
  readonly total: number;
}

/** A change of the entered amount of one line. */
export interface Adjustment {
  /** What makes it, such as `promotion:12`. */
  readonly source: string;
  readonly name: string;
  /** Key of the line. */
  readonly lineKey: string;
  /** Minor units, negative. */
  readonly amount: number;
}

/** The tax of one rate on the whole order. */
export interface TaxTotal {
  readonly rate: TaxRate;
  readonly net: number;
  readonly amount: number;
}

/** Minor units. All but `taxTotal` and `total` are amounts as they are entered. */
export interface CalculationTotals {
  /** Before discounts. */
  readonly itemsTotal: number;
  readonly discountTotal: number;
  readonly shippingTotal: number;
  readonly feeTotal: number;
  readonly taxTotal: number;
  /** The sum of the gross amounts: what is paid. */
  readonly total: number;
}

/** The chosen shipping option does not exist for this order. The first one replaces it, if any. */
export interface CalculationProblem {
  readonly code: 'SHIPPING_UNAVAILABLE';
}

export interface Calculation {
  readonly currency: string;
  readonly pricesIncludeTax: boolean;
  readonly taxRounding: 'line' | 'total';
  /** In the order of the input. */
  readonly lines: readonly CalculatedLine[];
  readonly shipping: {
    /** In the order of display. Empty when nothing is shipped, or nothing ships to the address. */
    readonly options: readonly TaxedShippingOption[];
    /** The chosen option, else the first. */
    readonly selected: CalculatedShipping | null;
  };
  readonly fees: readonly CalculatedFee[];
  readonly adjustments: readonly Adjustment[];
  readonly taxes: readonly TaxTotal[];
  readonly totals: CalculationTotals;
  /** The address is unknown: taxes are those of the base address. */
  readonly isEstimate: boolean;
  /** Taxes can change with the address. */
  readonly isTaxByAddress: boolean;
  readonly problems: readonly CalculationProblem[];
}
