export * from './contract.ts';
export { productForm } from './feature.ts';
export { productFormPart } from './parts/buy-form.tsx';
export { expectPhotograph, gallery } from './parts/gallery.tsx';
export { productSummary, productTabs } from './slots.ts';
export { findVariation } from './variation-selection.shared.ts';
