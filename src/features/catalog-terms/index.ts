export { catalogTerms } from './feature.ts';
