export { dataPage, ownData } from './feature.ts';
