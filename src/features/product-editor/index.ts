export { productEditor } from './feature.ts';
export { pageTexts as productPageTexts } from './page/page-texts.ts';
export { getPreviewPath, getProductPath } from './page/product-path.ts';
export { productRecord } from './page/product-record.tsx';
export type { ProductSubject } from './page/product-subject.ts';
