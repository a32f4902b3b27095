export { brandPicker, categoryPicker, productPicker, shippingClassPicker, tagPicker } from './admin/pickers.ts';
export { adoptLocale, isLocaleAdopted } from './adopt-locale.ts';
export { type ChangeResult, type LabelTable, labelRules } from './attributes/change-labels.ts';
export {
  type AttributeTerm,
  checkTermRemoval,
  countAttributeProducts,
  countTermProducts,
  findSharedAttribute,
  findTerm,
  type RemoveTermResult,
  removeTerm,
  type SharedAttribute,
  saveAttribute,
  saveTerm,
} from './attributes/change-terms.ts';
export { copyOwnAttributes } from './attributes/copy-own-attributes.ts';
export { createAttributes } from './attributes/create-attributes.ts';
export {
  ensureAttributes,
  ensureBrands,
  ensureShippingClasses,
  ensureTags,
  ensureTerms,
  toAttributeKey,
  toNameKey,
  toTermKey,
} from './attributes/find-or-create.ts';
export {
  checkAttributeRemoval,
  listCommonValues,
  type RemoveAttributeResult,
  removeAttribute,
} from './attributes/remove-attribute.ts';
export { type SwatchUpdate, updateSwatches, updateTermDisplay } from './attributes/swatches.ts';
export { findBrandBySlug, findTagBySlug } from './attributes/tags-and-brands.ts';
export {
  availabilityCacheTag,
  cardCacheTag,
  categoriesCacheTag,
  categoryCacheTag,
  imagesCacheTag,
  productCacheTag,
  productsCacheTag,
  swatchesCacheTag,
} from './cache-tags.ts';
export {
  type CategoryNode,
  type CategoryTile,
  findCategoryBySlug,
  getCategoryTiles,
  getCategoryTree,
} from './categories/categories.ts';
export {
  countCategoryProducts,
  findStoredCategory,
  moveCategory,
  removeCategory,
  type StoredCategory,
  saveCategory,
} from './categories/change-categories.ts';
export { createCategory } from './categories/create-category.ts';
export { ensureCategories, toCategoryPathKey } from './categories/ensure-categories.ts';
export * from './contract.ts';
export { productsChanged } from './events.ts';
export { catalog } from './feature.ts';
export {
  buildIdArraySql,
  createVariationRows,
  type FilterRows,
  memberPricedRows,
  productRows,
} from './filter/filter-rows.ts';
export { findFilterTerms } from './filter/find-filter-terms.ts';
export { buildMatchSql, buildStockStateSql } from './filter/match-products.ts';
export * from './filter/product-filter.ts';
export { buildGivenOrderSql, buildOrderSql, type ProductOrder, type ProductSort } from './filter/product-order.ts';
export * from './filter/product-sets.ts';
export { fetchAndShowImage, fetchRemoteImage } from './images/fetch-remote-image.ts';
export { catalogMediaUses } from './images/media-uses.ts';
export { storePlaceholder } from './images/placeholder.ts';
export {
  ensureFailedImages,
  ensureRemoteImages,
  findNonImportedMediaIds,
  findRemoteImages,
  type RemoteImage,
  readFolderUrl,
  toFolderUrl,
} from './images/remote-images.ts';
export { markImageFailed, showPlaceholders } from './images/show-remote-image.ts';
export { type ChosenVariation, findChosenVariations } from './products/chosen-variations.ts';
export { type DeleteProductResult, deleteProduct, type RedirectTarget } from './products/delete-product.ts';
export { formatEventPlace, formatEventTime, isBookable } from './products/event-date.ts';
export { EventDates } from './products/event-dates.tsx';
export { ProductSafetyFacts, UnitPriceNote } from './products/legal-facts.tsx';
export {
  cardColumnsSql,
  findEarliestDate,
  getPriceRanges,
  getProductCards,
  type ProductCard,
  type ProductCardRow,
  toProductCard,
} from './products/product-cards.ts';
export { ProductFacts } from './products/product-facts.tsx';
export {
  getProductPreview,
  getProductView,
  getProductViews,
  type ProductView,
  type ProductViewWithoutLinks,
} from './products/product-view.ts';
export { getPurchasableVariations, type PurchasableVariation } from './products/purchasable-variations.ts';
export { deleteVariations } from './products/save/delete-variations.ts';
export { findVariationIdsByExportId, toExportId } from './products/save/export-id.ts';
export { loadProducts, loadVariations } from './products/save/load-records.ts';
export {
  allocateCatalogIds,
  findProductIdsBySlug,
  findVariationIdsByImportId,
  findVariationIdsBySku,
  hasProducts,
  lockProducts,
  type VariationIds,
} from './products/save/product-lookups.ts';
export type {
  AttributeInput,
  ImageRecord,
  ProductInput,
  ProductProblem,
  ProductRecord,
  RecordChanges,
  SaveResult,
  StockRecord,
  VariationInput,
  VariationRecord,
} from './products/save/product-records.ts';
export { saveProducts } from './products/save/save-products.ts';
export { type ProductVariationInput, saveVariations } from './products/save/save-variations.ts';
export { setRatings } from './products/set-ratings.ts';
export { type EventDateRow, readEventDate, termPictureSql } from './products/sql-fragments.ts';
export { updateStockOnPages } from './products/update-stock-on-pages.ts';
export { getStepFromZero, isInSteps, listFirstQuantities, lowerToStep, type QuantityRule } from './quantity-rule.ts';
export { catalogTexts } from './texts.ts';
