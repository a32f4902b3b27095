export { catalogTransfer } from './feature.ts';
export { movedTo, oldParameters } from './slug-redirects.ts';
