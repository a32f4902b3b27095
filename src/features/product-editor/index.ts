export { productEditor } from './feature.ts';
export { productList } from './list/product-list.tsx';
export { productForm } from './page/product-form.ts';
export { getProductPath } from './page/product-path.ts';
export { productRecord } from './page/product-record.tsx';
export type { ProductSubject } from './page/product-subject.ts';
