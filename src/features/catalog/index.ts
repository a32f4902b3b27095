export { type AddonFailure, type AddonForm, type AddonResult, type AddonValue, readAddons } from './addons.ts';
export { menuTag, picturesTag, productsTag } from './cache-tags.ts';
export type { ProductCard } from './cards.ts';
export {
  type CategoryNode,
  type CategoryStep,
  type CategoryTile,
  type CategoryView,
  getCategory,
  getCategoryTiles,
  getCategoryTree,
} from './categories.ts';
export * from './contract.ts';
export { demoCommand } from './demo-command.ts';
export { type DemoOptions, type DemoResult, loadDemo } from './demo-loader.ts';
export { productsChanged, type StockTurn, stockFell, stockRose } from './events.ts';
export { catalog } from './feature.ts';
export type { ImportOptions } from './import/import-products.ts';
export type { ImportMessage, ImportReport } from './import/report.ts';
export { getBrand, getTag } from './labels.ts';
export { listProducts } from './listing.ts';
export { type ProductChanges, saveProduct } from './manage.ts';
export { movedTo, oldParameters } from './old-addresses.ts';
export { buyForm } from './parts/buy-form.tsx';
export { Facts } from './parts/facts.tsx';
export { expectPhotograph, gallery } from './parts/gallery.tsx';
export { crossSoldProducts, linkedProducts } from './parts/linked-products.tsx';
export { type LoadedListing, listingBody, loadListing } from './parts/listing.tsx';
export { isKeptListing, listingLists, listingQuery } from './parts/listing-address.ts';
export { ProductPrice } from './parts/prices.tsx';
export { productGrid } from './parts/product-grid.tsx';
export type { PlainCatalogue } from './plain-catalogue.ts';
export { getProductPage, getProducts, type ProductFile, type ProductView } from './product-view.ts';
export { quickViewAction } from './quick-view.ts';
export { quoteOf } from './quote.ts';
export type { Problem, ProductInput, SaveResult, VariationInput } from './records.ts';
export { canBeSold } from './rows.ts';
export { findVariation, type Selection } from './selection.shared.ts';
export { getSellables, type Sellable, type SellableOption } from './sellable.ts';
export { cardActions, productSummary, productTabs } from './slots.ts';
export {
  returnStock,
  type StockLine,
  type TakenStock,
  type TakeStockResult,
  takeStock,
} from './stock.ts';
export { announceStock, type DisplayChange } from './stock-change.ts';
export { type LockedStock, lockStock } from './stock-lock.ts';
export type { StockSetting } from './stock-setting.ts';
export { catalogTexts } from './texts.ts';
