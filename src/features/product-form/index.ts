export * from './contract.ts';
export { productForm } from './feature.ts';
export { isSoldOut } from './offers.ts';
export { renderProductForm } from './parts/buy-form.tsx';
export { listChoiceAttributes, type PreselectedVariation, readPreselected } from './parts/buy-form-props.ts';
export { getFileInputProps } from './parts/file-input.ts';
export { firstPhotographLink, listVariationsShowing, orderImages, renderGallery } from './parts/gallery.tsx';
export { incompleteSetParameter, setChoiceParameter } from './set-choice.shared.ts';
export { getSetPath } from './set-path.ts';
export {
  galleryCorner,
  type ProductExpressInput,
  productExpress,
  productSoldOut,
  productSummary,
  productTabs,
} from './slots.ts';
export { productFormTexts } from './texts.ts';
export { findVariation } from './variation-selection.shared.ts';
