export { type AddonFailure, type AddonForm, type AddonValue, readAddons } from './addons.ts';
export * from './contract.ts';
export { pricing } from './feature.ts';
export { findNextPriceChange, type ScheduledPrice, toPriceRange, toPriceView } from './prices.ts';
export { formatPriceRange, ProductPrice } from './product-price.tsx';
export { type PriceQuote, quotePrice } from './quote-price.ts';
export { pricingTexts } from './texts.ts';
