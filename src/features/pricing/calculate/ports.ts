import type { Db } from '#platform/database/database.ts';
import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { CalculationInput, ShippingOption, TaxAddress } from './calculation.ts';
import type { TaxRate } from './taxes.ts';

/** A rate that applies at an address. */
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

/** A discount that applies by itself. Amounts in minor units, entered like prices. */
export interface Promotion {
  /** Stored with orders, such as `promotion:12`. */
  readonly source: string;
  readonly id: number;
  readonly name: string;
  /** `line` takes `amount` off each item, `cart` off all lines together. All `line` ones come first. */
  readonly appliesTo: 'line' | 'cart';
  /** Smaller ones come first, then smaller ids. */
  readonly priority: number;
  /** Null: all products. */
  readonly productIds: readonly number[] | null;
  /** Items of these products that the order must have. */
  readonly minQuantity: number;
  /** `rate`: percent times 10,000. */
  readonly discount:
    | { readonly type: 'percent'; readonly rate: number }
    | { readonly type: 'amount'; readonly amount: number };
}

export type FindPromotions = (shop: Shop, db: Db, input: CalculationInput) => Promise<readonly Promotion[]>;

/** Finds the promotions that are valid at the moment of a calculation. */
export const promotionSources = definePort<FindPromotions>('pricing.promotions');

/** Pure. @param itemsTotal of the discounted lines, in minor units, entered like prices */
export type QuoteShipping = (itemsTotal: number) => readonly ShippingOption[];

export type LoadShippingRates = (
  shop: Shop,
  db: Db,
  request: { readonly address: TaxAddress; readonly input: CalculationInput },
) => Promise<QuoteShipping>;

/** Loads what shipping to an address costs. Options are shown in the order of the implementations. */
export const shippingRateSources = definePort<LoadShippingRates>('pricing.shipping-rates');
