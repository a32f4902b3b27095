export { taxes } from './feature.ts';
export { findImportedRates } from './find-rates.ts';
