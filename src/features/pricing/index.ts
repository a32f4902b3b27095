export { type AddonFailure, type AddonForm, type AddonValue, readAddons } from './addons.ts';
export * from './contract.ts';
export { pricing } from './feature.ts';
export { nextPriceTurn, type Priced, priceNow, priceRange } from './prices.ts';
export { ProductPrice, rangeText } from './product-price.tsx';
export { type Quote, quoteOf } from './quote.ts';
export { pricingTexts } from './texts.ts';
