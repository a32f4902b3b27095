export {
  type AddonFailure,
  type AddonFiles,
  type AddonForm,
  type AddonValue,
  formatFileTypes,
  readAddons,
} from './addons.ts';
export { arePricesWithTax, findTaxedAddress, getBaseAddress } from './base-address.ts';
export { allocate, divideRounded } from './calculate/allocate.ts';
export { calculate } from './calculate/calculate.ts';
export type {
  Adjustment,
  AppliedCoupon,
  CalculatedShipping,
  Calculation,
  CalculationCustomer,
  CalculationInput,
  CalculationLine,
  FreeShippingThreshold,
  ShippingMeasure,
  ShippingOption,
  ShippingRefusal,
  TaxAddress,
  TaxedShippingOption,
  UntaxedReason,
} from './calculate/calculation.ts';
export type { CouponProblem } from './calculate/coupon-problem.ts';
export {
  type ApplicableRate,
  type Coupon,
  couponSource,
  type FindCoupons,
  type FindPromotions,
  type FindTaxRates,
  type FoundCoupon,
  type IsReverseCharged,
  type LoadShippingRates,
  type Promotion,
  promotionSources,
  type QuoteShipping,
  reverseChargeRules,
  type ShippedLine,
  type ShippingContents,
  type ShippingQuote,
  shippingRateSources,
  taxRateSources,
} from './calculate/ports.ts';
export { listTaxBases, type TaxLine, type TaxRate } from './calculate/taxes.ts';
export * from './contract.ts';
export { pricing } from './feature.ts';
export {
  type AmountsByTaxClass,
  getPriceDisplay,
  invalidateShownPrices,
  loadPriceDisplay,
  type PriceDisplay,
  pricesAsEntered,
  toShownAddon,
  toShownPrice,
  toShownSale,
} from './price-display.ts';
export type { PricePeriod } from './price-history/prior-price.ts';
export { listPricePeriods, type NewPrice, recordPrices } from './price-history/record-prices.ts';
export {
  findLowest,
  findNextPriceChange,
  type ReducedPrice,
  type ScheduledPrice,
  toPriceRange,
  toPriceView,
} from './prices.ts';
export { formatPriceRange, formatPriorPrice, getPriceSuffix, PriorPrice, ProductPrice } from './product-price.tsx';
export { type PriceQuote, quotePrice } from './quote-price.ts';
export { pricingSettings } from './settings.ts';
export { formatShippingRefusals } from './shipping/format-refusals.ts';
export { getOnlyPackage, listSelectedShipping, mainPackage } from './shipping/packages.ts';
export { estimateShipping, getFreeShippingProgress, getShownCost } from './shipping/shown-shipping.ts';
export { pricingTexts } from './texts.ts';
export { formatCartTotals, formatIncludedTaxes, formatTotals, type TotalRow } from './totals/format-totals.ts';
export { Totals } from './totals/totals.tsx';
export { calculationToTotalsView, getShownSubtotal, type TotalsView, toTotalsView } from './totals/totals-view.ts';
