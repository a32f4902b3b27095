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
  addressInFolder,
  ensureHopelessImages,
  ensureRemoteImages,
  findRemoteImages,
  nameInFolder,
  notBroughtByImports,
  type RemoteImage,
} from './images/remote-images.ts';
export { drawMissing, storePlaceholder } from './images/show-picture.ts';
export { type CardRow, cardColumns, firstTurn, type ProductCard, toCard } from './products/product-cards.ts';
export { Facts } from './products/product-facts.tsx';
export { getProductPage, getProducts, type ProductFile, type ProductView } from './products/product-view.ts';
export { getSellables, type Sellable } from './products/purchasable-variations.ts';
export { setRatings } from './products/ratings.ts';
export { loadProducts, loadVariations } from './products/save/load-records.ts';
export { ownNumber, placesByOwnNumber } from './products/save/own-number.ts';
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
export { plainText } from './products/save/sanitise.ts';
export {
  hasProducts,
  idsBySlug,
  newIds,
  placesByImportId,
  placesBySku,
  type VariationPlace,
} from './products/save/save-lookups.ts';
export { saveProducts } from './products/save/save-products.ts';
export { type ProductVariationInput, saveVariations } from './products/save/save-variations.ts';
export { termPicture } from './products/sql-fragments.ts';
export { updateStockOnPages } from './products/update-stock-on-pages.ts';
export { catalogTexts } from './texts.ts';
