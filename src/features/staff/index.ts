export { staff } from './feature.ts';
