export * from './contract.ts';
export { productForm } from './feature.ts';
export { hasSoldOutOffer, isSoldOut } from './offers.ts';
export { renderProductForm } from './parts/buy-form.tsx';
export { getFileInputProps } from './parts/file-input.ts';
export { firstPhotographLink, renderGallery } from './parts/gallery.tsx';
export { galleryCorner, productSoldOut, productSummary, productTabs } from './slots.ts';
export { productFormTexts } from './texts.ts';
export { findVariation } from './variation-selection.shared.ts';
