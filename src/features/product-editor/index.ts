export { productEditor } from './feature.ts';
export { getProductPath } from './page/product-path.ts';
export { productRecord } from './page/product-record.tsx';
export type { ProductSubject } from './page/product-subject.ts';
