export { checkTaxRates } from './check-rates.ts';
export { taxes } from './feature.ts';
export { findImportedRates } from './find-rates.ts';
export { rateImport } from './import-rates.ts';
