export { adminBar } from './feature.ts';
