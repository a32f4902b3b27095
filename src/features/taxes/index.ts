export { taxes } from './feature.ts';
