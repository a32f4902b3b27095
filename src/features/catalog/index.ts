export { createAttributes } from './attributes/create-attributes.ts';
export {
  attributeKey,
  ensureAttributes,
  ensureBrands,
  ensureShippingClasses,
  ensureTags,
  ensureTerms,
  nameKey,
  termKey,
} from './attributes/find-or-create.ts';
export { getBrand, getTag } from './attributes/labels.ts';
export { describeTerms, type Swatch, updateSwatches } from './attributes/swatches.ts';
export {
  cardTag,
  categoryTag,
  menuTag,
  picturesTag,
  productsTag,
  stockTag,
  swatchesTag,
} from './cache-tags.ts';
export {
  type CategoryNode,
  type CategoryTile,
  getCategory,
  getCategoryTiles,
  getCategoryTree,
} from './categories/categories.ts';
export { createCategory } from './categories/create-category.ts';
export { ensureCategories, pathKey } from './categories/ensure-categories.ts';
export * from './contract.ts';
export { productsChanged } from './events.ts';
export { catalog } from './feature.ts';
export { fetchRemoteImage } from './images/fetch-image.ts';
export {
  ensureFailedImages,
  ensureRemoteImages,
  findRemoteImages,
  isNotImportedSql,
  type RemoteImage,
  readFolderUrl,
  toFolderUrl,
} from './images/remote-images.ts';
export { showPlaceholders, storePlaceholder } from './images/show-picture.ts';
export {
  type CardRow,
  cardColumnsSql,
  findEarliest,
  type ProductCard,
  toProductCard,
} from './products/product-cards.ts';
export { ProductFacts } from './products/product-facts.tsx';
export {
  getProductView,
  getProductViews,
  type ProductView,
  type ProductViewWithoutLinks,
} from './products/product-view.ts';
export { getPurchasableVariations, type PurchasableVariation } from './products/purchasable-variations.ts';
export { setRatings } from './products/ratings.ts';
export { loadProducts, loadVariations } from './products/save/load-records.ts';
export { findByInternalNumber, toInternalNumber } from './products/save/own-number.ts';
export type {
  AttributeInput,
  Changes,
  ImageRecord,
  Problem,
  ProductInput,
  ProductRecord,
  SaveResult,
  StockRecord,
  VariationInput,
  VariationRecord,
} from './products/save/records.ts';
export { toPlainText } from './products/save/sanitise.ts';
export {
  findByImportId,
  findBySku,
  findProductIdsBySlug,
  hasProducts,
  reserveIds,
  type VariationIds,
} from './products/save/save-lookups.ts';
export { saveProducts } from './products/save/save-products.ts';
export { type ProductVariationInput, saveVariations } from './products/save/save-variations.ts';
export { termPictureSql } from './products/sql-fragments.ts';
export { updateStockOnPages } from './products/update-stock-on-pages.ts';
export { catalogTexts } from './texts.ts';
